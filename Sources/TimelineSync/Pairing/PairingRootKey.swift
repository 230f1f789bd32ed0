package import TimelineCore

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
