extension UserSession {
    /// Verifies the password, opens the root key, and applies the statements that it signs.
    ///
    /// - Parameters:
    ///   - password: The user's password.
    ///   - draft: Returns the statements, and may write private data in the same transaction. It may
    ///     run more than once.
    /// - Returns: The root key.
    /// - Throws: ``TimelineError/wrongOwnPassword``, ``TimelineError/tooManyAttempts(until:)``,
    ///   ``TimelineError/rootKeySealed`` if the password was reset,
    ///   ``TimelineError/notLoggedIn``, or any error thrown by `draft`.
    @discardableResult
    package func signingByRoot(
        password: Password,
        _ draft:
            @escaping @Sendable (any SocialReader, any AccountWriter, SigningKey) throws ->
            [RecordContent]
    ) async throws -> SigningKey {
        try await verifying(password) { verified in
            guard let (keys, root) = try await openKeys(of: verified, with: password) else {
                return nil
            }
            return try await engine.writes.run {
                var isCurrent = false
                try engine.repository.apply { social, accounts in
                    isCurrent = try verified.current(accounts) != nil
                    guard isCurrent else { return .empty }
                    let user = try requireUser(social, accounts)
                    var minter = try engine.minter(for: user, keys.device, above: social)
                    for content in try draft(social, accounts, root) {
                        try minter.add(content, signedByRoot: root)
                    }
                    return try minter.batch()
                }
                return isCurrent ? root : nil
            }
        }
    }
}
