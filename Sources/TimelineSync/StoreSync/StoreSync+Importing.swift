public import Foundation
public import TimelineCore

extension StoreSync {
    /// Turns this store into a device of a user, using a pairing file.
    ///
    /// - Parameters:
    ///   - file: The bytes of the file.
    ///   - code: The code shown on the other device.
    ///   - password: The user's password.
    ///   - owner: The store, which must not contain keys of the user.
    ///   - folder: The folder for incomplete pictures.
    /// - Returns: A `StoreSync` for the user. Sync with it to receive the user's posts.
    /// - Throws: A `PairingError`, such as `wrongSecret` for a wrong code or password, or a
    ///   `TimelineError`, such as `userHasAccount`.
    public static func pair(
        from file: [UInt8],
        code: PairingCode,
        password: Password,
        into owner: StoreOwner,
        partialBlobs folder: URL
    ) async throws -> StoreSync {
        let sealed = try SealedFile(decoding: file)
        let (contents, root) = try await owner.engine.sealing { deriveKey in
            let contents = try IdentityContents(
                decoding: sealed.open(secret: code.secret, deriveKey: deriveKey)
            )
            return (contents, try contents.openRoot(with: password, deriveKey))
        }
        guard let device = contents.device else { throw PairingError.wrongSecret }
        let sync = StoreSync(
            owner: owner,
            user: contents.user,
            partialBlobs: folder
        )
        let keys = UserKeys(
            root: try await owner.engine.seal(root, under: password),
            device: device.device,
            box: device.box.bytes,
            isExported: false
        )
        try await sync.adopt(contents, keys, adding: nil)
        return sync
    }

    /// Restores an identity from a sealed copy.
    ///
    /// If the store contains the user, the root key is sealed under the password of the account.
    /// Otherwise, this store becomes a new device of the user.
    ///
    /// - Parameters:
    ///   - file: The bytes of the file.
    ///   - password: The password under which the copy was sealed.
    ///   - current: The password of the account in this store, if it differs from `password`.
    ///   - owner: The store.
    ///   - folder: The folder for incomplete pictures.
    /// - Returns: A `StoreSync` for the user.
    /// - Throws: A `PairingError`, such as `wrongSecret`, or a `TimelineError`.
    public static func importIdentity(
        from file: [UInt8],
        password: Password,
        current: Password? = nil,
        into owner: StoreOwner,
        partialBlobs folder: URL
    ) async throws -> StoreSync {
        let sealed = try SealedFile(decoding: file)
        let engine = owner.engine
        let (contents, root) = try await engine.sealing { deriveKey in
            let contents = try IdentityContents(
                decoding: sealed.open(secret: password.bytes, deriveKey: deriveKey)
            )
            return (contents, try contents.openRoot(with: password, deriveKey))
        }
        let user = contents.user
        let sync = StoreSync(owner: owner, user: user, partialBlobs: folder)
        let stored = try await engine.read { _, accounts in try accounts.keys(of: user) }
        if stored != nil {
            let current = current ?? password
            try await owner.acting(as: user).verify(current)
            let seal = try await engine.seal(root, under: current)
            try await sync.write { _, accounts in
                var keys = try sync.requireKeys(accounts)
                keys.root = seal
                keys.isExported = true
                try accounts.setKeys(keys, of: user)
            }
            return sync
        }
        guard try await engine.isRight(password, for: contents.account.passwordHash) else {
            throw TimelineError.wrongOwnPassword
        }
        var (keys, certificate) = try await engine.newDevice(root: root, password: password)
        keys.isExported = true
        let added = try engine.recordAdding(
            certificate,
            of: user,
            root: root,
            device: keys.device
        )
        try await sync.adopt(contents, keys, adding: added)
        return sync
    }

    /// Stores the account, the keys and the records of a user who is new to this store.
    private func adopt(
        _ contents: IdentityContents,
        _ keys: UserKeys,
        adding added: VerifiedRecord?
    ) async throws {
        let account = Account(
            user: user,
            email: try EmailAddress(contents.account.email),
            passwordHash: contents.account.passwordHash,
            createdAt: engine.environment.now()
        )
        try await runBlocking {
            var directory = KeyDirectory()
            let records = directory.verify(encoded: contents.records.map(\.encoded))
                .compactMap { try? $0.get() }  // Invalid records are left out.
                .filter { $0.author == user && $0.introducesAuthor }
            let all = records + [added].compactMap(\.self)
            try engine.accept(all) { _, accounts in
                guard try accounts.keys(of: user) == nil, try accounts.account(of: user) == nil
                else { throw TimelineError.userHasAccount(contents.account.username) }
                try accounts.insert(account)
                try accounts.setKeys(keys, of: user)
                if let seal = contents.folderSeal {
                    let key = StateKey.folderSeal(of: user)
                    try accounts.setPrivateValue(seal.keyBytes, forKey: key)
                }
                let names = Dictionary(contents.peers.map { ($0.user, $0.name) }) { $0 ?? $1 }
                for (peer, name) in names {
                    let entry = StoredPeer(user: peer, target: nil, name: name, milliseconds: now)
                    try accounts.save(entry, of: user)
                }
            }
        }
    }
}

extension IdentityContents {
    /// Opens the root key of a pairing file, which is sealed under the password.
    fileprivate func openRoot(
        with password: Password,
        _ deriveKey: KeyDerivation
    ) throws -> SigningKey {
        switch rootSecret {
        case .key(let key): key
        case .sealed(let seal):
            try seal.open(of: user, secret: password.bytes, deriveKey: deriveKey)
        }
    }
}
