import Foundation
import TimelineCore

/// The columns of `record` from which a record is read, and SQL for its column `kind`.
enum RecordColumns {
    /// The columns, in the order in which ``VerifiedRecord/init(_:)`` reads them.
    static let sql = "body, signature, id"

    /// The ID of the key that signed a record, which has a fixed place in the encoded body.
    static let keyID = "substr(body, 21, 8)"

    /// The list of the kinds that introduce their author.
    ///
    /// The index `record_introduction` contains `kind IN` this list. SQLite uses the index only for
    /// statements with the same text.
    static let introductions = list(RecordKind.allCases.filter(\.introducesAuthor))
    /// The list of the kinds that say no more about a user than their keys and profile.
    static let keysAndProfile =
        list(RecordKind.allCases.filter { $0.introducesAuthor && $0 != .accountDeleted })
    /// The list of the kinds that root keys sign.
    static let signedByRoot = list(RecordKind.allCases.filter(\.isSignedByRoot))
    /// The list of the kinds that remove a post, a comment or a like.
    static let deletions = list(RecordKind.allCases.filter(\.isDeletion))
    /// The list of the kinds that remove the author's comment or like.
    static let removedReplies = list(RecordKind.allCases.filter { $0.isDeletion && $0.isReply })
    /// The condition for records that a deletion can remove or whose subject one has removed.
    static let concernsDeletions =
        "kind IN " + list(RecordKind.allCases.filter(\.concernsDeletions))
    /// The condition for records that concern a post without adding, editing or deleting it.
    ///
    /// The index `record_post` contains this condition. SQLite uses the index only for statements
    /// with the same text.
    static let concernsPost = "kind IN " + list(RecordKind.allCases.filter(\.isOnPost))

    /// Returns an SQL list of the numbers of the given kinds.
    private static func list(_ kinds: [RecordKind]) -> String {
        "(" + kinds.map { "\($0.rawValue)" }.joined(separator: ", ") + ")"
    }
}

extension VerifiedRecord {
    /// Reads a record that was verified before it was stored.
    ///
    /// Returns `nil` if the body or the ID is damaged. Only the doctor verifies signatures again.
    init?(_ row: ResultRow) {
        let (body, signature) = (Array(row.data(0)), Array(row.data(1)))
        // Any error means that the bytes are damaged.
        guard let record = try? SignedRecord(bodyBytes: body, signature: signature),
            RecordID(bytes: row.data(2)) == record.id
        else { return nil }
        self.init(unchecked: record)
    }
}
