/// The owner of a store, who opens it and has all permissions.
///
/// The owner imports archives and demo data, creates accounts for imported users, resets passwords,
/// makes backups, and checks and repairs the store. Pass only ``guest`` to a server, so that the
/// server can do none of this and cannot act for a user without a session.
///
/// ```swift
/// let owner = StoreOwner(
///     repository: try SQLiteRepository(file: folder.appending(path: "timeline.sqlite")),
///     blobs: try FolderBlobStore(folder: folder.appending(path: "blobs")),
///     hasher: Argon2Hasher()
/// )
/// let login = try await owner.guest.signUp(form, label: "this device")
/// ```
public struct StoreOwner: Sendable {
    package var engine: TimelineEngine

    /// Opens a store.
    ///
    /// - Parameters:
    ///   - repository: The storage for shared and private data.
    ///   - blobs: The storage for the photos' bytes.
    ///   - renditions: The storage for smaller copies of photos, which are deleted along with the
    ///     photos.
    ///   - hasher: The password hasher.
    ///   - photoProcessor: The processor that creates the copies of pictures that other users see.
    ///     The default strips metadata. `MediaPhotoProcessor` in `TimelineMedia` also decodes
    ///     pictures to check them and to create ThumbHashes and previews.
    ///   - environment: The clock, random number generator and processor count.
    ///   - limits: The maximum lengths of the queues.
    public init(
        repository: any Repository,
        blobs: any BlobStore,
        renditions: (any RenditionStore)? = nil,
        hasher: any PasswordHasher,
        photoProcessor: any PhotoProcessor = StrippingPhotoProcessor(),
        environment: TimelineEnvironment = .system,
        limits: EngineLimits = EngineLimits()
    ) {
        engine = TimelineEngine(
            repository: repository,
            blobs: blobs,
            renditions: renditions,
            hasher: hasher,
            photoProcessor: photoProcessor,
            environment: environment,
            limits: limits
        )
    }

    init(engine: TimelineEngine) { self.engine = engine }

    /// The processor that creates the copies of pictures that other users see.
    package var photoProcessor: any PhotoProcessor { engine.photoProcessor }

    /// The principal for readers without an account.
    ///
    /// A server needs no other principal.
    public var guest: Guest { Guest(engine: engine) }

    /// Returns a session that acts on behalf of a user, without requiring a login.
    ///
    /// Its calls throw ``TimelineError/userNotFound(_:)`` if the user does not exist.
    public func acting(as user: User.ID) -> UserSession {
        UserSession(of: user, credential: .vouched(user), engine: engine)
    }

    /// Adds signed records that were made elsewhere or earlier, either all or none.
    ///
    /// - Parameters:
    ///   - records: The records, in any order.
    ///   - photos: The photos that the records share. Their bytes are stored before the records are
    ///     committed. Blobs that are orphaned after the commit are removed.
    /// - Throws: ``TimelineError/identifierInFuture(_:)`` or a storage error.
    package func add(_ records: [VerifiedRecord], photos: [PreparedPhoto] = []) async throws {
        try await engine.addRecords(photos: photos) { _, _ in records }
    }

    /// Checks the stamps of signed records, so that a repository can apply the records.
    ///
    /// - Throws: ``TimelineError/identifierInFuture(_:)``.
    package func check(_ records: [VerifiedRecord]) throws(TimelineError) -> ValidatedBatch {
        try ValidatedBatch(checking: records, now: engine.environment.now())
    }
}

extension StoreOwner {
    /// Creates an account for a person: a user without one, who has arrived by an import.
    ///
    /// The person keeps their ID, their keys, and everything that they have said. The root key is
    /// sealed under the password, and the unsealed keys are erased.
    ///
    /// - Throws: ``TimelineError/userNotFound(_:)``, ``TimelineError/userHasAccount(_:)``,
    ///   ``TimelineError/userNotImported(_:)`` if the user's keys are not in this store,
    ///   ``TimelineError/invalidEmail(_:)``, ``TimelineError/passwordRefused(_:)`` or
    ///   ``TimelineError/emailTaken``.
    public func claim(_ username: String, email: String, password: Password) async throws {
        let user = try await guest.user(withUsername: username)
        let person = try await claimableKeys(of: user)
        let account = try await engine.newAccount(
            of: user.id,
            username: user.username,
            email: email,
            password: password
        )
        let keys = UserKeys(
            root: try await engine.seal(person.root, under: password),
            device: person.device,
            box: person.box,
            isExported: false
        )
        try await engine.writes.run { [engine] in
            try engine.repository.writeAccounts { social, accounts in
                guard try social.user(user.id) != nil else {
                    throw TimelineError.userNotFound(username)
                }
                try accounts.insert(account)
                try accounts.setKeys(keys, of: user.id)
                try accounts.removePersonKeys(of: user.id)
            }
        }
    }

    /// Returns the keys of a user without an account who has arrived by an import.
    ///
    /// - Throws: ``TimelineError/userHasAccount(_:)`` or ``TimelineError/userNotImported(_:)``.
    package func claimableKeys(of user: User) async throws -> PersonKeys {
        guard try await !hasAccount(user.id) else {
            throw TimelineError.userHasAccount(user.username)
        }
        let person = try await engine.read { try $1.person(user.id) }
        guard let person else { throw TimelineError.userNotImported(user.username) }
        return person
    }

    /// Resets a forgotten password and ends all of the user's sessions.
    ///
    /// The user's next login reports the reset in ``Login/passwordResetAt``.
    ///
    /// - Throws: ``TimelineError/userNotFound(_:)``, ``TimelineError/userHasNoAccount(_:)`` or
    ///   ``TimelineError/passwordRefused(_:)``.
    public func resetPassword(of username: String, to new: Password) async throws {
        let user = try await guest.user(withUsername: username)
        try PasswordPolicy.check(
            new,
            username: user.username,
            email: try await account(of: user).email
        )
        let hash = try await engine.hash(new)
        try await engine.writes.run { [engine] in
            let now = engine.environment.now()
            try engine.repository.writeAccounts { accounts in
                guard let account = try accounts.account(of: user.id) else {
                    throw TimelineError.userHasNoAccount(user.username)
                }
                try accounts.save(account.with(passwordHash: hash, resetAt: now))
                try accounts.deleteSessions(of: user.id, except: nil)
                try accounts.clearFailures(for: account.email)
            }
        }
    }

    /// Returns the email of a user's account.
    ///
    /// - Throws: ``TimelineError/userHasNoAccount(_:)``.
    package func email(of user: User) async throws -> EmailAddress {
        try await account(of: user).email
    }

    /// Returns whether a user has an account in this store.
    ///
    /// Imported users have no account until they are claimed.
    ///
    /// - Throws: A storage error, or ``TimelineError/busy`` if too many reads are queued.
    package func hasAccount(_ user: User.ID) async throws -> Bool {
        try await engine.reads.run { [engine] in
            try engine.repository.read { try $1.account(of: user) != nil }
        }
    }

    /// Returns whether no account has the given email.
    ///
    /// - Throws: A storage error, or ``TimelineError/busy`` if too many reads are queued.
    package func isAvailable(_ email: EmailAddress) async throws -> Bool {
        try await engine.isAvailable(email)
    }

    private func account(of user: User) async throws -> Account {
        try await engine.reads.run { [engine] in
            guard let account = try engine.repository.read({ try $1.account(of: user.id) })
            else { throw TimelineError.userHasNoAccount(user.username) }
            return account
        }
    }
}
