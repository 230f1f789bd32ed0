import CHEIF

/// libheif with a decoder of HEVC, if the system has it.
struct HEIFLibrary: Sendable {
    /// The system's, looked for once; `nil` where there is none.
    static let system = HEIFLibrary(names: [
        "libheif.so.1", "libheif.1.dylib", "/opt/homebrew/lib/libheif.1.dylib",
        "/usr/local/lib/libheif.1.dylib",
    ])

    private let functions: timeline_heif

    /// Takes the functions of a library.
    init(_ functions: timeline_heif) { self.functions = functions }

    /// Loads the first library of these names or paths that is there and whole.
    init?(names: [String]) {
        var functions = timeline_heif()
        guard names.contains(where: { timeline_heif_load(&functions, $0) != 0 }) else { return nil }
        self.functions = functions
    }

    /// Decodes a picture; what libheif calls the error is returned, 0 for none.
    func read(_ source: timeline_heif_source) -> Int32 {
        withUnsafePointer(to: functions) { functions in
            withUnsafePointer(to: source) { timeline_heif_read(functions, $0) }
        }
    }
}
