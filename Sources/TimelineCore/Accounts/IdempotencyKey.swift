import Foundation

/// The key with which a program marks a request, so that sending it again has no further effect.
///
/// The private values contain only its hash, below the prefix of the user's account.
struct IdempotencyKey: Sendable {
    /// What a request adds.
    enum Kind: String {
        /// A post.
        case post
        /// A comment.
        case comment
    }

    /// The time in which a repeated request has no effect: 24 hours, in seconds.
    static let lifetime: TimeInterval = 86_400

    private let hash: String

    /// Creates a key.
    ///
    /// Requests of different kinds may have the same text.
    init(_ text: String, of kind: Kind) {
        hash = BlobID(of: Data("\(kind.rawValue)/\(text)".utf8)).description
    }

    fileprivate static func prefix(of user: User.ID) -> String {
        PrivateValue.accountPrefix(of: user) + "request/"
    }

    fileprivate func key(of user: User.ID) -> String { Self.prefix(of: user) + hash }
}

/// What a request has added.
private struct AddedItem {
    let id: PushID
    /// The time of the request in milliseconds since 1970.
    let milliseconds: UInt64

    init(_ id: PushID, at date: Date) {
        (self.id, milliseconds) = (id, date.millisecondsSince1970)
    }

    /// Reads a stored item, or returns `nil` if it is malformed.
    init?(stored bytes: [UInt8]) {
        do throws(RecordError) {
            var reader = CBORReader(bytes)
            try reader.array(of: 2)
            (milliseconds, id) = (try reader.milliseconds(), try reader.value())
            try reader.finish()
        } catch {
            return nil
        }
    }

    var stored: [UInt8] {
        var writer = CBORWriter()
        writer.array(2)
        writer.write(milliseconds)
        writer.write(id)
        return writer.bytes
    }

    /// Returns whether the item is at most as old as a key counts, and not from the far future.
    func counts(at date: Date) -> Bool {
        let age = date.timeIntervalSince(Date(millisecondsSince1970: milliseconds))
        return (-TimeInterval(PushID.clockTolerance) / 1000..<IdempotencyKey.lifetime).contains(age)
    }
}

extension AccountReader {
    /// Returns the ID of what an earlier request of a user with the same key has added, or `nil` if
    /// there was none within ``IdempotencyKey/lifetime``.
    func itemAdded(with key: IdempotencyKey, by user: User.ID, at date: Date) throws -> PushID? {
        let item = try privateValue(forKey: key.key(of: user)).flatMap { AddedItem(stored: $0) }
        guard let item, item.counts(at: date) else { return nil }
        return item.id
    }
}

extension AccountWriter {
    /// Notes what the request of a user with a key adds, and deletes keys that no longer count, among
    /// those that follow the key.
    ///
    /// The keys are in the order of hashes and follow each other in a circle, so that requests delete
    /// more keys than they add.
    func note(
        _ id: PushID,
        addedWith key: IdempotencyKey,
        by user: User.ID,
        at date: Date
    ) throws {
        let (prefix, own, limit) = (IdempotencyKey.prefix(of: user), key.key(of: user), 50)
        var values = try privateValues(withPrefix: prefix, after: own, limit: limit)
        values += try privateValues(withPrefix: prefix, after: nil, limit: limit - values.count)
        for value in values where AddedItem(stored: value.bytes)?.counts(at: date) != true {
            try setPrivateValue(nil, forKey: value.key)
        }
        try setPrivateValue(AddedItem(id, at: date).stored, forKey: own)
    }
}
