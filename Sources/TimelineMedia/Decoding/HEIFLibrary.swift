import CHEIF

/// libheif with a decoder for HEVC, loaded at run time.
///
/// Nothing is linked: a program built here runs with or without libheif, and starts to show HEIC
/// when it is installed.
struct HEIFLibrary: Sendable {
    /// The system's library, searched for once; `nil` if none is installed.
    static let system = HEIFLibrary(names: [
        "libheif.so.1", "libheif.1.dylib", "/opt/homebrew/lib/libheif.1.dylib",
        "/usr/local/lib/libheif.1.dylib",
    ])

    /// The addresses of libheif's functions.
    private let functions: timeline_heif

    /// Creates a library from its functions.
    init(_ functions: timeline_heif) { self.functions = functions }

    /// Loads the first library that exists under one of the names or paths and has all functions.
    init?(names: [String]) {
        var functions = timeline_heif()
        guard names.contains(where: { timeline_heif_load(&functions, $0) != 0 }) else { return nil }
        self.functions = functions
    }

    /// Decodes a picture and returns libheif's error code, 0 for success.
    func read(_ source: timeline_heif_source) -> Int32 {
        withUnsafePointer(to: functions) { functions in
            withUnsafePointer(to: source) { timeline_heif_read(functions, $0) }
        }
    }
}
