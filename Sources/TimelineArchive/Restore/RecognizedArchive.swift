public import Foundation
public import TimelineCore

/// The kind of an archive, recognized by the names of its files.
public enum RecognizedArchive: Hashable, Sendable {
    /// A Timeline archive, to be opened as a ``StoreArchive``.
    case timeline
    /// An archive from another service, which contains the posts of one user.
    case posts(ArchiveFormat)
}

extension UserSession {
    /// Determines the kind of an archive.
    ///
    /// The files in the archive are not read, so that an archive of an unwanted kind can be refused
    /// at little cost.
    ///
    /// - Parameters:
    ///   - path: The file or folder.
    ///   - includesPlaces: Whether to import places from an archive of another service.
    /// - Returns: The kind. An unknown archive is treated as an Instagram archive, which the import
    ///   then rejects with a reason.
    /// - Throws: `TimelineError.archiveUnreadable` if the file is not an archive, or a storage
    ///   error.
    public func recognizeArchive(
        at path: URL,
        includingPlaces includesPlaces: Bool = false
    ) async throws -> RecognizedArchive {
        try await readingArchive {
            let names = try ArchiveOpening.open(path).entries.map(\.path)
            if names.contains(ArchiveManifest.path) { return .timeline }
            let hasOutbox = names.contains { $0.split(separator: "/").last == "outbox.json" }
            return .posts(
                hasOutbox ? .mastodon(includesPrivate: false) : .instagram(places: includesPlaces)
            )
        }
    }
}
