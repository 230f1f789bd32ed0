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
    /// - Parameter path: The file or folder.
    /// - Returns: The kind. An archive of an unknown kind counts as one of Instagram: the import
    ///   rejects it with a reason.
    /// - Throws: `TimelineError.archiveUnreadable` if the file is no archive, or a storage error.
    public func recognizeArchive(at path: URL) async throws -> RecognizedArchive {
        try await readingArchive {
            let names = try ArchiveOpening.open(path).entries.map(\.path)
            if names.contains(ArchiveManifest.path) {
                return .timeline(try StoreArchive(at: path))
            }
            let hasOutbox = names.contains { $0.split(separator: "/").last == "outbox.json" }
            return .posts(
                hasOutbox ? .mastodon(includesPrivate: false) : .instagram(places: false)
            )
        }
    }
}
