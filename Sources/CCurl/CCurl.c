#include "CCurl.h"

CURLcode cc_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

CURLcode cc_set_string(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

CURLcode cc_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

CURLcode cc_set_receiver(CURL *handle, CURLoption option, curl_write_callback function) {
    return curl_easy_setopt(handle, option, function);
}

CURLcode cc_set_open_socket(CURL *handle, curl_opensocket_callback function) {
    return curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, function);
}

long cc_status(CURL *handle) {
    long status = 0;
    return curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status) == CURLE_OK ? status : 0;
}

long long cc_retry_after(CURL *handle) {
    curl_off_t seconds = 0;
    return curl_easy_getinfo(handle, CURLINFO_RETRY_AFTER, &seconds) == CURLE_OK ? seconds : 0;
}

long long cc_uploaded(CURL *handle) {
    curl_off_t bytes = 0;
    return curl_easy_getinfo(handle, CURLINFO_SIZE_UPLOAD_T, &bytes) == CURLE_OK ? bytes : 0;
}

CURLMcode cc_multi_set_long(CURLM *handle, CURLMoption option, long value) {
    return curl_multi_setopt(handle, option, value);
}
