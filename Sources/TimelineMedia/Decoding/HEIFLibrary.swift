import CHEIF

/// The library libheif with an HEVC decoder, loaded at run time.
///
/// The library is not linked. A program therefore runs with or without libheif, and can show HEIC
/// once libheif is installed.
struct HEIFLibrary: Sendable {
    /// The system's library, located once, or `nil` if none is installed.
    static let system = HEIFLibrary(names: [
        "libheif.so.1", "libheif.1.dylib", "/opt/homebrew/lib/libheif.1.dylib",
        "/usr/local/lib/libheif.1.dylib",
    ])

    /// The addresses of libheif's functions.
    private let functions: timeline_heif

    /// Creates a library from its functions.
    init(_ functions: timeline_heif) { self.functions = functions }

    /// Loads the first library that exists under one of the given names or paths and has all
    /// functions.
    init?(names: [String]) {
        var functions = timeline_heif()
        guard names.contains(where: { timeline_heif_load(&functions, $0) != 0 }) else { return nil }
        self.functions = functions
    }

    /// Decodes a picture and returns libheif's error code, which is 0 on success.
    func read(_ source: timeline_heif_source) -> Int32 {
        withUnsafePointer(to: functions) { functions in
            withUnsafePointer(to: source) { timeline_heif_read(functions, $0) }
        }
    }
}
