import TimelineCrypto

/// The private keys of a user on this device.
///
/// They are private data and never leave the store, except sealed. They are never printed.
public struct UserKeys: Sendable {
    /// The root key, sealed under the password.
    public var root: SealedRootKey
    /// The key that signs the user's records on this device.
    public let device: SigningKey
    /// The 32 bytes of the X25519 key that encrypts this device's sessions.
    public let box: [UInt8]
    /// Whether the user has exported their identity, so that it survives a forgotten password or a
    /// lost device.
    public var isExported: Bool

    /// Creates keys.
    public init(root: SealedRootKey, device: SigningKey, box: [UInt8], isExported: Bool) {
        self.root = root
        self.device = device
        self.box = box
        self.isExported = isExported
    }
}

extension UserKeys: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A placeholder that does not reveal the keys.
    public var description: String { "(keys)" }
    /// A placeholder that does not reveal the keys.
    public var debugDescription: String { description }
    /// An empty mirror, which hides the keys from reflection.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
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
    public func keys(of user: User.ID) throws -> UserKeys? {
        try privateValue(forKey: UserKeys.key(of: user)).flatMap { UserKeys(stored: $0) }
    }
}

extension AccountWriter {
    /// Stores a user's keys, or deletes them if `keys` is `nil`.
    ///
    /// - Throws: A storage error, in which case nothing is stored.
    public func setKeys(_ keys: UserKeys?, of user: User.ID) throws {
        try setPrivateValue(keys?.stored, forKey: UserKeys.key(of: user))
    }

    /// Deletes the root key of a user who leaves, or all keys of a person without an account.
    ///
    /// The device keys stay, so that this device can prove its identity when it tells other devices
    /// that the user has left.
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
