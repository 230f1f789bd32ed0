#if Server
public import Foundation
public import TimelineCore
public import TimelinePages

/// The part of the archives that imports and exports them, as far as the pages offer it.
///
/// Archives belong to a target of their own, which a server does not need.
public struct ArchiveTransfer: Sendable {
    /// Imports an archive for the user of a session.
    ///
    /// The path is that of an uploaded file. With `includesPlaces`, the places of posts are imported,
    /// too, if the archive is one of another service. `progress` receives the number of processed entries
    /// and their total number.
    public let importArchive:
        @Sendable (
            _ archive: URL,
            _ includesPlaces: Bool,
            _ session: UserSession,
            _ progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
        ) async throws -> TransferSummary
    /// Writes an archive of the user of a session to a ZIP file that does not exist yet, with the
    /// originals of the photos if requested.
    public let exportArchive:
        @Sendable (_ target: URL, _ includesOriginals: Bool, _ session: UserSession) async throws ->
            Void

    /// Creates a value.
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
            ) async throws -> Void
    ) {
        self.importArchive = importArchive
        self.exportArchive = exportArchive
    }
}
#endif
