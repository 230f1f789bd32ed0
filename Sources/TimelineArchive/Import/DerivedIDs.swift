import TimelineCore

// The same entry must always receive the same ID, so these derivations must never change.

extension PushID {
    /// Creates the push ID that a key represents.
    ///
    /// - Returns: `nil` if the key is not a push ID or is the lowest push ID, which no page can
    ///   contain.
    init?(firebase key: String) {
        guard let id = PushID(key), id > .min else { return nil }
        self = id
    }

    /// Creates the ID that a comment or like has in its archive.
    ///
    /// If the key is a push ID, the key is used. Otherwise, the ID is derived from the post, the
    /// key and the content.
    ///
    /// A derived ID is one millisecond later than the post, plus one millisecond for each preceding
    /// index in the array. The key `"7"` is treated as index 7, because Firebase exports the same
    /// data as an array or as an object.
    init(of reply: some FirebaseReply, key: String, on post: PushID) {
        if let id = PushID(firebase: key) {
            self = id
            return
        }
        let index = UInt32(key).flatMap { String($0) == key ? $0 : nil }
        let identity = SourceIdentity(
            ["timeline.firebase"] + reply.hashedStrings + [post.description, key]
        )
        self = identity.stamp(at: post.milliseconds + 1 + UInt64(index ?? 0))
    }
}
