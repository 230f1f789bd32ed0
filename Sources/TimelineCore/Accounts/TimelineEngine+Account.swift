extension TimelineEngine {
    /// The e-mail that a user logs in with, or `nil` when the user has no account here.
    public func email(of user: User.ID) async throws -> EmailAddress? {
        try await reads.run { [repository] in try repository.account(of: user)?.email }
    }

    /// Checks a user's password, as one that is given again before something grave; a wrong one counts as a
    /// failed log-in.
    ///
    /// - Throws: ``TimelineError/wrongPassword``, ``TimelineError/tooManyAttempts(until:)``.
    public func verify(_ password: Password, of user: User.ID) async throws {
        let account = try await requireAccount(of: user)
        try await verify(password, of: account, email: account.email)
    }

    /// Sets a new password, and ends all other sessions.
    ///
    /// - Parameters:
    ///   - old: the password of today.
    ///   - new: the password from now on.
    ///   - user: whose password it is.
    ///   - kept: the session that goes on.
    /// - Throws: ``TimelineError/wrongPassword``, ``TimelineError/tooManyAttempts(until:)``,
    ///   ``TimelineError/passwordRefused(_:)``.
    public func changePassword(
        from old: Password,
        to new: Password,
        of user: User.ID,
        keeping kept: Session.ID? = nil
    ) async throws {
        try await verify(old, of: user)
        let account = try await requireAccount(of: user)
        let name = try await profile(of: user, for: nil).user.username
        try PasswordPolicy.check(new, username: name, email: account.email)
        let hash = try await hash(new)
        try await writes.run { [repository] in
            // Sessions first: a crash in between must not leave them under a new password.
            try repository.removeSessions(of: user, except: kept)
            let isSet = try repository.setPasswordHash(
                hash,
                replacing: account.passwordHash,
                of: user
            )
            guard isSet else { throw TimelineError.wrongPassword }
        }
    }

    /// Deletes an account with its user and everything the user posted, wrote, liked and followed.
    ///
    /// - Throws: ``TimelineError/wrongPassword``, ``TimelineError/tooManyAttempts(until:)``.
    public func deleteAccount(of user: User.ID, password: Password) async throws {
        try await verify(password, of: user)
        let photos = try await read { try $0.blobs(of: user) }
        try await removing(photos) { [repository] in
            try repository.removeAccount(of: user) { reader in
                try mint([.profileRemoved], by: user, above: reader)
            }
        }
    }

    private func requireAccount(of user: User.ID) async throws -> Account {
        let account = try await reads.run { [repository] in try repository.account(of: user) }
        guard let account else { throw TimelineError.notLoggedIn }
        return account
    }
}

extension SocialReader {
    /// The pictures of a user and of the user's posts, a page of posts at a time.
    fileprivate func blobs(of author: User.ID) throws -> [BlobID] {
        var blobs = [try user(author)?.avatar?.blob].compactMap(\.self)
        var before = Post.ID(.max)
        while true {
            let ids = try postIDs(by: author, in: PostRange(before: before, limit: 500))
            guard let last = ids.last else { return blobs }
            blobs += try posts(ids, for: nil).flatMap(\.photos).map(\.blob)
            before = last
        }
    }
}
