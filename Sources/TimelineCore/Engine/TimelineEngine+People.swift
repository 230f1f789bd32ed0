/// A user for whom an import speaks.
package struct ImportedPerson: Sendable {
    /// The ID of the user.
    package let id: User.ID
    /// The keys with which this store signs what the user says, or `nil` if the user has an account
    /// or has left, or has keys only on other devices.
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
