import Foundation
import TimelineCore

/// Pending changes: changes that refer to a user or post which has not arrived.
///
/// They are stored as JSON in `waiting_change`, keyed by the bytes of the UUID (16) or push ID (15)
/// that they wait for; `Docs/Schema.md` describes the form. A later version may store changes that
/// this one cannot decode. Those stay where they are, and the doctor reports them.
///
/// There are few, in a store without sync usually none, so queries that read all of them are rare
/// and short.
extension SharedTables {
    /// The pending changes that are readable, in the order of the users and posts they wait for.
    func pendingChanges() throws -> [Change] {
        // The doctor reports the others.
        try pendingTexts().compactMap { try? Change(pending: $0) }
    }

    /// The readable changes that wait for a user or a post, in the order in which they will be
    /// applied.
    ///
    /// - Parameter dependency: a user's or a post's ID.
    /// - Returns: the changes.
    /// - Throws: `DatabaseError`.
    func pendingChanges(waitingFor dependency: any StatementArgument) throws -> [Change] {
        // The doctor reports the others.
        try pendingTexts(waitingFor: dependency).compactMap { try? Change(pending: $0) }
    }

    /// The JSON of all pending changes.
    func pendingTexts() throws -> [String] {
        try statement("SELECT change FROM waiting_change ORDER BY dependency, change")
            .all { $0.text(0) }
    }

    /// The JSON of the changes that wait for a user or a post.
    func pendingTexts(waitingFor dependency: any StatementArgument) throws -> [String] {
        try statement("SELECT change FROM waiting_change WHERE dependency = ? ORDER BY change")
            .all(dependency) { $0.text(0) }
    }

    /// The blobs that pending changes reference; for an unreadable change, everything that looks
    /// like a blob ID, since a later version may be able to read it.
    ///
    /// Too many blobs are harmless: a blob that is not referenced stays until the change can be
    /// read. Too few would delete somebody's photo.
    func blobsOfPendingChanges() throws -> [BlobID] {
        try pendingTexts()
            .flatMap { text in
                // The doctor reports it.
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
