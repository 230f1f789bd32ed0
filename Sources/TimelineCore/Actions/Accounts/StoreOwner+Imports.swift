extension StoreOwner {
    /// Returns the note about a user's last import in a browser, or `nil` if there is none.
    package func importNote(of user: User.ID) async throws -> ImportNote? {
        try await engine.read { try $1.importNote(of: user) }
    }

    /// Begins an import of a user, unless one is running on any server of the store.
    ///
    /// - Returns: The note, which must be renewed more often than every ``ImportNote/silence``
    ///   seconds, or `nil` if an import is running.
    /// - Throws: ``TimelineError/userHasNoAccount(_:)`` or a storage error.
    package func beginImport(of user: User.ID) async throws -> ImportNote? {
        let now = engine.environment.now()
        let note = ImportNote(id: engine.environment.randomBytes(16), outcome: nil, date: now)
        return try await engine.writes.run { [engine] in
            try engine.repository.writeAccounts { accounts in
                guard try accounts.account(of: user) != nil else {
                    throw TimelineError.userHasNoAccount(user.description)
                }
                guard try accounts.importNote(of: user)?.isRunning(at: now) != true else {
                    return nil
                }
                try accounts.save(note, of: user)
                return note
            }
        }
    }

    /// Renews the note about an import, or ends the import.
    ///
    /// Does nothing if the note is no longer there, because the account was deleted or a later import
    /// has begun.
    ///
    /// - Parameters:
    ///   - note: The note that ``beginImport(of:)`` has returned.
    ///   - user: The user.
    ///   - outcome: The outcome, or `nil` if the import is still running.
    /// - Throws: A storage error.
    package func renew(
        _ note: ImportNote,
        of user: User.ID,
        endingWith outcome: [UInt8]? = nil
    )
        async throws
    {
        let renewed = ImportNote(id: note.id, outcome: outcome, date: engine.environment.now())
        try await engine.writes.run { [engine] in
            try engine.repository.writeAccounts { accounts in
                guard let stored = try accounts.importNote(of: user), stored.id == note.id,
                    stored.outcome == nil
                else { return }
                try accounts.save(renewed, of: user)
            }
        }
    }
}
