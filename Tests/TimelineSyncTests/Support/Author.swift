import TimelineCrypto
import Testing
import TimelineTestSupport
import TimelineCore
import TimelineSync

/// A user with several devices, who creates records for tests.
struct Author: Sendable {
    let id: User.ID
    let root: SigningKey
    let devices: [SigningKey]
    /// The box key of each device.
    let boxes: [NoiseKey]

    /// Creates a user with keys that depend only on a number.
    init(_ number: Int, devices count: Int = 2) throws {
        func seed(_ role: Int, _ kind: String) -> [UInt8] {
            SHA256.hash(Array("user \(number) \(kind) \(role)".utf8)).bytes
        }
        func key(_ role: Int) throws -> SigningKey {
            try #require(SigningKey(seed: seed(role, "key")))
        }
        root = try key(0)
        devices = try (1...count).map(key)
        boxes = try (1...count).map { try #require(NoiseKey(bytes: seed($0, "box"))) }
        id = User.ID(rootKey: root.verifyingKey)
    }

    /// Returns a record that a device signs, or the root key if the kind requires it.
    func record(
        _ content: RecordContent,
        at stamp: PushID,
        on postAuthor: User.ID? = nil,
        device: Int = 0
    ) throws -> VerifiedRecord {
        try VerifiedRecord(
            author: id,
            stamp: stamp,
            postAuthor: postAuthor,
            content: content,
            signedWith: key(content, device)
        )
    }

    /// Returns the record that adds a device.
    func certificate(of device: Int) throws -> RecordContent {
        let box = try #require(boxes[device].encryptionKey)
        return .keyAdded(
            DeviceCertificate(
                root: root.verifyingKey,
                device: devices[device].verifyingKey,
                box: box
            )
        )
    }

    /// Returns the content of a complete revocation.
    func revocation(of device: Int, listing records: [VerifiedRecord]) throws -> RecordContent {
        var generator = SplitMix64(seed: UInt64(records.count))
        let parts = KeyRevocation.parts(
            of: devices[device].id,
            last: stamp(9),
            listing: records.map(\.id),
            using: &generator
        )
        return .keyRevoked(try #require(parts.first))
    }

    /// Returns the records that add all devices, from millisecond 1.
    func keyRecords() throws -> [VerifiedRecord] {
        try devices.indices.map { device in
            try record(certificate(of: device), at: stamp(UInt64(device + 1)))
        }
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
    func post(_ milliseconds: UInt64, nonce: UInt64 = 0, device: Int = 0) throws -> VerifiedRecord {
        let bound = bound(milliseconds, nonce: nonce)
        let content = Post.Content(caption: "Post \(milliseconds)", photos: [try photo()])
        return try record(.postSet(bound, content), at: bound.stamp, device: device)
    }

    private func key(_ content: RecordContent, _ device: Int) -> SigningKey {
        content.isSignedByRoot ? root : devices[device]
    }
}

/// Returns the stamp with the given time and low bits.
func stamp(_ milliseconds: UInt64, _ bits: UInt64 = 0) -> PushID {
    PushID(milliseconds: milliseconds, bits: (0, bits))
}

/// Returns a photo that references the given bytes, and a preview if it has bytes.
func photo(
    _ bytes: [UInt8] = [9],
    alt: String? = nil,
    preview: [UInt8]? = nil
) throws -> Photo {
    Photo(
        blob: try hash(bytes),
        byteCount: bytes.count,
        mediaType: .jpeg,
        width: 1,
        height: 1,
        alt: alt,
        preview: try preview.map { bytes in
            Photo.Preview(blob: try hash(bytes), byteCount: bytes.count)
        }
    )
}

/// Returns the hash of the given bytes.
func hash(_ bytes: [UInt8]) throws -> BlobID {
    try #require(BlobID(bytes: SHA256.hash(bytes).bytes))
}
