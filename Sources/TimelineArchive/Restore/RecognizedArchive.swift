public import Foundation
public import TimelineCore

/// An archive, recognized by its contents.
public enum RecognizedArchive: Sendable {
    /// An archive of Timeline.
    case timeline(StoreArchive)
    /// An archive of another service, which contains posts of one user.
    case posts(ArchiveFormat)
}

extension UserSession {
    /// Opens an archive and determines its kind.
    ///
    /// - Parameters:
    ///   - path: The file or folder.
    ///   - includesPlaces: Whether to import the places of posts from an archive of another service.
    /// - Returns: The kind. An archive of an unknown kind counts as one of Instagram: the import
    ///   rejects it with a reason.
    /// - Throws: `TimelineError.archiveUnreadable` if the file is no archive, or a storage error.
    public func recognizeArchive(
        at path: URL,
        includingPlaces includesPlaces: Bool = false
    ) async throws -> RecognizedArchive {
        try await readingArchive {
            let names = try ArchiveOpening.open(path).entries.map(\.path)
            if names.contains(ArchiveManifest.path) {
                return .timeline(try StoreArchive(at: path))
            }
            let hasOutbox = names.contains { $0.split(separator: "/").last == "outbox.json" }
            return .posts(
                hasOutbox ? .mastodon(includesPrivate: false) : .instagram(places: includesPlaces)
            )
        }
    }
}
