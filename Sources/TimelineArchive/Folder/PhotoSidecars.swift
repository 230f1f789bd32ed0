/// The sidecars of a folder's pictures: "a.xmp" or "a.jpg.xmp" for "a.jpg".
struct PhotoSidecars: Sendable {
    /// The sidecars by the paths of their pictures, with and without extension.
    private let sidecars: [Substring: [ArchiveEntry]]
    /// The paths of sidecars, without extension, that match a picture byte for byte.
    private let matched: Set<PathKey>

    /// Assigns sidecars to the pictures of a folder.
    init(_ sidecars: [ArchiveEntry], of pictures: [ArchiveEntry]) {
        self.sidecars = Dictionary(grouping: sidecars) { MediaIndex.stem(of: $0.path) }
        let keys = Set(sidecars.map(Self.key))
        matched = Set(pictures.lazy.flatMap(Self.keys).filter(keys.contains))
    }

    /// Returns the sidecar of a picture.
    ///
    /// Its path may be in another Unicode normalization form, unless it is that of another picture.
    func sidecar(of picture: ArchiveEntry) -> ArchiveEntry? {
        let candidates = Self.paths(picture).flatMap { sidecars[$0] ?? [] }
        let keys = Self.keys(picture)
        return candidates.first { keys.contains(Self.key($0)) }
            ?? candidates.first { !matched.contains(Self.key($0)) }
    }

    private static func key(_ sidecar: ArchiveEntry) -> PathKey {
        PathKey(MediaIndex.stem(of: sidecar.path))
    }

    private static func keys(_ picture: ArchiveEntry) -> [PathKey] {
        paths(picture).map { PathKey($0) }
    }

    /// The possible paths of a picture's sidecars, without their extension.
    private static func paths(_ picture: ArchiveEntry) -> [Substring] {
        [picture.path[...], MediaIndex.stem(of: picture.path)]
    }
}
