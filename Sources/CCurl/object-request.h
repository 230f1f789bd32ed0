// Sends requests to servers with the S3 API, which libcurl signs. Like the requests of sync, they need the library only
// at run time.
#ifndef TIMELINE_OBJECT_REQUEST_H
#define TIMELINE_OBJECT_REQUEST_H

#include "curl-request.h"

enum {
    timeline_curl_write_failed = 23,
    timeline_curl_response_too_large = 63,
    timeline_object_option_low_speed = 19,
    timeline_object_option_low_speed_time = 20,
    timeline_object_option_no_body = 44,
    timeline_object_option_upload = 46,
    timeline_object_option_timeout = 155,
    timeline_object_option_body_size = 30115,
    timeline_object_option_method = 10036,
    timeline_object_option_user_name = 10173,
    timeline_object_option_password = 10174,
    timeline_object_option_signature = 10305,
    // The first version that signs all header fields and the given digest of a body, as S3 demands: 7.87.
    timeline_object_version = 0x075700,
};

// The library, with the functions that only these requests need.
typedef struct {
    timeline_curl curl;
    void (*reset)(void *handle);
    // Whether the version can sign requests for S3.
    int is_suitable;
} timeline_object_library;

// A request, and the functions that send and receive its bytes.
typedef struct {
    const char *url;
    // GET, HEAD, PUT or DELETE.
    const char *method;
    // A PEM file with the only trusted authorities, or NULL for those of the system.
    const char *authorities;
    // What to sign for, as in "aws:amz:eu-central-1:s3".
    const char *signature;
    const char *key;
    const char *secret;
    // A list of header lines.
    void *lines;
    // The number of bytes to send, or -1 for a request without a body.
    int64_t body_size;
    int64_t response_limit;
    long connect_milliseconds;
    long milliseconds;
    // The request fails if it moves fewer bytes per second for so many seconds.
    long minimum_rate;
    long patience_seconds;
    // Passed to the functions, which are called only during the request.
    void *context;
    size_t (*give_body)(char *target, size_t size, size_t count, void *context);
    size_t (*take_line)(char *bytes, size_t size, size_t count, void *context);
    size_t (*take_body)(char *bytes, size_t size, size_t count, void *context);
} timeline_object_request;

// The start of curl_version_info_data, whose fields never change.
typedef struct {
    int age;
    const char *version;
    unsigned int number;
} timeline_object_version_info;

// Loads the library like `timeline_curl_load`.
static inline int timeline_object_load(timeline_object_library *library, const char *name) {
    if (!timeline_curl_load(&library->curl, name)) return 0;
    void *loaded = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    timeline_object_version_info *(*version)(int age) = NULL;
    if (loaded == NULL || !timeline_curl_find(loaded, "curl_easy_reset", &library->reset) ||
        !timeline_curl_find(loaded, "curl_version_info", &version))
        return 0;
    library->is_suitable = version(0)->number >= timeline_object_version;
    return 1;
}

static inline int timeline_object_prepare(const timeline_curl *curl, void *handle,
                                          const timeline_object_request *request) {
    timeline_curl_setter set = (timeline_curl_setter)curl->set;
    long protocols = timeline_curl_protocol_http | timeline_curl_protocol_https;
    int failed = set(handle, timeline_curl_option_url, request->url) |
                 set(handle, timeline_curl_option_header, request->lines) |
                 set(handle, timeline_curl_option_protocols, protocols) |
                 set(handle, timeline_curl_option_follow_location, 0L) |
                 set(handle, timeline_curl_option_netrc, 0L) |
                 set(handle, timeline_curl_option_http_version, (long)timeline_curl_http_1_1) |
                 set(handle, timeline_curl_option_no_signal, 1L) |
                 set(handle, timeline_curl_option_verify_peer, 1L) |
                 set(handle, timeline_curl_option_verify_host, 2L) |
                 set(handle, timeline_curl_option_tls_version, (long)timeline_curl_tls_1_2) |
                 set(handle, timeline_curl_option_connect_timeout, request->connect_milliseconds) |
                 set(handle, timeline_object_option_timeout, request->milliseconds) |
                 set(handle, timeline_object_option_low_speed, request->minimum_rate) |
                 set(handle, timeline_object_option_low_speed_time, request->patience_seconds) |
                 set(handle, timeline_curl_option_response_limit, request->response_limit) |
                 set(handle, timeline_curl_option_suppress_connect_headers, 1L) |
                 set(handle, timeline_curl_option_header_function, request->take_line) |
                 set(handle, timeline_curl_option_header_data, request->context) |
                 set(handle, timeline_curl_option_write_function, request->take_body) |
                 set(handle, timeline_curl_option_write_data, request->context) |
                 set(handle, timeline_curl_option_socket_function, timeline_curl_keep_socket) |
                 set(handle, timeline_object_option_signature, request->signature) |
                 set(handle, timeline_object_option_user_name, request->key) |
                 set(handle, timeline_object_option_password, request->secret);
    if (request->authorities != NULL) {
        failed |= set(handle, timeline_curl_option_authorities, request->authorities);
        // Some builds have no such folder, so a failure is fine.
        set(handle, timeline_curl_option_authority_folder, (char *)NULL);
    }
    if (request->body_size >= 0)
        failed |= set(handle, timeline_object_option_upload, 1L) |
                  set(handle, timeline_object_option_body_size, request->body_size) |
                  set(handle, timeline_curl_option_read_function, request->give_body) |
                  set(handle, timeline_curl_option_read_data, request->context);
    else if (strcmp(request->method, "HEAD") == 0)
        failed |= set(handle, timeline_object_option_no_body, 1L);
    else
        failed |= set(handle, timeline_object_option_method, request->method);
    return !failed;
}

// Sends a request, and waits until it has ended. Only one thread at a time may use a handle. The handle keeps its
// connection, but neither the keys nor any other option.
static inline timeline_curl_result timeline_object_send(const timeline_object_library *library,
                                                        void *handle,
                                                        const timeline_object_request *request) {
    timeline_curl_getter get = (timeline_curl_getter)library->curl.get;
    timeline_curl_result result = {timeline_curl_unsuitable, 0, 0, 0};
    if (timeline_object_prepare(&library->curl, handle, request)) {
        result.code = library->curl.perform(handle);
        get(handle, timeline_curl_info_status, &result.status);
        get(handle, timeline_curl_info_proxy_status, &result.proxy_status);
        get(handle, timeline_curl_info_errno, &result.error);
    }
    library->reset(handle);
    return result;
}

// Starts a list of header lines, which `timeline_curl_add` extends.
static inline void *timeline_object_lines(const timeline_object_library *library,
                                          const char *first) {
    return library->curl.append(NULL, first);
}

static inline void timeline_object_free(const timeline_object_library *library, void *lines) {
    if (lines != NULL) library->curl.free_list(lines);
}

#endif
