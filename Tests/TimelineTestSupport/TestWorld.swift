package import Foundation
package import TimelineCore
import TimelineSQLite
package import TimelineTesting

/// A store with a clock, hasher, blobs and repository that a test controls.
package struct TestWorld: Sendable {
    /// The repository that the store uses.
    package let repository: any Repository
    /// The blob store with the photos.
    package let blobs: any BlobStore
    /// The password hasher.
    package let hasher: PlainHasher
    /// The test's clock and random bytes.
    package let clock: TestEnvironment
    /// The store under test.
    package let owner: StoreOwner
    /// The folder of the store, or `nil` if the store is in memory.
    package let folder: URL?

    /// Creates an empty store.
    package init(
        _ storage: Storage,
        seed: UInt64 = 1,
        processorCount: Int = 2,
        hasher: PlainHasher = PlainHasher(),
        now: Date = TestEnvironment.start
    ) throws {
        let folder = storage == .sqliteFile ? try TemporaryFolder.make() : nil
        try self.init(
            repository: folder.map { try Storage.open($0.appending(path: Self.fileName)) }
                ?? storage.makeRepository(),
            blobs: folder.map { try FolderBlobStore(folder: $0.appending(path: "blobs")) }
                ?? InMemoryBlobStore(),
            hasher: hasher,
            clock: TestEnvironment(seed: seed, processorCount: processorCount, now: now),
            folder: folder
        )
    }

    /// Creates a store with the given components.
    package init(
        repository: any Repository,
        blobs: any BlobStore,
        hasher: PlainHasher = PlainHasher(),
        clock: TestEnvironment = TestEnvironment(),
        folder: URL? = nil
    ) throws {
        self.repository = repository
        self.blobs = blobs
        self.hasher = hasher
        self.clock = clock
        self.folder = folder
        owner = StoreOwner(
            repository: repository,
            blobs: blobs,
            hasher: hasher,
            photoProcessor: PlainPhotoProcessor(),
            environment: clock.environment
        )
    }

    private static let fileName = "timeline.sqlite"

    /// The SQLite file, or `nil` if the store is in memory.
    package var file: URL? { folder?.appending(path: Self.fileName) }

    /// Returns the same store with a different repository.
    package func with(repository: any Repository) throws -> TestWorld {
        try TestWorld(
            repository: repository,
            blobs: blobs,
            hasher: hasher,
            clock: clock,
            folder: folder
        )
    }

    /// Returns the same store with a different blob store.
    package func with(blobs: any BlobStore) throws -> TestWorld {
        try TestWorld(
            repository: repository,
            blobs: blobs,
            hasher: hasher,
            clock: clock,
            folder: folder
        )
    }

    /// Returns the same store with a different hasher.
    package func with(hasher: PlainHasher) throws -> TestWorld {
        try TestWorld(
            repository: repository,
            blobs: blobs,
            hasher: hasher,
            clock: clock,
            folder: folder
        )
    }

    /// Opens the same file again, as another process would.
    ///
    /// If the store is in memory, the result uses the same repository and blobs.
    package func openedAgain(clock: TestEnvironment? = nil) throws -> TestWorld {
        try TestWorld(
            repository: file.map { try Storage.open($0) } ?? repository,
            blobs: folder.map { try FolderBlobStore(folder: $0.appending(path: "blobs")) } ?? blobs,
            hasher: hasher,
            clock: clock ?? self.clock,
            folder: folder
        )
    }
}

// MARK: - Principals

extension TestWorld {
    /// The store with the rights of a reader without a login.
    package var guest: Guest { owner.guest }

    /// Returns the store with the rights of the given user, or of a guest if the user is `nil`.
    package func reader(_ user: User.ID?) -> any Principal { user.map(session) ?? guest }

    /// Returns a session of the given user without logging in.
    package func session(_ user: User.ID) -> UserSession { owner.acting(as: user) }
}

// MARK: - Builders

extension TestWorld {
    /// A password that meets all requirements.
    package static let password = Password("correct horse battery")

    /// Returns the sign-up form for a user with the email `name@example.org`.
    package static func form(_ name: String, password: Password = password) -> SignUp {
        SignUp(email: "\(name)@example.org", password: password, username: name)
    }

    /// Signs up a user.
    @discardableResult
    package func signUp(_ name: String) async throws -> Login {
        let login = try await guest.signUp(Self.form(name), label: "test")
        try addTestPerson(login.user.id)
        return login
    }

    /// Lets a ``RecordMaker`` sign for a user with an account, as another device would.
    private func addTestPerson(_ user: User.ID) throws {
        let keys = try repository.read { try $1.keys(of: user) }
        // Tests count and hold the calls of their own hashers.
        guard let keys,
            let key = PlainHasher().deriveKey(from: Self.password, settings: keys.root.settings),
            let root = keys.root.open(of: user, with: key)
        else { return }
        TestPeople.add(PersonKeys(root: root, device: keys.device, box: keys.box))
    }

    /// Signs up a user and returns the user's ID.
    package func user(_ name: String) async throws -> User.ID { try await signUp(name).user.id }

    /// Returns the user of the session with the given token.
    package func user(for token: Session.Token) async throws -> User {
        try await guest.session(for: token).user()
    }

    /// Logs in with the email `name@example.org`.
    @discardableResult
    package func logIn(_ name: String, _ password: Password = password) async throws -> Login {
        try await guest.logIn(email: "\(name)@example.org", password: password, label: "test")
    }

    /// Posts a picture, one second after the previous change.
    @discardableResult
    package func post(
        by author: User.ID,
        _ caption: String = "",
        seed: Int = 1
    ) async throws -> PostView {
        clock.advance(by: 1)
        return try await session(author).post([TestPhotos.file(seed: seed)], caption: caption)
    }

    /// Derives everything from the records again and returns what is wrong.
    package func audit() throws -> [HealthFinding] { try repository.audit(repairing: false) }
}

extension TestWorld {
    /// Stores the keys of test users, so that sessions can act for them, as for imported people.
    package func addKeys(of users: [User.ID]) throws {
        try repository.writeAccounts { accounts in
            for user in users {
                let identity = SourceIdentity(["test user", user.description])
                try accounts.addPerson(TestPeople.keys(of: user), importedAs: identity)
            }
        }
    }

    /// Adds a person: a user with keys but without an account, like one who arrives by an import.
    @discardableResult
    package func person(_ name: String) async throws -> User.ID {
        let identity = SourceIdentity(["test", name])
        let people = try await owner.engine.people([(identity, nil)], isDryRun: false)
        guard let keys = people.first?.keys else { throw TimelineError.userNotFound(name) }
        let statements: [(content: RecordContent, key: SigningKey)] = [
            (.keyAdded(try keys.certificate), keys.root),
            (.profileSet(.username(try Username(name))), keys.device),
        ]
        let records = try statements.map { content, key in
            try VerifiedRecord(
                author: keys.user,
                stamp: PushID(milliseconds: clock.now.millisecondsSince1970, bits: (0, 1)),
                content: content,
                signedWith: key
            )
        }
        try await owner.add(records)
        return keys.user
    }

    /// Signs up leia, han and luke.
    package func threeUsers() async throws -> (leia: User.ID, han: User.ID, luke: User.ID) {
        (try await user("leia"), try await user("han"), try await user("luke"))
    }
}

extension UserSession {
    /// Changes the caption of a post.
    package func edit(_ id: Post.ID, caption: String) async throws {
        try await edit(id, PostEdit(caption: caption))
    }
}
