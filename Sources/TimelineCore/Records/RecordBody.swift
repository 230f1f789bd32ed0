/// The signed part of a record: the author, the signing key, the stamp, the home and the content.
public struct RecordBody: Hashable, Sendable {
    /// The ID of the user that made the record.
    public let author: User.ID
    /// The ID of the key that signs the record.
    public let key: KeyID
    /// The time of the record, which orders the values of an LWW register.
    ///
    /// In the record that adds a post or comment, it is also the ID of the post or comment.
    public let stamp: PushID
    /// The ID of the author of the post that the record concerns.
    ///
    /// It is `nil` if that is the record's own author, or if the record concerns no post.
    public let home: User.ID?
    /// The statement that the record makes.
    public let content: RecordContent

    /// Creates a body without checking it.
    ///
    /// It is checked when it is signed.
    ///
    /// - Parameters:
    ///   - author: The user that makes the record.
    ///   - key: The ID of the key that will sign the record.
    ///   - stamp: The time of the record.
    ///   - postAuthor: The author of the post that the record concerns, or `nil` if it concerns no
    ///     post. The home is set only if this is not the record's own author.
    ///   - content: The statement that the record makes.
    package init(
        author: User.ID,
        key: KeyID,
        stamp: PushID,
        postAuthor: User.ID? = nil,
        content: RecordContent
    ) {
        self.author = author
        self.key = key
        self.stamp = stamp
        home = postAuthor == author ? nil : postAuthor
        self.content = content
    }

    /// The user whose followers' stores accept the record: the home, or else the author.
    public var scope: User.ID { home ?? author }
}

extension RecordBody {
    /// The version of the record format.
    private static let version: UInt64 = 1
    /// The nesting level of an array in the content.
    ///
    /// The body is an array of level 1.
    static let contentLevel = 2

    /// The deterministic CBOR encoding of the body.
    package var encoded: [UInt8] {
        var writer = CBORWriter()
        writer.array(7)
        writer.write(Self.version)
        writer.write(author)
        writer.write(key)
        writer.write(stamp)
        writer.optional(home) { $0.write($1) }
        writer.write(kindOf: content)
        writer.write(content)
        return writer.bytes
    }

    /// Reads a body and checks everything that does not depend on other records.
    ///
    /// - Throws: The error that describes the first invalid value.
    init(decoding bytes: [UInt8]) throws(RecordError) {
        var reader = CBORReader(bytes)
        try reader.array(of: 7)
        let version = try reader.unsigned()
        guard version == Self.version else { throw .unsupportedVersion(version) }
        let author: User.ID = try reader.value()
        let key: KeyID = try reader.value()
        let stamp: PushID = try reader.value()
        let home: User.ID? = try reader.optional { reader throws(RecordError) in
            try reader.value()
        }
        guard home != author else { throw .homeIsAuthor }
        let content = try reader.content(
            kind: try reader.unsigned(),
            level: Self.contentLevel,
            maximumLevel: SignedRecord.maximumDepth
        )
        try reader.finish()
        self.init(author: author, key: key, stamp: stamp, postAuthor: home, content: content)
        try check()
    }
}

extension RecordBody {
    /// The ID of the post that the record concerns, or `nil` if it concerns no post.
    public var post: Post.ID? {
        switch content {
        case .postSet(let post, _), .postDeleted(let post), .commentAdded(_, let post, _),
            .commentDeleted(_, let post), .commentHidden(_, let post), .liked(let post),
            .unliked(let post):
            post.id
        case .keyAdded, .keyRevoked, .profileSet, .accountDeleted, .followed, .unfollowed, .unknown:
            nil
        }
    }

    /// The time at which the record counts as a reply, in milliseconds since 1970, or `nil` if it
    /// does not count.
    ///
    /// Removing a reply neither uses a limit nor makes room: the record that deletes a comment
    /// counts in its place, and the one that removes a like replaces it.
    package var replyTime: UInt64? {
        switch content {
        case .commentDeleted(let comment, _): comment.id.milliseconds
        case .unliked: nil
        default: stamp.milliseconds
        }
    }

    /// The photos of the post, or the avatar that the record sets.
    public var photos: [Photo] {
        switch content {
        case .postSet(_, let content): content.photos
        case .profileSet(.photo(let photo)): photo.map { [$0] } ?? []
        case .keyAdded, .keyRevoked, .profileSet, .accountDeleted, .postDeleted, .commentAdded,
            .commentDeleted, .commentHidden, .liked, .unliked, .followed, .unfollowed, .unknown:
            []
        }
    }
}

extension RecordBody {
    /// Checks everything that does not depend on other records: that the values are within their
    /// limits, and that the author may make the statement.
    ///
    /// - Throws: The error that describes the first invalid value.
    func check() throws(RecordError) {
        do throws(TimelineError) {
            try content.validate()
        } catch {
            throw .invalidValue(error)
        }
        if let kind = content.kind, home != nil, !kind.isReply { throw .unexpectedHome }
        switch content {
        case .keyAdded(let certificate): try check(certificate)
        case .keyRevoked(let revocation):
            guard revocation.key != key else { throw .rootKeyIsNotADevice }
            guard revocation.isValid else { throw .invalidRevocation }
        case .postSet(let post, _):
            try check(post, author)
            guard stamp >= post.stamp else { throw .stampBeforePost }
        case .postDeleted(let post), .commentHidden(_, let post): try check(post, author)
        case .commentAdded(let nonce, let post, _):
            try check(post, scope)
            try check(BoundID<Comment>(id: Comment.ID(stamp), nonce: nonce), author, on: post)
        case .commentDeleted(let comment, let post):
            try check(post, scope)
            try check(comment, author, on: post)
        case .liked(let post), .unliked(let post): try check(post, scope)
        case .followed(let user), .unfollowed(let user):
            guard user != author else { throw .invalidValue(.selfFollow) }
        case .unknown(let number, let content):
            guard RecordKind(rawValue: number) == nil else { throw .malformed }
            var reader = CBORReader(content)
            _ = try reader.encodedValue(
                level: Self.contentLevel,
                maximumLevel: SignedRecord.maximumDepth
            )
            try reader.finish()
        case .profileSet, .accountDeleted: break
        }
    }

    private func check(_ certificate: DeviceCertificate) throws(RecordError) {
        guard author == User.ID(rootKey: certificate.root), key == certificate.root.id
        else { throw .wrongRoot }
        guard certificate.device.id != key else { throw .rootKeyIsNotADevice }
    }

    private func check<Subject>(
        _ bound: BoundID<Subject>,
        _ owner: User.ID,
        on post: BoundID<Post>? = nil
    ) throws(RecordError) {
        guard bound.isBound(to: owner, on: post?.id) else { throw .unboundID(bound.stamp) }
    }
}
