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

/// A user for whom an import speaks.
package struct ImportedPerson: Sendable {
    /// The ID of the user.
    package let id: User.ID
    /// The keys with which this store signs what the user says, or `nil` if the user has an account
    /// or has deleted it, or has keys only on other devices.
    package let keys: PersonKeys?
}

extension TimelineEngine {
    /// Returns the users behind identities in the source of an import.
    ///
    /// Each identity that is new to this store becomes a person with random keys. The keys are
    /// committed before the person's first record, so importing again finds the same person, even
    /// after an interruption.
    ///
    /// - Parameters:
    ///   - identities: The identities, each with the ID of the user of this store to whom a new
    ///     identity refers, if such a user exists.
    ///   - isDryRun: Whether nothing is written.
    /// - Returns: The users, in the same order.
    /// - Throws: A storage error, or ``TimelineError/busy`` if too many calls wait.
    package func people(
        _ identities: [(identity: SourceIdentity, id: User.ID?)],
        isDryRun: Bool
    ) async throws -> [ImportedPerson] {
        if isDryRun {
            return try await read { [environment] social, accounts in
                try identities.map { identity, id in
                    try accounts.person(importedAs: identity, or: id, social)
                        ?? ImportedPerson(environment.makePerson())
                }
            }
        }
        return try await writes.run { [repository, environment] in
            try repository.writeAccounts { social, accounts in
                try identities.map { identity, id in
                    if let known = try accounts.person(importedAs: identity, or: id, social) {
                        return known
                    }
                    let keys = environment.makePerson()
                    try accounts.addPerson(keys, importedAs: identity)
                    return ImportedPerson(keys)
                }
            }
        }
    }
}

extension ImportedPerson {
    fileprivate init(_ keys: PersonKeys) {
        self.init(id: keys.user, keys: keys)
    }
}

extension TimelineEnvironment {
    /// Creates the keys of a person from random bytes.
    fileprivate func makePerson() -> PersonKeys {
        PersonKeys(root: makeSigningKey(), device: makeSigningKey(), box: randomBytes(32))
    }
}

extension AccountReader {
    /// Returns the user behind an identity, or `nil` if the identity is new and `id` belongs to no
    /// user of this store.
    fileprivate func person(
        importedAs identity: SourceIdentity,
        or id: User.ID?,
        _ social: any SocialReader
    ) throws -> ImportedPerson? {
        let user = try user(importedAs: identity) ?? id.flatMap { try social.user($0)?.id }
        return try user.map { ImportedPerson(id: $0, keys: try person($0)) }
    }
}
