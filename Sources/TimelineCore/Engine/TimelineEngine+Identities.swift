extension TimelineEngine {
    /// Creates the keys of a new device, without storing them.
    ///
    /// - Parameters:
    ///   - root: The user's root key, which is sealed under the password.
    ///   - password: The user's password.
    /// - Returns: The keys and the certificate of the device.
    /// - Throws: ``TimelineError/storageFailed(_:)`` if the password cannot be hashed.
    package func newDevice(
        root: SigningKey,
        password: Password
    ) async throws -> (keys: UserKeys, certificate: DeviceCertificate) {
        let keys = try await newKeys(under: password, root: root)
        return (keys, try keys.certificate(root: root))
    }

    /// Returns whether a password matches a hash.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)`` if the password cannot be hashed.
    package func isRight(_ password: Password, for hash: String) async throws -> Bool {
        try await hashes.run { [hasher] in try hasher.verify(password, against: hash) }
    }

    /// Runs work that derives keys from secrets on the queue for password hashing.
    ///
    /// - Parameter work: The work, which receives a function that derives a key from a textual
    ///   secret and from settings that contain the salt.
    /// - Returns: The result of `work`.
    /// - Throws: Any error thrown by `work`.
    package func derivingKeys<Result: Sendable>(
        _ work: @escaping @Sendable ((String, String) throws -> [UInt8]) throws -> Result
    ) async throws -> Result {
        try await hashes.run { [hasher] in
            try work { secret, settings in
                try hasher.deriveKey(from: Password(secret), settings: settings)?.bytes ?? []
            }
        }
    }

    /// Signs that a device was added.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)`` if the record cannot be signed.
    package func recordAdding(
        _ certificate: DeviceCertificate,
        of user: User.ID,
        root: SigningKey,
        device: SigningKey
    ) throws -> VerifiedRecord? {
        try syncedRepository.read { reader in
            var minter = try minter(for: user, device, above: reader)
            try minter.add(.keyAdded(certificate), signedByRoot: root)
            return try minter.batch().records.first
        }
    }
}
