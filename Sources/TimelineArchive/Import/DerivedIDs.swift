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

/// The nonces of the posts and comments in an archive.
///
/// An archive that was exported from this store contains the IDs of the store, so importing it
/// changes nothing. All other nonces are derived from the IDs in the archive.
struct ExportedNonces: Sendable {
    private var known: [PushID: (author: User.ID, nonce: Nonce)] = [:]

    /// Creates nonces that are all derived.
    init() {}

    /// Finds the posts and comments of an archive that the store contains or contained under the
    /// same IDs.
    init(of archive: FirebaseArchive, in reader: any SocialReader) throws {
        for entry in archive.posts.all {
            guard case .success(let post) = entry.value,
                try add(entry.key, reader, { [.post(Post.ID($0)), .deletedPost(Post.ID($0))] })
            else { continue }
            for comment in post.comments.all {
                try add(
                    comment.key,
                    reader,
                    { [.comment(Comment.ID($0)), .deletedComment(Comment.ID($0))] }
                )
            }
        }
    }

    /// Adds the nonce of an item if one of its registers is set.
    ///
    /// - Returns: Whether the nonce is known.
    @discardableResult
    private mutating func add(
        _ key: String?,
        _ reader: any SocialReader,
        _ registers: (PushID) -> [RecordRegister]
    ) throws -> Bool {
        guard let id = key.flatMap(PushID.init(firebase:)) else { return false }
        for register in registers(id) {
            guard let record = try reader.record(setting: register) else { continue }
            switch record.content {
            case .postSet(let post, _), .postDeleted(let post):
                known[id] = (record.author, post.nonce)
            case .commentAdded(let nonce, _, _): known[id] = (record.author, nonce)
            case .commentDeleted(let comment, _): known[id] = (record.author, comment.nonce)
            default: continue
            }
        }
        return known[id] != nil
    }

    /// Returns the nonce of a post or comment by the given author.
    func nonce(of id: PushID, by author: User.ID) -> Nonce {
        guard let known = known[id], known.author == author else {
            return SourceIdentity(["firebase", id.description]).nonce
        }
        return known.nonce
    }
}
