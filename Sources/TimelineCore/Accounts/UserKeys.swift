import TimelineCrypto

/// The private keys of a user on this device.
///
/// They are private data and never leave the store, except sealed. They are never printed.
package struct UserKeys: Sendable {
    /// The root key, sealed under the password.
    package var root: SealedRootKey
    /// The key that signs the user's records on this device.
    package let device: SigningKey
    /// The 32 bytes of the X25519 key that encrypts this device's sessions.
    package let box: [UInt8]
    /// Whether the user has exported their identity, so that it survives a forgotten password or a
    /// lost device.
    package var isExported: Bool

    /// Creates keys.
    package init(root: SealedRootKey, device: SigningKey, box: [UInt8], isExported: Bool) {
        self.root = root
        self.device = device
        self.box = box
        self.isExported = isExported
    }
}

extension UserKeys: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A placeholder that does not reveal the keys.
    package var description: String { "(keys)" }
    /// A placeholder that does not reveal the keys.
    package var debugDescription: String { description }
    /// An empty mirror, which hides the keys from reflection.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The format in which keys are stored: a version, whether the identity was exported, two seeds of
/// 32 bytes each, the box of the root key, and its settings as UTF-8.
extension UserKeys {
    private static let version: UInt8 = 1
    private static let seedByteCount = 32

    /// Decodes stored keys.
    ///
    /// Returns `nil` if the bytes have a different form.
    init?(stored bytes: [UInt8]) {
        var rest = bytes[...]
        func take(_ count: Int) -> [UInt8] {
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }
        guard take(1) == [Self.version] else { return nil }
        let isExported = take(1) == [1]
        guard let device = SigningKey(seed: take(Self.seedByteCount)) else { return nil }
        let box = take(Self.seedByteCount)
        let rootBox = take(SealedRootKey.boxByteCount)
        guard rootBox.count == SealedRootKey.boxByteCount,
            let settings = String(validating: rest, as: UTF8.self)
        else { return nil }
        self.init(
            root: SealedRootKey(settings: settings, box: rootBox),
            device: device,
            box: box,
            isExported: isExported
        )
    }

    /// The encoded keys, as they are stored.
    var stored: [UInt8] {
        [Self.version, isExported ? 1 : 0] + device.seed + box + root.box
            + Array(root.settings.utf8)
    }
}

extension DeviceCertificate {
    /// Creates the certificate of private keys.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)`` if the box key is not valid, which does not
    ///   happen with 32 bytes.
    init(root: SigningKey, device: SigningKey, box: [UInt8]) throws {
        guard let box = X25519.publicKey(of: box).flatMap({ EncryptionKey(bytes: $0) }) else {
            throw TimelineError.invalidEncryptionKey
        }
        self.init(root: root.verifyingKey, device: device.verifyingKey, box: box)
    }
}

extension AccountReader {
    /// Returns a user's keys, or `nil` if the user has none in this store.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package func keys(of user: User.ID) throws -> UserKeys? {
        try privateValue(forKey: UserKeys.key(of: user)).flatMap { UserKeys(stored: $0) }
    }
}

extension AccountWriter {
    /// Stores a user's keys, or deletes them if `keys` is `nil`.
    ///
    /// - Throws: A storage error, in which case nothing is stored.
    package func setKeys(_ keys: UserKeys?, of user: User.ID) throws {
        try setPrivateValue(keys?.stored, forKey: UserKeys.key(of: user))
    }

    /// Deletes the root key of a user who deletes their account, or all keys of a person without an
    /// account.
    ///
    /// The device keys stay, so that this device can prove its identity when it tells other devices
    /// that the user has deleted their account.
    func deleteRootKey(of user: User.ID) throws {
        try removePersonKeys(of: user)
        guard var keys = try keys(of: user) else { return }
        keys.root = .deleted
        try setKeys(keys, of: user)
    }
}

extension UserKeys {
    /// The common prefix of the keys for these private values.
    static let keyPrefix = "keys/"

    fileprivate static func key(of user: User.ID) -> String { "\(keyPrefix)\(user)" }
}

/// A reason, found during a sync, for which the next login replaces this store's device key.
///
/// The stored marker contains the ID of the key, so it no longer applies once the store has a new
/// device key.
package enum DeviceKeyMarker: String {
    /// Another device signs with the key, for example after a backup was restored there.
    case reused
    /// Another device of the user has reported the revocation of the key.
    ///
    /// The record that revokes the key may arrive later. From now on, the key signs nothing.
    case revoked

    fileprivate func key(of user: User.ID) -> String { "keys/\(rawValue)/\(user)" }
}

extension AccountReader {
    /// Returns whether a marker applies to the user's present device key.
    package func isDeviceKey(of user: User.ID, marked marker: DeviceKeyMarker) throws -> Bool {
        guard let keys = try keys(of: user) else { return false }
        return try privateValue(forKey: marker.key(of: user)) == keys.device.id.bytes
    }
}

extension AccountWriter {
    /// Marks the user's present device key.
    package func markDeviceKey(of user: User.ID, as marker: DeviceKeyMarker) throws {
        guard let keys = try keys(of: user) else { return }
        try setPrivateValue(keys.device.id.bytes, forKey: marker.key(of: user))
    }
}

/// The keys of a person: a user without an account, who has arrived by an import.
///
/// A person has no password, so the root key is not sealed. The keys are private data and never
/// leave the store. ``StoreOwner/claim(_:email:password:)`` seals the root key and gives the keys to
/// the new account.
package struct PersonKeys: Sendable, Redacted {
    /// The person's ID, which is derived from the root key.
    package let user: User.ID
    /// The key that certifies the device key, and signs that the person has deleted their account.
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
    /// Returns the keys of a person, or `nil` if the user has an account or had one, or has keys only
    /// on other devices.
    package func person(_ user: User.ID) throws -> PersonKeys? {
        try privateValue(forKey: PersonKeys.key(of: user)).flatMap { PersonKeys(seeds: $0) }
    }

    /// Returns the user who has arrived with an identity in the source of an import, even if the
    /// person has been claimed or deleted, or `nil` if the identity is new.
    package func user(importedAs identity: SourceIdentity) throws -> User.ID? {
        try privateValue(forKey: PersonKeys.key(of: identity))
            .flatMap { User.ID(bytes: $0) }
    }

    /// Returns the key with which this store signs what a user says, whether or not the user has an
    /// account, or `nil` if the store has no key of the user.
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

    /// Erases a user from the private data: the account, the sessions, all keys, and the identity by
    /// which imports find the user.
    package func erase(_ user: User.ID, importedAs identity: SourceIdentity) throws {
        try removeAccount(of: user)
        try removePersonKeys(of: user)
        if try keys(of: user) != nil { try setPrivateValue(nil, forKey: UserKeys.key(of: user)) }
        try setPrivateValue(nil, forKey: PersonKeys.key(of: identity))
    }

    /// Erases the keys of a person who is claimed or leaves.
    ///
    /// Imports still find the user.
    func removePersonKeys(of user: User.ID) throws {
        let key = PersonKeys.key(of: user)
        if try privateValue(forKey: key) != nil { try setPrivateValue(nil, forKey: key) }
    }
}
