#if Server
public import Foundation
public import TimelineCore
public import TimelinePages

/// The functions with which the pages import and export archives.
///
/// Archives are implemented in a separate target, which the server does not depend on.
public struct ArchiveTransfer: Sendable {
    /// Imports an archive for the user of a session.
    ///
    /// The path refers to an uploaded file. With `includesPlaces`, the places of posts are also
    /// imported, if the archive is from another service. `progress` receives the number of
    /// processed entries and their total number.
    public let importArchive:
        @Sendable (
            _ archive: URL,
            _ includesPlaces: Bool,
            _ session: UserSession,
            _ progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
        ) async throws -> TransferSummary
    /// Writes an archive of the session's user to a ZIP file that does not exist yet, with the
    /// originals of the photos if requested.
    ///
    /// Returns the number of pictures left out because their files are missing from the store or
    /// damaged, or their metadata could not be removed.
    public let exportArchive:
        @Sendable (_ target: URL, _ includesOriginals: Bool, _ session: UserSession) async throws ->
            Int

    /// Creates a value from its functions.
    public init(
        importArchive:
            @escaping @Sendable (
                _ archive: URL,
                _ includesPlaces: Bool,
                _ session: UserSession,
                _ progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
            ) async throws -> TransferSummary,
        exportArchive:
            @escaping @Sendable (
                _ target: URL,
                _ includesOriginals: Bool,
                _ session: UserSession
            ) async throws -> Int
    ) {
        self.importArchive = importArchive
        self.exportArchive = exportArchive
    }
}
#endif
