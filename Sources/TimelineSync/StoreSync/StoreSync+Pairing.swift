import Foundation
public import TimelineCore

extension StoreSync {
    /// Certifies a new device of the user, and seals its keys in a pairing file.
    ///
    /// Carry the file to the other device by any means, and call
    /// ``pair(from:code:password:into:partialBlobs:)`` there. The file is useless without the code,
    /// which it does not contain.
    ///
    /// - Parameters:
    ///   - password: The user's password.
    ///   - name: A name for the new device.
    /// - Returns: The bytes of the file, and the code to type on the other device.
    /// - Throws: A `TimelineError`, such as `wrongOwnPassword`, or a `PairingError`.
    public func pair(
        password: Password,
        name: String? = nil
    ) async throws -> (file: [UInt8], code: PairingCode) {
        let root = try await owner.acting(as: user)
            .signingByRoot(password: password) { _, _, _ in
                []
            }
        let new = try await engine.newDevice(root: root, password: password)
        guard let box = NoiseKey(bytes: new.keys.box) else { throw SyncError.handshakeFailed }
        let secrets = DeviceSecrets(device: new.keys.device, box: box)
        try await owner.acting(as: user)
            .signingByRoot(password: password) { _, accounts, _ in
                try accounts.setPrivateValue(
                    name.map { Array($0.utf8) },
                    forKey: StateKey.deviceName(of: secrets.device.id, by: user)
                )
                return [.keyAdded(new.certificate)]
            }
        let identity = try await identity()
        let environment = engine.environment
        let seal = try await runBlocking { try folderSeal() }
        return try await engine.sealing { deriveKey in
            var generator = EnvironmentRandom(environment: environment)
            let code = PairingCode(using: &generator)
            let sealedRoot = try PairingRootKey(
                sealing: root,
                secret: password.bytes,
                using: &generator,
                deriveKey: deriveKey
            )
            let contents = try IdentityContents(
                root: root.verifyingKey,
                rootSecret: .sealed(sealedRoot),
                account: identity.account,
                device: secrets,
                folderSeal: seal,
                peers: identity.peers,
                records: identity.records
            )
            let file = try SealedFile(
                sealing: contents.encoded,
                purpose: .pairing,
                secret: code.secret,
                using: &generator,
                deriveKey: deriveKey
            )
            return (file.encoded, code)
        }
    }

    /// Seals a copy of the user's identity under a password.
    ///
    /// With it, ``importIdentity(from:password:current:into:partialBlobs:)`` restores the identity
    /// if all devices are lost, or if the store's owner has reset the password.
    ///
    /// - Parameter password: The user's password, which also opens the copy.
    /// - Returns: The bytes of the file.
    /// - Throws: A `TimelineError`, such as `wrongOwnPassword`, or a `PairingError`.
    public func exportIdentity(password: Password) async throws -> [UInt8] {
        let root = try await owner.acting(as: user)
            .signingByRoot(password: password) { _, _, _ in
                []
            }
        let identity = try await identity()
        let environment = engine.environment
        let seal = try await runBlocking { try folderSeal() }
        let file = try await engine.sealing { deriveKey in
            var generator = EnvironmentRandom(environment: environment)
            let contents = try IdentityContents(
                root: root.verifyingKey,
                rootSecret: .key(root),
                account: identity.account,
                device: nil,
                folderSeal: seal,
                peers: identity.peers,
                records: identity.records
            )
            return try SealedFile(
                sealing: contents.encoded,
                purpose: .identity,
                secret: password.bytes,
                using: &generator,
                deriveKey: deriveKey
            )
            .encoded
        }
        try await write { _, accounts in
            var keys = try requireKeys(accounts)
            keys.isExported = true
            try accounts.setKeys(keys, of: user)
        }
        return file
    }

    /// The contents of a sealed file other than its keys.
    private struct Identity: Sendable {
        let account: IdentityAccount
        let peers: [KnownPeer]
        let records: [SignedRecord]
    }

    private func identity() async throws -> Identity {
        try await engine.read { social, accounts in
            guard let account = try accounts.account(of: user), let profile = try social.user(user)
            else { throw TimelineError.userHasNoAccount(user.description) }
            var peers: [KnownPeer] = []
            let entries = try accounts.peers(of: user)
            for peer in Set(entries.filter { !$0.isRemoved }.compactMap(\.user)) {
                let name = try social.user(peer)?.username
                for device in try social.devices(of: peer) where !device.isRevoked {
                    peers.append(
                        KnownPeer(user: peer, device: device.id, name: name, addresses: [])
                    )
                }
            }
            return Identity(
                account: IdentityAccount(
                    username: profile.username,
                    email: account.email.text,
                    passwordHash: account.passwordHash
                ),
                peers: Array(peers.prefix(PairingLimits.peers)),
                records: try social.introductions(of: [user]).sorted()
                    .map { SignedRecord($0) }
            )
        }
    }
}

extension TimelineEngine {
    /// Runs work that seals or opens files on the queue for password hashing.
    ///
    /// The keys are derived with Argon2id and the parameters of `SealingCost`.
    func sealing<Result: Sendable>(
        _ work: @escaping @Sendable (KeyDerivation) throws -> Result
    ) async throws -> Result {
        try await derivingKeys { derive in
            try work { secret, salt in
                try derive(String(decoding: secret, as: UTF8.self), Self.settings(salt: salt))
            }
        }
    }

    /// Returns the PHC string for a salt, with the parameters for sealed files.
    private static func settings(salt: [UInt8]) -> String {
        let base64 = Data(salt).base64EncodedString().filter { $0 != "=" }
        let cost = "m=\(SealingCost.memory),t=\(SealingCost.passes),p=\(SealingCost.lanes)"
        return "$argon2id$v=19$\(cost)$\(base64)"
    }
}
