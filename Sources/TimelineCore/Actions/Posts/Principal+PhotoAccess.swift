extension Principal {
    /// Returns how the reader may use the public copy or the preview of a photo.
    ///
    /// - Throws: ``TimelineError/photoNotFound(_:)`` when no visible post or profile shows it.
    public func access(to blob: BlobID) async throws -> PhotoAccess {
        try await read { try $0.requireAccess(to: blob, for: $1) }
    }
}

extension Guest {
    /// Checks a session and the access of its user to a photo in one snapshot.
    ///
    /// Unlike ``session(for:)``, does not record the use of the session.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``; ``TimelineError/photoNotFound(_:)`` when no visible
    ///   post or profile shows the photo.
    public func access(to blob: BlobID, for token: Session.Token) async throws -> PhotoAccess {
        let (credential, now) = (Credential.session(token.sessionID), engine.environment.now())
        return try await engine.readWithAccounts { social, accounts in
            let viewer = try credential.requireUser(social, accounts, at: now)
            return try social.requireAccess(to: blob, for: viewer)
        }
    }

    /// Returns how anyone may use the public copy or the preview of a photo that a user with an
    /// account in this store shows.
    ///
    /// - Throws: ``TimelineError/photoNotFound(_:)``.
    public func publicAccess(to blob: BlobID) async throws -> PhotoAccess {
        try await engine.readWithAccounts { social, accounts in
            try social.requireAccess(to: blob, for: nil) { try accounts.account(of: $0) != nil }
        }
    }
}

extension SocialReader {
    /// Returns the access of `viewer` to a photo of a user that `isIncluded` accepts.
    ///
    /// - Throws: ``TimelineError/photoNotFound(_:)``; the error of `isIncluded`.
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
