import CCurl

/// The library libcurl, loaded at run time.
///
/// The library is not linked, so that a program starts without it, and runs where it is not
/// installed until it needs a server.
struct CurlLibrary: Sendable {
    /// The system's library, located and initialized once, or `nil` if none is installed.
    static let system = CurlLibrary(names: [
        "libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.4.dylib",
        "/opt/homebrew/opt/curl/lib/libcurl.4.dylib",
    ])

    /// The addresses of libcurl's functions.
    private let functions: timeline_curl

    /// Loads the first library that exists under one of the given names or paths and has all
    /// functions.
    init?(names: [String]) {
        var functions = timeline_curl()
        guard names.contains(where: { timeline_curl_load(&functions, $0) != 0 }) else { return nil }
        self.functions = functions
    }

    /// Returns a new handle, which keeps connections open from one request to the next.
    func handle() -> UnsafeMutableRawPointer? {
        withUnsafePointer(to: functions) { timeline_curl_create($0) }
    }

    /// Closes the connections of a handle.
    func destroy(_ handle: UnsafeMutableRawPointer) {
        withUnsafePointer(to: functions) { timeline_curl_destroy($0, handle) }
    }

    /// Sends a request, and waits for the response.
    func send(
        _ request: timeline_curl_request,
        with handle: UnsafeMutableRawPointer
    ) -> timeline_curl_result {
        withUnsafePointer(to: functions) { functions in
            withUnsafePointer(to: request) { timeline_curl_send(functions, handle, $0) }
        }
    }
}
