internal import TimelineCrypto

/// A record: a statement by one user, signed with the user's root key or with a device key that the
/// root key has certified.
///
/// Other packages can create verified records only with a ``KeyDirectory``, so unverified records
/// cannot enter a live set.
public struct VerifiedRecord: Sendable {
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
    /// The SHA-256 of the signed bytes.
    public let id: RecordID
    /// The encoding of all of the above but the ID, which is signed.
    package let bodyBytes: [UInt8]
    /// The 64 bytes of the Ed25519 signature over "timeline record 1", 0, body.
    package let signature: [UInt8]

    private init(
        author: User.ID,
        key: KeyID,
        stamp: PushID,
        home: User.ID?,
        content: RecordContent,
        bodyBytes: [UInt8],
        signature: [UInt8]
    ) throws(RecordError) {
        let byteCount = Self.byteCount(bodyOf: bodyBytes.count)
        guard byteCount <= SignedRecord.maximumByteCount else { throw .tooLong(bytes: byteCount) }
        (self.author, self.key, self.stamp) = (author, key, stamp)
        (self.home, self.content) = (home, content)
        (self.bodyBytes, self.signature) = (bodyBytes, signature)
        let digest = SHA256.hash(SigningDomain.record.message(bodyBytes))
        id = RecordID(Bytes32(reading: digest.bytes))
    }

    /// Creates a record by signing a statement.
    ///
    /// The statement is checked in the same way as one from a stranger.
    ///
    /// - Parameters:
    ///   - author: The user that makes the record.
    ///   - stamp: The time of the record.
    ///   - postAuthor: The author of the post that the record concerns, or `nil` if it concerns no
    ///     post. The home is set only if this is not the record's own author.
    ///   - content: The statement that the record makes.
    ///   - key: The author's root key or device key, depending on the kind of the record.
    /// - Throws: The error that describes the first invalid value.
    package init(
        author: User.ID,
        stamp: PushID,
        postAuthor: User.ID? = nil,
        content: RecordContent,
        signedWith key: SigningKey
    ) throws(RecordError) {
        let home = postAuthor == author ? nil : postAuthor
        try content.check(by: author, key: key.id, at: stamp, home: home)
        let bytes = Self.body(
            author: author,
            key: key.id,
            stamp: stamp,
            postAuthor: home,
            content: content
        )
        try self.init(
            author: author,
            key: key.id,
            stamp: stamp,
            home: home,
            content: content,
            bodyBytes: bytes,
            signature: try key.signature(for: SigningDomain.record.message(bytes))
        )
    }

    /// The user whose followers' stores accept the record: the home, or else the author.
    public var scope: User.ID { home ?? author }

    /// Returns the length in bytes of a record with a body of the given length.
    ///
    /// A record consists of the head of the array, the head of the body, the body, the head of the
    /// signature, and the signature.
    private static func byteCount(bodyOf count: Int) -> Int {
        let head = count < 24 ? 1 : count < 0x100 ? 2 : count < 0x1_0000 ? 3 : 5
        return 1 + head + count + 2 + SigningKey.signatureByteCount
    }

    /// Returns whether the signature was made with a key.
    func isSigned(by key: VerifyingKey) -> Bool {
        key.isValid(signature, for: SigningDomain.record.message(bodyBytes))
    }
}

extension VerifiedRecord: Hashable {
    /// Returns whether two records have equal bodies and signatures.
    public static func == (left: Self, right: Self) -> Bool {
        left.id == right.id && left.signature == right.signature
    }

    /// Hashes the ID.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }
}

extension VerifiedRecord: Comparable {
    /// Returns whether `left` sorts before `right`, first by stamp and then by ID.
    ///
    /// The highest record of an LWW register wins.
    public static func < (left: Self, right: Self) -> Bool {
        (left.stamp, left.id) < (right.stamp, right.id)
    }
}

extension VerifiedRecord {
    /// The version of the record format.
    private static let version: UInt64 = 1

    /// Returns the deterministic CBOR encoding of the signed part of a record.
    ///
    /// The parameters are those of ``init(author:stamp:postAuthor:content:signedWith:)``. Nothing is
    /// checked.
    package static func body(
        author: User.ID,
        key: KeyID,
        stamp: PushID,
        postAuthor: User.ID? = nil,
        content: RecordContent
    ) -> [UInt8] {
        var writer = CBORWriter()
        writer.array(7)
        writer.write(version)
        writer.write(author)
        writer.write(key)
        writer.write(stamp)
        writer.optional(postAuthor == author ? nil : postAuthor) { $0.write($1) }
        writer.write(kindOf: content)
        writer.write(content)
        return writer.bytes
    }

    /// The deterministic CBOR encoding of the record, which contains the body and the signature as
    /// byte strings.
    public var encoded: [UInt8] {
        var writer = CBORWriter()
        writer.array(2)
        writer.write(bodyBytes)
        writer.write(signature)
        return writer.bytes
    }

    /// Reads a record and checks everything except its signature, for ``SignedRecord``.
    ///
    /// - Throws: The error that describes the first invalid value.
    init(unverified bodyBytes: [UInt8], _ signature: [UInt8]) throws(RecordError) {
        guard signature.count == SigningKey.signatureByteCount else { throw .malformed }
        var reader = CBORReader(bodyBytes)
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
            level: RecordContent.level,
            maximumLevel: SignedRecord.maximumDepth
        )
        try reader.finish()
        try content.check(by: author, key: key, at: stamp, home: home)
        try self.init(
            author: author,
            key: key,
            stamp: stamp,
            home: home,
            content: content,
            bodyBytes: bodyBytes,
            signature: signature
        )
    }
}

extension VerifiedRecord {
    /// The ID of the post that the record concerns, or `nil` if it concerns no post.
    public var concernedPost: Post.ID? {
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

    /// The blobs of the photos in the record: public copies and previews.
    package var blobs: [BlobID] {
        photos.flatMap { [$0.blob] + [$0.preview?.blob].compactMap(\.self) }
    }

    /// Whether the record introduces its author; see ``RecordKind/introducesAuthor``.
    package var introducesAuthor: Bool { content.kind?.introducesAuthor == true }
}

extension RecordContent {
    /// The nesting level of an array in the content.
    ///
    /// The body is an array of level 1.
    static let level = 2

    /// Checks everything that does not depend on other records: that the values are within their
    /// limits, and that the author may make the statement.
    ///
    /// - Throws: The error that describes the first invalid value.
    fileprivate func check(
        by author: User.ID,
        key: KeyID,
        at stamp: PushID,
        home: User.ID?
    ) throws(RecordError) {
        do throws(TimelineError) {
            try validate()
        } catch {
            throw .invalidValue(error)
        }
        let scope = home ?? author
        if let kind, home != nil, !kind.isReply { throw .unexpectedHome }
        switch self {
        case .keyAdded(let certificate): try certificate.check(by: author, key: key)
        case .keyRevoked(let revocation):
            guard revocation.key != key else { throw .rootKeyIsNotADevice }
            guard revocation.isValid else { throw .invalidRevocation }
        case .postSet(let post, _):
            try post.check(author)
            guard stamp >= post.stamp else { throw .stampBeforePost }
        case .postDeleted(let post), .commentHidden(_, let post): try post.check(author)
        case .commentAdded(let nonce, let post, _):
            try post.check(scope)
            try BoundID<Comment>(id: Comment.ID(stamp), nonce: nonce).check(author, on: post)
        case .commentDeleted(let comment, let post):
            try post.check(scope)
            try comment.check(author, on: post)
        case .liked(let post), .unliked(let post): try post.check(scope)
        case .followed(let user), .unfollowed(let user):
            guard user != author else { throw .invalidValue(.selfFollow) }
        case .unknown(let number, let content):
            guard RecordKind(rawValue: number) == nil else { throw .malformed }
            var reader = CBORReader(content)
            _ = try reader.encodedValue(
                level: Self.level,
                maximumLevel: SignedRecord.maximumDepth
            )
            try reader.finish()
        case .profileSet, .accountDeleted: break
        }
    }
}

extension DeviceCertificate {
    fileprivate func check(by author: User.ID, key: KeyID) throws(RecordError) {
        guard author == User.ID(rootKey: root), key == root.id else { throw .wrongRoot }
        guard device.id != key else { throw .rootKeyIsNotADevice }
    }
}

extension BoundID {
    fileprivate func check(
        _ owner: User.ID,
        on post: BoundID<Post>? = nil
    ) throws(RecordError) {
        guard isBound(to: owner, on: post?.id) else { throw .unboundID(stamp) }
    }
}

/// The position of a record in the order of (time, ID), which a first sync follows from the newest
/// record to the oldest.
public struct RecordPosition: Hashable, Comparable, Sendable {
    /// The milliseconds of the record's stamp.
    public let milliseconds: UInt64
    /// The ID of the record.
    public let id: RecordID

    /// Creates a position.
    package init(milliseconds: UInt64, id: RecordID) {
        self.milliseconds = milliseconds
        self.id = id
    }

    /// Returns whether `left` is older than `right`, or equally old with a lower ID.
    public static func < (left: Self, right: Self) -> Bool {
        (left.milliseconds, left.id) < (right.milliseconds, right.id)
    }
}

extension RecordPosition {
    /// Creates the position of a record.
    package init(of record: VerifiedRecord) {
        self.init(milliseconds: record.stamp.milliseconds, id: record.id)
    }
}
