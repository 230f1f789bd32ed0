import TimelineCrypto

/// A record that was signed with its author's root key or with a device key that the root key has
/// certified.
///
/// Other packages can create verified records only with a ``KeyDirectory``, so unverified records
/// cannot enter a live set.
public struct VerifiedRecord: Hashable, Sendable {
    /// The record.
    public let record: SignedRecord

    /// Creates a verified record without verifying the signature.
    ///
    /// Repositories call this initializer for records that they read from their own tables.
    package init(unchecked record: SignedRecord) {
        self.record = record
    }

    /// Creates a record by signing a statement.
    ///
    /// - Throws: ``RecordError`` if the statement cannot be encoded.
    package init(signing body: RecordBody, with key: SigningKey) throws(RecordError) {
        self.init(unchecked: try SignedRecord(signing: body, with: key))
    }

    /// Signs many statements on all processors.
    ///
    /// Blocks the calling thread, which also signs. Do not call the method on Swift's cooperative
    /// thread pool.
    ///
    /// - Parameter statements: The statements, each with the key that signs it.
    /// - Returns: For each statement, in the same order, the record or the error that rejects it.
    package static func signing(
        _ statements: [(body: RecordBody, key: SigningKey)]
    ) -> [Result<VerifiedRecord, RecordError>] {
        ConcurrentParts.map(statements.count) { index in
            Result { () throws(RecordError) in
                try VerifiedRecord(signing: statements[index].body, with: statements[index].key)
            }
        }
    }

    /// The ID of the record.
    public var id: RecordID { record.id }
    /// The statement and its author.
    public var body: RecordBody { record.body }
    /// Whether the record introduces its author: it adds or revokes a key, sets a profile field, or
    /// states that the author has left.
    ///
    /// Such records accompany their author's replies.
    public var introducesAuthor: Bool {
        body.content.isSignedByRoot || body.content.kind == .profileSet
    }
}

extension VerifiedRecord: Comparable {
    /// Returns whether `left` sorts before `right`, first by stamp and then by ID.
    ///
    /// The highest record of an LWW register wins.
    public static func < (left: Self, right: Self) -> Bool {
        (left.body.stamp, left.id) < (right.body.stamp, right.id)
    }
}
