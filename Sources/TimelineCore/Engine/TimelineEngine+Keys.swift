extension TimelineEnvironment {
    /// Creates a signing key from random bytes.
    ///
    /// The key is invalid only if its public key has a small order, which does not happen in
    /// practice.
    func makeSigningKey() -> SigningKey {
        SigningKey(seed: randomBytes(32)) ?? SigningKey()
    }
}

extension TimelineEngine {
    /// Creates the keys of a new user or device, and seals the root key under the password.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)`` if the password cannot be hashed.
    func newKeys(under password: Password, root: SigningKey) async throws -> UserKeys {
        UserKeys(
            root: try await seal(root, under: password),
            device: environment.makeSigningKey(),
            box: environment.randomBytes(32),
            isExported: false
        )
    }

    /// Seals a root key under a password.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)`` if the password cannot be hashed.
    package func seal(
        _ root: SigningKey,
        under password: Password
    ) async throws -> SealedRootKey {
        let key = try await hashes.run { [hasher] in
            try hasher.deriveKey(from: password, settings: nil)
        }
        guard let key else { throw TimelineError.wrongPassword }
        return try SealedRootKey(sealing: root, under: key, nonce: environment.randomBytes(12))
    }

    /// Opens a user's root key with the password.
    ///
    /// - Returns: The root key, or `nil` if it is sealed under a different password, such as one
    ///   that the store's owner has reset.
    /// - Throws: ``TimelineError/storageFailed(_:)`` if the password cannot be hashed.
    func openRoot(
        of user: User.ID,
        _ sealed: SealedRootKey,
        with password: Password
    ) async throws -> SigningKey? {
        let key = try await hashes.run { [hasher] in
            try hasher.deriveKey(from: password, settings: sealed.settings)
        }
        return key.flatMap { sealed.open(of: user, with: $0) }
    }
}

extension UserKeys {
    /// Returns the certificate of this device.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)`` if the box key is not valid, which does not
    ///   happen with 32 bytes.
    func certificate(root: SigningKey) throws -> DeviceCertificate {
        try DeviceCertificate(root: root, device: device, box: box)
    }
}
