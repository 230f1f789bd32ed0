extension TimelineEngine {
    /// Replaces a user's device key if another device signs with it, or if it has been revoked.
    ///
    /// Every record that this store holds stays valid. All others that the old key has signed or will
    /// sign are ignored.
    ///
    /// - Returns: Whether the store has a new device key.
    /// - Throws: A storage error.
    func replacingReusedDeviceKey(
        of user: User.ID,
        under password: Password
    ) async throws -> Bool {
        let (keys, isRevoked) = try await reads.run { [repository] in
            try repository.read { social, accounts -> (UserKeys?, Bool) in
                guard let keys = try accounts.keys(of: user) else { return (nil, false) }
                let isRevoked = try social.isRevoked(keys.device.id, of: user)
                let isReplaced =
                    try isRevoked || accounts.isDeviceKey(of: user, marked: .revoked)
                    || accounts.isDeviceKey(of: user, marked: .reused)
                return (isReplaced ? keys : nil, isRevoked)
            }
        }
        guard let keys, let root = try await openRoot(of: user, keys.root, with: password) else {
            return false
        }
        let device = try await newDevice(root: root, password: password)
        var new = device.keys
        new.isExported = keys.isExported
        return try await writes.run { [repository, environment, new] in
            var isReplaced = false
            try repository.apply { social, accounts in
                isReplaced = try accounts.keys(of: user)?.device.id == keys.device.id
                guard isReplaced else { return .empty }
                let last = try social.newestStamp(of: user)
                var minter = try RecordMinter(
                    key: new.device,
                    author: user,
                    above: social,
                    environment
                )
                try minter.add(.keyAdded(device.certificate), signedByRoot: root)
                if !isRevoked {
                    var random = EnvironmentRandom(environment: environment)
                    let parts = KeyRevocation.parts(
                        of: keys.device.id,
                        last: last,
                        listing: try social.records(signedBy: keys.device.id, of: user)
                            .map(\.id),
                        using: &random
                    )
                    for part in parts { try minter.add(.keyRevoked(part), signedByRoot: root) }
                }
                try accounts.setKeys(new, of: user)
                return try minter.batch()
            }
            return isReplaced
        }
    }
}
