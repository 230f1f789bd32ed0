extension Principal {
    /// Returns this principal's permission to read a blob, which must be the public copy or the
    /// preview of a photo.
    ///
    /// - Throws: ``TimelineError/photoNotFound(_:)`` if no visible post or profile shows the photo.
    public func access(to blob: BlobID) async throws -> PhotoAccess {
        try await read { try $0.requireAccess(to: blob, for: $2) }
    }
}

extension Guest {
    /// Validates a session and returns its user's permission to read a photo's blob, in one
    /// snapshot.
    ///
    /// Unlike ``session(for:)``, this method does not record the use of the session.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``, or ``TimelineError/photoNotFound(_:)`` if no
    ///   visible post or profile shows the photo.
    public func access(to blob: BlobID, for token: Session.Token) async throws -> PhotoAccess {
        let (credential, now) = (Credential.session(token.sessionID), engine.environment.now())
        return try await engine.read { social, accounts in
            let viewer = try credential.requireUser(social, accounts, at: now)
            return try social.requireAccess(to: blob, for: viewer)
        }
    }

    /// Returns a permission for anyone to read a photo's public copy or preview, provided that a
    /// user with an account in this store shows the photo.
    ///
    /// - Throws: ``TimelineError/photoNotFound(_:)`` if no such user shows the photo.
    public func publicAccess(to blob: BlobID) async throws -> PhotoAccess {
        try await engine.read { social, accounts in
            try social.requireAccess(to: blob, for: nil) { try accounts.account(of: $0) != nil }
        }
    }
}

extension SocialReader {
    /// Returns the permission of `viewer` to read a blob of a photo, considering only users that
    /// `isIncluded` accepts.
    ///
    /// - Throws: ``TimelineError/photoNotFound(_:)``, or any error thrown by `isIncluded`.
    fileprivate func requireAccess(
        to blob: BlobID,
        for viewer: User.ID?,
        where isIncluded: (User.ID) throws -> Bool = { _ in true }
    ) throws -> PhotoAccess {
        guard let access = try access(to: blob, for: viewer, where: isIncluded) else {
            throw TimelineError.photoNotFound(blob.description)
        }
        return access
    }
}
