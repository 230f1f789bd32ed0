/// Checks the paths in a container.
enum ArchivePath {
    /// The maximum length of a path in bytes.
    static let byteLimit = 4096

    /// Returns a path in its simplest form: components separated by slashes.
    ///
    /// Backslashes, which some programs on Windows write, are treated as slashes.
    ///
    /// - Throws: A fault if the path is absolute, points outside the container, contains control
    ///   characters, or is empty or too long.
    static func checked(_ path: String) throws(EntryError) -> String {
        guard path.utf8.count <= byteLimit,
            !path.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
        else { throw .invalidPath }
        let parts = path.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }
        guard let first = parts.first, !first.isEmpty, !isDrive(first) else {
            throw path.isEmpty ? .invalidPath : .absolutePath
        }
        guard !parts.contains("..") else { throw .climbingPath }
        let components = parts.filter { !$0.isEmpty && $0 != "." }
        guard !components.isEmpty else { throw .invalidPath }
        return components.joined(separator: "/")
    }

    /// Returns whether a component is a Windows drive letter with a colon.
    private static func isDrive(_ component: Substring) -> Bool {
        component.utf8.count == 2 && component.last == ":"
    }
}
