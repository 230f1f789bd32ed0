import Testing

@testable import TimelineCore

/// A user with two devices, who signs records in tests.
struct Author: Sendable {
    let id: User.ID
    let root: SigningKey
    let phone: SigningKey
    let laptop: SigningKey

    /// Creates a user with keys that depend only on a number.
    init(_ number: UInt8) throws {
        func key(_ role: UInt8) throws -> SigningKey {
            try #require(SigningKey(seed: Array(repeating: number, count: 31) + [role]))
        }
        root = try key(0)
        phone = try key(1)
        laptop = try key(2)
        id = User.ID(rootKey: root.verifyingKey)
    }

    /// Returns the bytes that the phone signs, or the root key if the kind requires it.
    func body(
        _ content: RecordContent,
        at stamp: PushID,
        on postAuthor: Author? = nil,
        key: SigningKey? = nil
    ) -> [UInt8] {
        let key = key ?? (content.isSignedByRoot ? root : phone)
        return VerifiedRecord.body(
            author: id,
            key: key.id,
            stamp: stamp,
            postAuthor: postAuthor?.id,
            content: content
        )
    }

    /// Returns a signed record.
    func signed(
        _ content: RecordContent,
        at stamp: PushID,
        on postAuthor: Author? = nil,
        key: SigningKey? = nil
    ) throws -> SignedRecord {
        SignedRecord(
            try VerifiedRecord(
                author: id,
                stamp: stamp,
                postAuthor: postAuthor?.id,
                content: content,
                signedWith: key ?? (content.isSignedByRoot ? root : phone)
            )
        )
    }

    /// Returns a record that is treated as verified, although its signature consists of zeros.
    func record(
        _ content: RecordContent,
        at stamp: PushID,
        on postAuthor: Author? = nil,
        key: SigningKey? = nil
    ) throws -> VerifiedRecord {
        let body = body(content, at: stamp, on: postAuthor, key: key)
        let signature = [UInt8](repeating: 0, count: SigningKey.signatureByteCount)
        return VerifiedRecord(
            unchecked: try SignedRecord(bodyBytes: body, signature: signature)
        )
    }

    /// Returns the content that adds the phone or another device.
    func certificate(of device: SigningKey? = nil) throws -> RecordContent {
        let box = try #require(EncryptionKey(bytes: Array(repeating: 7, count: 32)))
        let key = (device ?? phone).verifyingKey
        return .keyAdded(
            DeviceCertificate(root: root.verifyingKey, device: key, box: box)
        )
    }

    /// Returns the records that add both devices.
    func devices() throws -> [VerifiedRecord] {
        [
            try record(certificate(), at: stamp(1)),
            try record(certificate(of: laptop), at: stamp(1, 1)),
        ]
    }

    /// Returns a part of a revocation of the phone or another device.
    ///
    /// The ID of the revocation follows from `number`.
    func revocation(
        of device: SigningKey? = nil,
        last: PushID,
        _ number: UInt8 = 1,
        part: UInt64 = 1,
        outOf parts: UInt64 = 1,
        listing records: [VerifiedRecord] = [],
        at time: UInt64 = 20
    ) throws -> VerifiedRecord {
        let revocation = KeyRevocation(
            of: (device ?? phone).id,
            last: last,
            id: try #require(RevocationID(bytes: Array(repeating: number, count: 16))),
            part: part,
            of: parts,
            list: records.map { RecordIDPrefix($0.id) }.sorted()
        )
        return try record(.keyRevoked(revocation), at: stamp(time, UInt64(number) << 8 | part))
    }

    /// Returns the ID of a post by this user.
    func bound(_ milliseconds: UInt64, nonce: UInt64 = 0) -> BoundID<Post> {
        BoundID(milliseconds: milliseconds, nonce: Nonce(number: nonce), author: id)
    }

    /// Returns the ID of a comment by this user.
    func bound(
        _ milliseconds: UInt64,
        on post: BoundID<Post>,
        nonce: UInt64 = 0
    ) -> BoundID<TimelineCore.Comment> {
        BoundID(
            milliseconds: milliseconds,
            nonce: Nonce(number: nonce),
            author: id,
            on: post.id
        )
    }

    /// Returns the record that adds a post.
    func post(
        _ bound: BoundID<Post>,
        _ caption: String = "",
        key: SigningKey? = nil
    ) throws
        -> VerifiedRecord
    {
        try record(.postSet(bound, content(caption)), at: bound.stamp, key: key)
    }

    /// Returns the record that adds a comment.
    func comment(
        _ bound: BoundID<TimelineCore.Comment>,
        on post: BoundID<Post>,
        by postAuthor: Author,
        _ text: String = "Nice",
        key: SigningKey? = nil
    ) throws -> VerifiedRecord {
        try record(
            .commentAdded(nonce: bound.nonce, post: post, text: text),
            at: bound.stamp,
            on: postAuthor,
            key: key
        )
    }
}

/// Returns the content of a revocation that lists no records.
func revocation(of key: KeyID) -> RecordContent {
    var generator = SystemRandomNumberGenerator()
    let id = RevocationID(using: &generator)
    return .keyRevoked(KeyRevocation(of: key, last: stamp(1), id: id, list: []))
}

/// Returns the stamp with the given time and low bits.
func stamp(_ milliseconds: UInt64, _ bits: UInt64 = 0) -> PushID {
    PushID(milliseconds: milliseconds, bits: (0, bits))
}

/// Returns content with a caption and one photo.
func content(_ caption: String) throws -> Post.Content {
    let blob = try #require(BlobID(bytes: Array(repeating: 9, count: 32)))
    let photo = Photo(blob: blob, byteCount: 1, mediaType: .jpeg, width: 1, height: 1)
    return Post.Content(caption: caption, photos: [photo])
}

extension VerifiedRecord {
    /// The body, written again from its values.
    var encodedAgain: [UInt8] {
        Self.body(author: author, key: key, stamp: stamp, postAuthor: home, content: content)
    }

    /// Returns whether two records say the same, whatever their bytes are.
    func saysTheSame(as other: VerifiedRecord) -> Bool {
        (author, key, stamp, home) == (other.author, other.key, other.stamp, other.home)
            && content == other.content
    }
}
