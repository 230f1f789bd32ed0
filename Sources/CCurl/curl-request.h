// Sends requests with libcurl, which is loaded at run time: neither building nor running needs it. Swift cannot call
// functions with a variable number of arguments, so these few lines are C. The declarations follow the documented, stable
// C interface of version 7.54 and later.
#ifndef TIMELINE_CURL_REQUEST_H
#define TIMELINE_CURL_REQUEST_H

#include <dlfcn.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// The library's error codes that Timeline distinguishes.
enum {
    timeline_curl_ok = 0,
    timeline_curl_unsupported_protocol = 1,
    timeline_curl_unknown_proxy = 5,
    timeline_curl_unknown_host = 6,
    timeline_curl_cannot_connect = 7,
    timeline_curl_partial_file = 18,
    timeline_curl_timeout = 28,
    timeline_curl_tls_failed = 35,
    timeline_curl_old_certificate_rejected = 51,
    timeline_curl_got_nothing = 52,
    timeline_curl_send_failed = 55,
    timeline_curl_receive_failed = 56,
    timeline_curl_cipher_unusable = 59,
    timeline_curl_certificate_rejected = 60,
    timeline_curl_rewind_failed = 65,
    timeline_curl_authorities_unusable = 77,
    timeline_curl_proxy_failed = 97,
    // Not one of the library's: it lacks an option that a request needs.
    timeline_curl_unsuitable = -1,
};

// The library's options.
enum {
    timeline_curl_option_write_data = 10001,
    timeline_curl_option_url = 10002,
    timeline_curl_option_read_data = 10009,
    timeline_curl_option_write_function = 20011,
    timeline_curl_option_read_function = 20012,
    timeline_curl_option_header = 10023,
    timeline_curl_option_header_data = 10029,
    timeline_curl_option_tls_version = 32,
    timeline_curl_option_no_progress = 43,
    timeline_curl_option_post = 47,
    timeline_curl_option_netrc = 51,
    timeline_curl_option_follow_location = 52,
    timeline_curl_option_progress_data = 10057,
    timeline_curl_option_verify_peer = 64,
    timeline_curl_option_authorities = 10065,
    timeline_curl_option_header_function = 20079,
    timeline_curl_option_verify_host = 81,
    timeline_curl_option_http_version = 84,
    timeline_curl_option_authority_folder = 10097,
    timeline_curl_option_no_signal = 99,
    timeline_curl_option_response_limit = 30117,
    timeline_curl_option_body_size = 30120,
    timeline_curl_option_connect_only = 141,
    timeline_curl_option_connect_timeout = 156,
    timeline_curl_option_protocols = 181,
    timeline_curl_option_socket_function = 20148,
    timeline_curl_option_close_function = 20208,
    timeline_curl_option_close_data = 10209,
    timeline_curl_option_progress_function = 20219,
    timeline_curl_option_suppress_connect_headers = 265,
};

// The values of options, and the figures of a request.
enum {
    timeline_curl_tls_1_2 = 6,
    timeline_curl_http_1_1 = 2,
    timeline_curl_protocol_http = 1,
    timeline_curl_protocol_https = 2,
    timeline_curl_global_all = 3,
    timeline_curl_info_status = 0x200002,
    timeline_curl_info_proxy_status = 0x200016,
    timeline_curl_info_errno = 0x200019,
};

// Swift cannot import these types, so `timeline_curl` contains them as functions without arguments.
typedef int (*timeline_curl_setter)(void *handle, int option, ...);
typedef int (*timeline_curl_getter)(void *handle, int info, ...);

// The functions of the library.
typedef struct {
    int (*initialize)(long flags);
    void *(*create)(void);
    void (*destroy)(void *handle);
    int (*set)(void);
    int (*perform)(void *handle);
    int (*get)(void);
    void *(*append)(void *list, const char *line);
    void (*free_list)(void *list);
} timeline_curl;

// A request, and the functions that send and receive its bytes.
typedef struct {
    const char *url;
    // A PEM file with the only trusted authorities, or NULL for those of the system.
    const char *authorities;
    // A header line, or NULL.
    const char *field;
    // Whether to connect without sending anything.
    int is_probe;
    long connect_milliseconds;
    int64_t body_size;
    int64_t response_limit;
    // Passed to the functions, which are called only during the request.
    void *context;
    // Copies a part of the body, and returns its size.
    size_t (*give_body)(char *target, size_t size, size_t count, void *context);
    // Receive a line of the header and a part of the body. The request fails unless they return the number of bytes.
    size_t (*take_line)(char *bytes, size_t size, size_t count, void *context);
    size_t (*take_body)(char *bytes, size_t size, size_t count, void *context);
    // Receives the number of bytes of both bodies at least once per second. Another result than 0 ends the request.
    int (*check)(void *context, int64_t total, int64_t received, int64_t all, int64_t sent);
    // Closes a socket, during the request or later, but before the handle has been destroyed.
    void *socket_context;
    int (*close_socket)(void *context, int socket);
} timeline_curl_request;

// The outcome of a request.
typedef struct {
    long code;
    // The status of the response, or 0.
    long status;
    // The status of the response of a proxy that was asked for a tunnel, or 0.
    long proxy_status;
    // The error number of the system if no connection was established.
    long error;
} timeline_curl_result;

static inline int timeline_curl_find(void *library, const char *name, void *function) {
    void *found = dlsym(library, name);
    memcpy(function, &found, sizeof found);
    return found != NULL;
}

// Loads the library, initializes it, and returns whether it can be used. The library is never closed.
static inline int timeline_curl_load(timeline_curl *curl, const char *name) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return 0;
    return timeline_curl_find(library, "curl_global_init", &curl->initialize) &&
           timeline_curl_find(library, "curl_easy_init", &curl->create) &&
           timeline_curl_find(library, "curl_easy_cleanup", &curl->destroy) &&
           timeline_curl_find(library, "curl_easy_setopt", &curl->set) &&
           timeline_curl_find(library, "curl_easy_perform", &curl->perform) &&
           timeline_curl_find(library, "curl_easy_getinfo", &curl->get) &&
           timeline_curl_find(library, "curl_slist_append", &curl->append) &&
           timeline_curl_find(library, "curl_slist_free_all", &curl->free_list) &&
           curl->initialize(timeline_curl_global_all) == timeline_curl_ok;
}

// Keeps a socket from the programs that this process starts.
static inline int timeline_curl_keep_socket(void *context, int socket, int purpose) {
    (void)context;
    (void)purpose;
    // Otherwise, a program could keep the connection open, which is no reason to fail.
    fcntl(socket, F_SETFD, FD_CLOEXEC);
    return 0;
}

static inline void *timeline_curl_create(const timeline_curl *curl) { return curl->create(); }

// Closes the connections of a handle.
static inline void timeline_curl_destroy(const timeline_curl *curl, void *handle) {
    curl->destroy(handle);
}

// Returns whether the library accepts all options without which a request would be less safe.
static inline int timeline_curl_prepare(const timeline_curl *curl, void *handle,
                                        const timeline_curl_request *request) {
    timeline_curl_setter set = (timeline_curl_setter)curl->set;
    // The only protocols, whatever the address or a proxy in the environment says.
    long protocols = timeline_curl_protocol_http | timeline_curl_protocol_https;
    int failed = set(handle, timeline_curl_option_url, request->url) |
                 set(handle, timeline_curl_option_protocols, protocols) |
                 set(handle, timeline_curl_option_follow_location, 0L) |
                 set(handle, timeline_curl_option_netrc, 0L) |
                 set(handle, timeline_curl_option_http_version, (long)timeline_curl_http_1_1) |
                 set(handle, timeline_curl_option_no_signal, 1L) |
                 set(handle, timeline_curl_option_verify_peer, 1L) |
                 set(handle, timeline_curl_option_verify_host, 2L) |
                 set(handle, timeline_curl_option_tls_version, (long)timeline_curl_tls_1_2) |
                 set(handle, timeline_curl_option_connect_timeout, request->connect_milliseconds) |
                 set(handle, timeline_curl_option_response_limit, request->response_limit) |
                 set(handle, timeline_curl_option_suppress_connect_headers, 1L) |
                 set(handle, timeline_curl_option_read_function, request->give_body) |
                 set(handle, timeline_curl_option_read_data, request->context) |
                 set(handle, timeline_curl_option_header_function, request->take_line) |
                 set(handle, timeline_curl_option_header_data, request->context) |
                 set(handle, timeline_curl_option_write_function, request->take_body) |
                 set(handle, timeline_curl_option_write_data, request->context) |
                 set(handle, timeline_curl_option_no_progress, 0L) |
                 set(handle, timeline_curl_option_progress_function, request->check) |
                 set(handle, timeline_curl_option_progress_data, request->context) |
                 set(handle, timeline_curl_option_socket_function, timeline_curl_keep_socket) |
                 set(handle, timeline_curl_option_close_function, request->close_socket) |
                 set(handle, timeline_curl_option_close_data, request->socket_context);
    if (request->authorities != NULL) {
        failed |= set(handle, timeline_curl_option_authorities, request->authorities);
        // Some builds have no such folder, so a failure is fine.
        set(handle, timeline_curl_option_authority_folder, (char *)NULL);
    }
    if (request->is_probe) return !(failed | set(handle, timeline_curl_option_connect_only, 1L));
    // Without a function to rewind it, the library cannot send a body twice. That would end the session, because the
    // server may have received it.
    failed |= set(handle, timeline_curl_option_post, 1L) |
              set(handle, timeline_curl_option_body_size, request->body_size);
    return !failed;
}

// Replaces a list by one with another line, or by NULL.
static inline void timeline_curl_add(const timeline_curl *curl, void **list, const char *line) {
    void *longer = *list == NULL || line == NULL ? NULL : curl->append(*list, line);
    if (longer == NULL && *list != NULL) curl->free_list(*list);
    *list = longer;
}

// Sends a request, and waits until it has ended. Only one thread at a time may use a handle.
static inline timeline_curl_result timeline_curl_send(const timeline_curl *curl, void *handle,
                                                      const timeline_curl_request *request) {
    timeline_curl_setter set = (timeline_curl_setter)curl->set;
    timeline_curl_getter get = (timeline_curl_getter)curl->get;
    timeline_curl_result result = {timeline_curl_unsuitable, 0, 0, 0};
    void *lines = curl->append(NULL, "Content-Type: application/octet-stream");
    // The library would wait for a permission to send the body, and accept any type of content.
    timeline_curl_add(curl, &lines, "Expect:");
    timeline_curl_add(curl, &lines, "Accept:");
    if (request->field != NULL) timeline_curl_add(curl, &lines, request->field);
    if (lines == NULL) return result;
    if (set(handle, timeline_curl_option_header, lines) == timeline_curl_ok &&
        timeline_curl_prepare(curl, handle, request))
        result.code = curl->perform(handle);
    set(handle, timeline_curl_option_header, NULL);
    curl->free_list(lines);
    get(handle, timeline_curl_info_status, &result.status);
    get(handle, timeline_curl_info_proxy_status, &result.proxy_status);
    get(handle, timeline_curl_info_errno, &result.error);
    return result;
}

#endif
