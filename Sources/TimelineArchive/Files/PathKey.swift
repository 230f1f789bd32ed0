/// A path that equals only paths with the same bytes.
///
/// Strings are equal even if they are in different Unicode normalization forms, but such paths
/// belong to different files.
struct PathKey: Hashable, Comparable, Sendable {
    /// Shares its storage with the string of the entry, so a set of keys needs little memory.
    private let path: String

    init(_ path: some StringProtocol) { self.path = String(path) }

    static func == (first: PathKey, second: PathKey) -> Bool {
        first.path.utf8.elementsEqual(second.path.utf8)
    }

    static func < (first: PathKey, second: PathKey) -> Bool {
        first.path.utf8.lexicographicallyPrecedes(second.path.utf8)
    }

    func hash(into hasher: inout Hasher) {
        // An archive can contain any number of equal strings, whose hashes must not collide.
        var path = path
        path.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
