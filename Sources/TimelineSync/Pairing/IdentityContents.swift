package import TimelineCore

/// The contents of a pairing file or an identity export: everything that a store needs to become
/// one of a user's devices.
package struct IdentityContents: Sendable, Redacted {
    /// The user's public root key.
    package let root: VerifyingKey
    /// The user's private root key.
    package let rootSecret: RootSecret
    /// The user's login data.
    package let account: IdentityAccount
    /// The private keys of the new device, or `nil` in an identity export.
    package let device: DeviceSecrets?
    /// The seal of folders that only the user's devices share, or `nil` if there is no such folder.
    package let folderSeal: FolderSeal?
    /// The known peers, in ascending order of their users and devices.
    package let peers: [KnownPeer]
    /// The records that the device needs, such as the user's keys and newest profile, unverified.
    package let records: [SignedRecord]

    /// The ID of the user, which is derived from the root key.
    package var user: User.ID { User.ID(rootKey: root) }

    /// Creates contents.
    ///
    /// - Parameters:
    ///   - root: The user's public root key.
    ///   - rootSecret: The user's private root key.
    ///   - account: The user's login data.
    ///   - device: The private keys of the new device, or `nil` in an identity export.
    ///   - folderSeal: The seal of folders that only the user's devices share.
    ///   - peers: The known peers in any order, at most ``PairingLimits/peers``.
    ///   - records: The records that the device needs, at most ``PairingLimits/records``.
    /// - Throws: ``PairingError/wrongRootKey``, or ``PairingError/invalidContents(_:)`` if a value
    ///   exceeds its limits or a peer occurs twice.
    package init(
        root: VerifyingKey,
        rootSecret: RootSecret,
        account: IdentityAccount,
        device: DeviceSecrets?,
        folderSeal: FolderSeal? = nil,
        peers: [KnownPeer],
        records: [SignedRecord]
    ) throws(PairingError) {
        if case .key(let key) = rootSecret, key.verifyingKey != root { throw .wrongRootKey }
        try account.validate()
        for peer in peers { try peer.validate() }
        let peers = peers.sorted { ($0.user, $0.device) < ($1.user, $1.device) }
        guard peers.count <= PairingLimits.peers,
            zip(peers, peers.dropFirst())
                .allSatisfy({ ($0.user, $0.device) < ($1.user, $1.device) })
        else { throw .invalidContents(.peers) }
        guard records.count <= PairingLimits.records else { throw .invalidContents(.records) }
        self.root = root
        self.rootSecret = rootSecret
        self.account = account
        self.device = device
        self.folderSeal = folderSeal
        self.peers = peers
        self.records = records
    }
}

/// A user's private login data in a sealed file.
package struct IdentityAccount: Hashable, Sendable, Redacted {
    /// The username.
    package let username: String
    /// The email that the user logs in with.
    package let email: String
    /// The password hash as a PHC string.
    package let passwordHash: String

    /// Creates login data.
    package init(username: String, email: String, passwordHash: String) {
        self.username = username
        self.email = email
        self.passwordHash = passwordHash
    }

    /// Checks that all values are within their limits.
    func validate() throws(PairingError) {
        guard Username.accepts(username) else { throw .invalidContents(.username) }
        guard (3...PairingLimits.email).contains(email.utf8.count), email.contains("@"),
            email.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else { throw .invalidContents(.email) }
        guard passwordHash.utf8.count <= PairingLimits.passwordHash, passwordHash.hasPrefix("$"),
            passwordHash.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw .invalidContents(.passwordHash) }
    }
}

/// The private keys of a device.
package struct DeviceSecrets: Sendable, Redacted {
    /// The key that signs the device's records.
    package let device: SigningKey
    /// The key that encrypts the device's sessions.
    package let box: NoiseKey

    /// Creates a pair of keys.
    package init(device: SigningKey, box: NoiseKey) {
        self.device = device
        self.box = box
    }
}

/// The private root key in a sealed file.
package enum RootSecret: Sendable, Redacted {
    /// The key itself, for a device that will seal it under its own password.
    case key(SigningKey)
    /// The key sealed under the user's password.
    case sealed(PairingRootKey)
}

/// A user's root key in a pairing file, sealed under the user's password.
///
/// Every implementation must read such a file, so the seal has a fixed length and the fixed
/// parameters of ``SealingCost``. A store seals the key in a different form (`SealedRootKey` in
/// TimelineCore), whose cost rises with that of password hashes. To move the key to a new device,
/// the one seal is opened and the other created.
///
/// The seal consists of a salt of 16 bytes and a ChaChaPoly box of the 32-byte seed. The box
/// authenticates the text "timeline root 1", a null byte and the user ID, so the seals of two users
/// cannot be swapped.
package struct PairingRootKey: ByteValue {
    /// The length of every seal: 76 bytes.
    package static let byteCount =
        SecretBox.saltByteCount + VerifyingKey.byteCount + SecretBox.overhead

    /// The 76 bytes of the seal.
    package let bytes: [UInt8]

    /// Creates a seal from its bytes.
    ///
    /// Returns `nil` unless there are exactly 76 bytes.
    package init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = Array(bytes)
    }

    /// Seals a root key.
    ///
    /// - Parameters:
    ///   - root: The root key.
    ///   - secret: The bytes of the password.
    ///   - generator: The source of the salt.
    ///   - deriveKey: Derives the key.
    /// - Throws: ``PairingError/sealingFailed``, or the error of `deriveKey`.
    package init(
        sealing root: SigningKey,
        secret: [UInt8],
        using generator: inout some RandomNumberGenerator,
        deriveKey: KeyDerivation
    ) throws {
        let salt = generator.bytes(SecretBox.saltByteCount)
        let box = try SecretBox.seal(
            root.seed,
            secret: secret,
            salt: salt,
            authenticating: Self.context(of: User.ID(rootKey: root.verifyingKey)),
            deriveKey: deriveKey
        )
        bytes = salt + box
    }

    /// Opens the seal.
    ///
    /// - Parameters:
    ///   - user: The user that owns the root key.
    ///   - secret: The bytes of the password.
    ///   - deriveKey: Derives the key.
    /// - Returns: The root key.
    /// - Throws: ``PairingError/wrongSecret`` if the password is wrong or the seal belongs to another
    ///   user, ``PairingError/wrongRootKey``, ``PairingError/sealingFailed``, or the error of
    ///   `deriveKey`.
    package func open(
        of user: User.ID,
        secret: [UInt8],
        deriveKey: KeyDerivation
    ) throws -> SigningKey {
        let seed = try SecretBox.open(
            Array(bytes.dropFirst(SecretBox.saltByteCount)),
            secret: secret,
            salt: Array(bytes.prefix(SecretBox.saltByteCount)),
            authenticating: Self.context(of: user),
            deriveKey: deriveKey
        )
        guard let root = SigningKey(seed: seed), User.ID(rootKey: root.verifyingKey) == user
        else { throw PairingError.wrongRootKey }
        return root
    }

    private static func context(of user: User.ID) -> [UInt8] {
        SigningDomain.root.message(user.bytes)
    }
}

/// A device that a device syncs with.
package struct KnownPeer: Hashable, Sendable {
    /// The user of the device.
    package let user: User.ID
    /// The ID of the device key.
    package let device: KeyID
    /// The displayed username of the user on the exporting device, if it is known.
    package let name: String?
    /// The addresses of the device, the best one first.
    package let addresses: [PeerAddress]

    /// Creates a peer.
    package init(user: User.ID, device: KeyID, name: String?, addresses: [PeerAddress]) {
        self.user = user
        self.device = device
        self.name = name
        self.addresses = addresses
    }

    /// Checks that all values are within their limits.
    func validate() throws(PairingError) {
        guard addresses.count <= PairingLimits.peerAddresses,
            (name ?? "").utf8.count <= PairingLimits.peerName, name != "",
            !(name ?? "").unicodeScalars
                .contains(where: { $0.properties.generalCategory == .control })
        else { throw .invalidContents(.peers) }
    }
}
