/// The keys of a person: a user without an account, who has arrived by an import.
///
/// A person has no password, so the root key is not sealed. The keys are private data and never
/// leave the store. ``StoreOwner/claim(_:email:password:)`` seals the root key and gives the keys to
/// the new account.
package struct PersonKeys: Sendable, Redacted {
    /// The person's ID, which is derived from the root key.
    package let user: User.ID
    /// The key that certifies the device key, and signs that the person has left.
    package let root: SigningKey
    /// The key that signs the person's other records.
    package let device: SigningKey
    /// The 32 bytes of the X25519 key that an account needs for its sessions.
    package let box: [UInt8]

    private static let seedByteCount = 32
    /// The number of bytes in the seeds of all keys.
    package static let byteCount = 3 * seedByteCount

    /// Creates a person from random keys.
    package init(root: SigningKey, device: SigningKey, box: [UInt8]) {
        user = User.ID(rootKey: root.verifyingKey)
        (self.root, self.device, self.box) = (root, device, box)
    }

    /// Creates keys from their seeds, in the order in which ``seeds`` returns them.
    ///
    /// Returns `nil` if the number of bytes differs from ``byteCount``, or if a public key has a
    /// small order, which does not happen in practice.
    package init?(seeds: [UInt8]) {
        let count = Self.seedByteCount
        guard seeds.count == Self.byteCount,
            let root = SigningKey(seed: Array(seeds[..<count])),
            let device = SigningKey(seed: Array(seeds[count..<2 * count]))
        else { return nil }
        self.init(root: root, device: device, box: Array(seeds[(2 * count)...]))
    }

    /// The seeds of the root key, the device key and the box key, as they are stored.
    var seeds: [UInt8] { root.seed + device.seed + box }

    /// The certificate of the device key.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)`` if the box key is not valid, which does not
    ///   happen with 32 bytes.
    package var certificate: DeviceCertificate {
        get throws { try DeviceCertificate(root: root, device: device, box: box) }
    }

    fileprivate static func key(of user: User.ID) -> String { "person/keys/\(user)" }

    fileprivate static func key(of identity: SourceIdentity) -> String {
        "person/source/\(identity.digest)"
    }
}

extension AccountReader {
    /// Returns the keys of a person, or `nil` if the user has an account, has left, or has keys only
    /// on other devices.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package func person(_ user: User.ID) throws -> PersonKeys? {
        try privateValue(forKey: PersonKeys.key(of: user)).flatMap { PersonKeys(seeds: $0) }
    }

    /// Returns the user who has arrived with an identity in the source of an import, even if the
    /// person has been claimed or has left, or `nil` if the identity is new.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package func user(importedAs identity: SourceIdentity) throws -> User.ID? {
        try privateValue(forKey: PersonKeys.key(of: identity))
            .flatMap { User.ID(bytes: $0) }
    }

    /// Returns the key with which this store signs what a user says, whether or not the user has an
    /// account, or `nil` if the store has no key of the user.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func signingKey(of user: User.ID) throws -> SigningKey? {
        try keys(of: user)?.device ?? person(user)?.device
    }
}

extension AccountWriter {
    /// Stores a person's keys and the identity by which imports find the person.
    ///
    /// - Throws: A storage error, in which case nothing is stored.
    package func addPerson(_ keys: PersonKeys, importedAs identity: SourceIdentity) throws {
        try setPrivateValue(keys.seeds, forKey: PersonKeys.key(of: keys.user))
        try setPrivateValue(keys.user.bytes, forKey: PersonKeys.key(of: identity))
    }

    /// Erases the keys of a person who is claimed or leaves.
    ///
    /// Imports still find the user.
    ///
    /// - Throws: A storage error.
    func removePersonKeys(of user: User.ID) throws {
        let key = PersonKeys.key(of: user)
        if try privateValue(forKey: key) != nil { try setPrivateValue(nil, forKey: key) }
    }
}
