import CCurl

/// The library libcurl, loaded at run time.
///
/// It is not linked, so that a program without photos in S3 starts where it is not installed.
struct S3Library: Sendable {
    /// The system's library, located and initialized once, or `nil` if none is installed.
    static let system = S3Library(names: [
        "libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.4.dylib",
        "/opt/homebrew/opt/curl/lib/libcurl.4.dylib",
    ])

    private let functions: timeline_object_library

    /// Loads the first library that exists under one of the given names or paths and has all
    /// functions.
    init?(names: [String]) {
        var functions = timeline_object_library()
        guard names.contains(where: { timeline_object_load(&functions, $0) != 0 }) else {
            return nil
        }
        self.functions = functions
    }

    /// Whether this version of libcurl can sign requests for S3.
    var isSuitable: Bool { functions.is_suitable != 0 }

    /// Returns a new handle, which keeps a connection open from one request to the next.
    func handle() -> UnsafeMutableRawPointer? {
        withUnsafePointer(to: functions.curl) { timeline_curl_create($0) }
    }

    /// Closes the connections of a handle.
    func destroy(_ handle: UnsafeMutableRawPointer) {
        withUnsafePointer(to: functions.curl) { timeline_curl_destroy($0, handle) }
    }

    /// Sends a request with lines of a header, and waits for the response.
    func send(
        _ request: timeline_object_request,
        _ lines: [String],
        with handle: UnsafeMutableRawPointer
    ) -> timeline_curl_result {
        var request = request
        return withUnsafePointer(to: functions) { functions in
            // The library would otherwise name a type of its own for a body.
            request.lines = timeline_object_lines(
                functions,
                "content-type: application/octet-stream"
            )
            for line in lines {
                withUnsafePointer(to: functions.pointee.curl) {
                    timeline_curl_add($0, &request.lines, line)
                }
            }
            defer { timeline_object_free(functions, request.lines) }
            guard request.lines != nil else {
                return timeline_curl_result(
                    code: Int(timeline_curl_unsuitable),
                    status: 0,
                    proxy_status: 0,
                    error: 0
                )
            }
            return withUnsafePointer(to: request) { timeline_object_send(functions, handle, $0) }
        }
    }
}
