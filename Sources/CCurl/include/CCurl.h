// libcurl's variadic functions, with one function for each type of value, because Swift can't call variadic C
// functions.
#ifndef CCURL_H
#define CCURL_H

#include <curl/curl.h>

CURLcode cc_set_long(CURL *handle, CURLoption option, long value);
CURLcode cc_set_string(CURL *handle, CURLoption option, const char *value);
CURLcode cc_set_pointer(CURL *handle, CURLoption option, void *value);
/// Sets the callback of CURLOPT_WRITEFUNCTION or CURLOPT_HEADERFUNCTION.
CURLcode cc_set_receiver(CURL *handle, CURLoption option, curl_write_callback function);
CURLcode cc_set_open_socket(CURL *handle, curl_opensocket_callback function);

/// Returns the status code of the answer, or 0 where no answer came.
long cc_status(CURL *handle);
/// Returns the seconds in the answer's Retry-After field, or 0 where the answer has none.
long long cc_retry_after(CURL *handle);
/// Returns the number of bytes of the request's body that were sent.
long long cc_uploaded(CURL *handle);

CURLMcode cc_multi_set_long(CURLM *handle, CURLMoption option, long value);

#endif
