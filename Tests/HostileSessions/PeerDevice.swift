import TimelineCrypto
package import TimelineCore
package import TimelineSync

/// A device of a user with real keys, which takes part in sessions of tests.
package struct PeerDevice: Sendable {
    /// The user of the device.
    package let user: User.ID
    /// The root key of the user.
    package let root: SigningKey
    /// The device key.
    package let key: SigningKey
    /// The box key.
    package let box: NoiseKey

    /// A picture in PNG of one pixel, which the device offers.
    package static let picture: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44,
        0x52, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x00, 0x00, 0x00, 0x00, 0x3A,
        0x7E, 0x9B, 0x55, 0x00, 0x00, 0x00, 0x0A, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0x60,
        0x00, 0x00, 0x00, 0x02, 0x00, 0x01, 0x48, 0xAF, 0xA4, 0x71, 0x00, 0x00, 0x00, 0x00, 0x49,
        0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
    ]

    /// Creates a device whose keys depend only on a name.
    ///
    /// Returns `nil` if the hash of the name is not a key.
    package init?(_ name: String) {
        func seed(_ kind: String) -> [UInt8] { SHA256.hash(Array("\(name) \(kind)".utf8)).bytes }
        guard let root = SigningKey(seed: seed("root")), let key = SigningKey(seed: seed("device")),
            let box = NoiseKey(bytes: seed("box"))
        else { return nil }
        (self.root, self.key, self.box) = (root, key, box)
        user = User.ID(rootKey: root.verifyingKey)
    }

    /// Returns a signed record, or `nil` if its content breaks a rule.
    package func record(
        _ content: RecordContent,
        at stamp: PushID,
        on postAuthor: User.ID? = nil
    ) -> VerifiedRecord? {
        // A record that breaks a rule is not sent.
        try? VerifiedRecord(
            author: user,
            stamp: stamp,
            postAuthor: postAuthor,
            content: content,
            signedWith: content.isSignedByRoot ? root : key
        )
    }

    /// Returns the record that adds the device, and the username.
    package func introduction(
        as username: String = "mallory",
        at milliseconds: UInt64
    ) -> [VerifiedRecord] {
        guard let box = box.encryptionKey, let username = try? Username(username) else { return [] }
        let certificate = DeviceCertificate(
            root: root.verifyingKey,
            device: key.verifyingKey,
            box: box
        )
        return [
            record(.keyAdded(certificate), at: Self.stamp(milliseconds)),
            record(.profileSet(.username(username)), at: Self.stamp(milliseconds &+ 1)),
        ]
        .compactMap(\.self)
    }

    /// Returns a post with a picture of a stated size.
    package func post(
        _ milliseconds: UInt64,
        nonce: UInt8 = 0,
        byteCount: Int = Self.picture.count
    ) -> VerifiedRecord? {
        guard let nonce = Nonce(bytes: [UInt8](repeating: nonce, count: 8)),
            let blob = BlobID(bytes: SHA256.hash(Self.picture).bytes)
        else { return nil }
        let bound = BoundID<Post>(milliseconds: milliseconds, nonce: nonce, author: user)
        let photo = Photo(blob: blob, byteCount: byteCount, mediaType: .png, width: 1, height: 1)
        return record(
            .postSet(bound, Post.Content(caption: "hi", photos: [photo])),
            at: bound.stamp
        )
    }

    /// Returns the stamp with a time and low bits.
    package static func stamp(_ milliseconds: UInt64, _ bits: UInt64 = 0) -> PushID {
        PushID(milliseconds: milliseconds, bits: (0, bits))
    }
}
