import Foundation
import TimelineCore

extension SharedTables {
    /// The pending changes that are readable.
    func pendingChanges() throws -> [Change] {
        // The doctor reports the others.
        try pendingTexts().compactMap { try? Change(pending: $0) }
    }

    /// The readable changes that wait for a user or a post, in the order in which they will be
    /// applied.
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
