/// A post of this device that became void when the device's key was revoked.
///
/// Its author can sign it again with the new key of the device. The ID of a post does not depend on
/// the key, so the same post returns, with its pictures.
public struct PostDraft: Hashable, Sendable, Identifiable {
    /// The ID of the post.
    public let id: Post.ID
    /// The content of the post.
    public let content: Post.Content
    /// What signing the draft does.
    public internal(set) var effect = Effect.post
    /// The ID with its nonce.
    let boundID: BoundID<Post>
    /// The stamp of the void record.
    let stamp: PushID

    /// What signing a draft does.
    public enum Effect: String, Encodable, Sendable {
        /// It publishes the post, which this store does not contain.
        case post
        /// It edits the post.
        case edit
        /// Nothing, because a later edit has replaced the draft or because the post has been deleted.
        case nothing
    }

    /// Creates a draft from an encoded record, or returns `nil` if it is not a post.
    init?(encoded bytes: [UInt8]) {
        // Only a damaged store contains anything else; the post is left out then.
        guard let record = try? SignedRecord(decoding: bytes),
            case .postSet(let bound, let content) = record.content
        else { return nil }
        (id, boundID, self.content, stamp) = (bound.id, bound, content, record.stamp)
    }

    /// The public copies and previews of the photos.
    var blobs: [BlobID] { content.photos.flatMap(\.blobs) }
}

/// The keys of the private values for drafts.
///
/// Uploads share the references to blobs.
enum DraftKey {
    static let blobs = "draft/blob/"

    static func posts(of user: User.ID) -> String { "draft/post/\(user)/" }

    static func post(_ post: Post.ID, of user: User.ID) -> String { posts(of: user) + "\(post)" }

    static func blob(_ blob: BlobID) -> String { blobs + "\(blob)/" }

    static func blob(_ blob: BlobID, of user: User.ID) -> String { self.blob(blob) + "\(user)/" }

    static func others(of user: User.ID) -> String { "draft/other/\(user)/" }
}

extension AccountReader {
    /// Returns a user's drafts, newest first.
    package func drafts(of user: User.ID, _ social: any SocialReader) throws -> [PostDraft] {
        try storedDrafts(of: user)
            .compactMap { draft in
                let post = draft.boundID.id
                var draft = draft
                if try social.record(setting: .deletedPost(post)) != nil {
                    draft.effect = .nothing
                } else if let record = try social.record(setting: .post(post)) {
                    // A concurrent revocation can make the record live again.
                    guard record.stamp != draft.stamp else { return nil }
                    draft.effect = record.stamp < draft.stamp ? .edit : .nothing
                }
                return draft
            }
            .sorted { $0.id > $1.id }
    }

    /// Returns the numbers of a user's records, apart from posts, that became void along with the
    /// drafts, by kind.
    package func voidRecords(
        of user: User.ID,
        _ social: any SocialReader
    ) throws -> [RecordKind: Int] {
        var counts: [RecordKind: Int] = [:]
        let prefix = DraftKey.others(of: user)
        try forEachPrivateValue(withPrefix: prefix) { value in
            // A concurrent revocation can make records live again.
            guard let id = RecordID(hexadecimal: String(value.key.dropFirst(prefix.count))),
                let kind = value.bytes.first.flatMap({ RecordKind(rawValue: UInt64($0)) }),
                try !social.containsRecord(id)
            else { return true }
            counts[kind, default: 0] += 1
            return true
        }
        return counts
    }

    fileprivate func storedDrafts(of user: User.ID) throws -> [PostDraft] {
        var drafts: [PostDraft] = []
        try forEachPrivateValue(withPrefix: DraftKey.posts(of: user)) { value in
            if let draft = PostDraft(encoded: value.bytes) { drafts.append(draft) }
            return true
        }
        return drafts
    }

    /// Returns whether a draft or an upload references a public copy or a preview.
    func isDrafted(_ blob: BlobID) throws -> Bool {
        try !privateValues(withPrefix: DraftKey.blob(blob), after: nil, limit: 1).isEmpty
    }

    /// Returns whether a draft or an upload of a user references a public copy or a preview.
    func isDrafted(_ blob: BlobID, by user: User.ID) throws -> Bool {
        try !privateValues(withPrefix: DraftKey.blob(blob, of: user), after: nil, limit: 1).isEmpty
    }

    /// Returns all blobs that drafts and uploads reference.
    package func draftedBlobs() throws -> Set<BlobID> { try draftedBlobs(after: nil, limit: .max) }

    /// Returns the lowest blobs above a cursor that drafts and uploads reference, at least `limit` of
    /// them if there are as many.
    func draftedBlobs(after cursor: BlobID?, limit: Int) throws -> Set<BlobID> {
        var blobs: Set<BlobID> = []
        // The keys of one blob are below its own key with this character.
        var key = cursor.map { DraftKey.blob($0) + "~" }
        while blobs.count < limit {
            let page = try privateValues(withPrefix: DraftKey.blobs, after: key, limit: 512)
            for value in page {
                let name = value.key.dropFirst(DraftKey.blobs.count).prefix { $0 != "/" }
                if let blob = BlobID(String(name)) { blobs.insert(blob) }
            }
            guard page.count == 512 else { break }
            key = page.last?.key
        }
        return blobs
    }
}

extension AccountWriter {
    /// Keeps the posts of this device that revocations make void, and notes its other void records.
    ///
    /// - Parameters:
    ///   - revoked: The keys whose revocations a batch changes.
    ///   - social: The state before the batch.
    /// - Throws: A storage error.
    func keepDrafts(voidedBy revoked: [RevokedKey], _ social: any SocialReader) throws {
        guard !revoked.isEmpty else { return }
        for user in try usersWithKeys() {
            guard let device = try keys(of: user)?.device.id,
                let key = revoked.first(where: { $0.key == device && $0.author == user })
            else { continue }
            for record in try social.records(signedBy: device, of: key.author)
            where !key.revocations.allow(record.id, stamp: record.stamp) {
                let bytes = record.encoded
                guard let draft = PostDraft(encoded: bytes) else {
                    let kind = record.content.kind.map { [UInt8($0.rawValue)] } ?? []
                    try setPrivateValue(kind, forKey: DraftKey.others(of: user) + "\(record.id)")
                    continue
                }
                try setPrivateValue(bytes, forKey: DraftKey.post(draft.id, of: user))
                for blob in draft.blobs {
                    let key = DraftKey.blob(blob, of: user) + "\(draft.id)"
                    try setPrivateValue([1], forKey: key)
                }
            }
        }
    }

    /// Removes drafts of a user.
    ///
    /// - Parameters:
    ///   - ids: The drafts, or `nil` for all of them and the notes about other void records.
    ///   - user: The user.
    /// - Returns: The blobs that they referenced.
    /// - Throws: A storage error.
    @discardableResult
    func removeDrafts(_ ids: Set<Post.ID>? = nil, of user: User.ID) throws -> [BlobID] {
        var blobs: [BlobID] = []
        for draft in try storedDrafts(of: user) where ids?.contains(draft.id) != false {
            try setPrivateValue(nil, forKey: DraftKey.post(draft.id, of: user))
            for blob in draft.blobs {
                try setPrivateValue(nil, forKey: DraftKey.blob(blob, of: user) + "\(draft.id)")
            }
            blobs += draft.blobs
        }
        if ids == nil {
            var notes: [String] = []
            try forEachPrivateValue(withPrefix: DraftKey.others(of: user)) { value in
                notes.append(value.key)
                return true
            }
            for note in notes { try setPrivateValue(nil, forKey: note) }
        }
        return blobs
    }
}
