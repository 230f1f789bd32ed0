import Foundation
import TimelineCore

/// Access to pending changes, which refer to a user or post that has not arrived.
///
/// Pending changes are stored as JSON in `waiting_change`. The key is the UUID (16 bytes) or push
/// ID (15 bytes) for which they wait. `Docs/Schema.md` describes the format. A later version may
/// store changes that this version cannot decode. Such changes remain in the table, and the doctor
/// reports them.
///
/// There are few pending changes, and usually none in a store without synchronization. Queries that
/// read all of them are therefore rare and fast.
extension SharedTables {
    /// Returns the pending changes that can be decoded, sorted by the users and posts for which
    /// they wait.
    func pendingChanges() throws -> [Change] {
        // The doctor reports all others.
        try pendingTexts().compactMap { try? Change(pending: $0) }
    }

    /// Returns the decodable changes that wait for a user or a post, in the order in which they
    /// will be applied.
    ///
    /// - Parameter dependency: The ID of a user or a post.
    /// - Returns: The changes.
    /// - Throws: `SQLiteError`.
    func pendingChanges(waitingFor dependency: any StatementArgument) throws -> [Change] {
        // The doctor reports all others.
        try pendingTexts(waitingFor: dependency).compactMap { try? Change(pending: $0) }
    }

    /// Returns the JSON of all pending changes.
    func pendingTexts() throws -> [String] {
        try statement("SELECT change FROM waiting_change ORDER BY dependency, change")
            .all { $0.text(0) }
    }

    /// Returns the JSON of the changes that wait for a user or a post.
    func pendingTexts(waitingFor dependency: any StatementArgument) throws -> [String] {
        try statement("SELECT change FROM waiting_change WHERE dependency = ? ORDER BY change")
            .all(dependency) { $0.text(0) }
    }

    /// Returns the blobs that pending changes reference.
    ///
    /// If a change cannot be decoded, the result includes everything in it that looks like a blob
    /// ID, because a later version may be able to decode it. Returning too many blobs is harmless,
    /// because it only delays the removal of orphaned blobs. Returning too few would delete a
    /// user's photo.
    func blobsOfPendingChanges() throws -> [BlobID] {
        try pendingTexts()
            .flatMap { text in
                // The doctor reports changes that cannot be decoded.
                (try? Change(pending: text))?.referencedBlobs
                    ?? text.split { !$0.isHexDigit }.compactMap { BlobID(String($0)) }
            }
    }
}

extension Change {
    /// Decodes a pending change.
    ///
    /// - Throws: `DecodingError`.
    init(pending text: String) throws {
        self = try JSONDecoder().decode(Change.self, from: Data(text.utf8))
    }
}
