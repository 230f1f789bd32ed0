import Foundation
import TimelineCore

// The same entry must always receive the same ID, so these derivations must never change.

extension BlobID {
    /// Creates an ID by hashing several strings.
    ///
    /// Each string is prefixed with its length, so that no two lists have the same hash.
    fileprivate init(ofStrings strings: [String]) {
        self.init(of: Data(strings.flatMap { Array("\($0.utf8.count):\($0)".utf8) }))
    }
}

extension User.ID {
    /// Creates the ID of the user with the given Firebase uid.
    ///
    /// If the uid is a UUID, it is the user's ID. Otherwise, the ID is a hash of the uid.
    ///
    /// The hash consists of the first bytes of a SHA-256, in the form of a version 8 UUID (RFC
    /// 9562, section 5.8).
    init(firebase uid: String) {
        if let id = User.ID(uid) {
            self = id
            return
        }
        var bytes = Array(BlobID(of: Data("timeline.firebase.user:\(uid)".utf8)).bytes.prefix(16))
        bytes[6] = bytes[6] & 0x0f | 0x80
        bytes[8] = bytes[8] & 0x3f | 0x80
        self.init(UUID(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }))
    }
}

extension PushID {
    /// Creates the push ID that a key represents.
    ///
    /// - Returns: `nil` if the key is not a push ID or is the lowest push ID, which no page can
    ///   contain.
    init?(firebase key: String) {
        guard let id = PushID(key), id > .min else { return nil }
        self = id
    }

    /// Creates a push ID with a hash of the given strings in place of its 72 random bits.
    init(milliseconds: UInt64, derivedFrom strings: [String]) {
        let bytes = BlobID(ofStrings: ["timeline.firebase"] + strings).bytes
        let random = bytes.prefix(9).map { UInt64($0) }
        self.init(
            milliseconds: milliseconds,
            random: (
                UInt16(random[0] << 8 | random[1]),
                random[2...].reduce(0) { $0 << 8 | $1 }
            )
        )
    }

    /// Creates the ID of a comment or like.
    ///
    /// If the key is a push ID, the key is used. Otherwise, the ID is derived from the post, the
    /// key and the content.
    ///
    /// A derived ID is one millisecond later than the post, plus one millisecond for each preceding
    /// index in the array. The key `"7"` is treated as index 7, because Firebase exports the same
    /// data as an array or as an object.
    init(of reply: some FirebaseReply, key: String, on post: Post.ID) {
        if let id = PushID(firebase: key) {
            self = id
            return
        }
        let index = UInt32(key).flatMap { String($0) == key ? $0 : nil }
        self.init(
            milliseconds: post.pushID.milliseconds + 1 + UInt64(index ?? 0),
            derivedFrom: reply.hashedStrings + [post.description, key]
        )
    }
}
