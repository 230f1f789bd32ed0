import Foundation
import TimelineCore

extension BlobID {
    /// The SHA-256 of some texts, each behind its length, so that no two lists share one.
    fileprivate init(ofTexts texts: [String]) {
        self.init(of: Data(texts.flatMap { Array("\($0.utf8.count):\($0)".utf8) }))
    }
}

extension User.ID {
    /// The user with a uid of Firebase: a UUID as it stands, else one derived from the uid.
    ///
    /// The derived one has version 8 (RFC 9562, section 5.8) and is made of a SHA-256.
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
    /// The identifier that a key is; the lowest of all is none, since no page reaches it.
    init?(firebase key: String) {
        guard let id = PushID(key), id > .min else { return nil }
        self = id
    }

    /// An identifier whose random part is derived from some texts: the same for the same texts.
    init(milliseconds: UInt64, derivedFrom texts: [String]) {
        let bytes = BlobID(ofTexts: ["timeline.firebase"] + texts).bytes
        let random = bytes.prefix(9).map { UInt64($0) }
        self.init(
            milliseconds: milliseconds,
            random: (
                UInt16(random[0] << 8 | random[1]),
                random[2...].reduce(0) { $0 << 8 | $1 }
            )
        )
    }

    /// The identifier of a comment or like: its key when that is a push ID, else one derived from the key,
    /// its post and itself, a millisecond after the post, and as many more as its place in an array tells.
    ///
    /// A dictionary's key `"7"` is the place 7: Firebase exports the same data either way.
    init(of reply: some FirebaseReply, key: String, on post: Post.ID) {
        if let id = PushID(firebase: key) {
            self = id
            return
        }
        let index = UInt32(key).flatMap { String($0) == key ? $0 : nil }
        self.init(
            milliseconds: post.pushID.milliseconds + 1 + UInt64(index ?? 0),
            derivedFrom: reply.traits + [post.description, key]
        )
    }
}

extension Username {
    /// The name nearest to one that may not be valid here: what is forbidden becomes `_`, what is too long is
    /// cut, and nothing becomes `user`.
    init(fitting name: FirebaseName) throws(TimelineError) {
        let characters = name.text.prefix(Self.maximumLength)
            .map { $0.isASCII && ($0.isLetter || $0.isNumber || "_.".contains($0)) ? $0 : "_" }
        try self.init(characters.isEmpty ? "user" : String(characters))
    }
}

/// A username as an archive's posts, comments and likes name a user: compared without case.
struct FirebaseName: Hashable, Comparable, Sendable {
    let text: String

    init(_ name: String) {
        text = (name.hasPrefix("@") ? String(name.dropFirst()) : name).lowercased()
    }

    static func < (left: Self, right: Self) -> Bool { left.text < right.text }
}
