// libcurl's variadic functions, one for each kind of value, as Swift can't call them.
#ifndef CCURL_H
#define CCURL_H

#include <curl/curl.h>

CURLcode cc_set_long(CURL *handle, CURLoption option, long value);
CURLcode cc_set_string(CURL *handle, CURLoption option, const char *value);
CURLcode cc_set_pointer(CURL *handle, CURLoption option, void *value);
/// For CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION.
CURLcode cc_set_receiver(CURL *handle, CURLoption option, curl_write_callback function);
CURLcode cc_set_open_socket(CURL *handle, curl_opensocket_callback function);

/// The answer's status; 0 where none came.
long cc_status(CURL *handle);
/// Seconds that the answer's Retry-After asks for; 0 where it asks for none.
long long cc_retry_after(CURL *handle);

#endif
