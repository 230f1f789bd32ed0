public import Foundation
public import TimelineCore
import TimelineSQLite

/// A store on one storage, its parts under a test's control.
public struct TestWorld: Sendable {
    /// Where the shared and the private part lie.
    public let repository: any Repository
    /// Where the photos lie.
    public let blobs: any BlobStore
    /// What hashes the passwords.
    public let hasher: PlainHasher
    /// The time and the random bytes.
    public let clock: TestEnvironment
    /// The store under test.
    public let owner: StoreOwner
    /// The folder of a storage that has one.
    public let folder: URL?

    /// Makes an empty world.
    public init(
        _ storage: Storage,
        seed: UInt64 = 1,
        processorCount: Int = 2,
        hasher: PlainHasher = PlainHasher()
    ) throws {
        let folder = storage == .sqliteFile ? try TemporaryFolder.make() : nil
        try self.init(
            repository: folder.map { try Storage.open($0.appending(path: Self.fileName)) }
                ?? storage.makeRepository(),
            blobs: folder.map { try FolderBlobStore(folder: $0.appending(path: "blobs")) }
                ?? InMemoryBlobStore(),
            hasher: hasher,
            clock: TestEnvironment(seed: seed, processorCount: processorCount),
            folder: folder
        )
    }

    /// Makes a world of its parts.
    public init(
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

    /// The file of a world in a file.
    public var file: URL? { folder?.appending(path: Self.fileName) }

    /// The same world with other blobs.
    public func with(blobs: any BlobStore) throws -> TestWorld {
        try TestWorld(
            repository: repository,
            blobs: blobs,
            hasher: hasher,
            clock: clock,
            folder: folder
        )
    }

    /// The same world with another hasher.
    public func with(hasher: PlainHasher) throws -> TestWorld {
        try TestWorld(
            repository: repository,
            blobs: blobs,
            hasher: hasher,
            clock: clock,
            folder: folder
        )
    }

    /// The same file once more, as another process opens it; the same objects where there is no file.
    public func openedAgain(clock: TestEnvironment? = nil) throws -> TestWorld {
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
    /// The store for readers without an account.
    public var guest: Guest { owner.guest }

    /// The store for a user, or for a guest.
    public func reader(_ user: User.ID?) -> any Principal { user.map(session) ?? guest }

    /// The store for a user, without a login.
    public func session(_ user: User.ID) -> UserSession { owner.acting(as: user) }
}

// MARK: - Builders

extension TestWorld {
    /// A password that every policy takes.
    public static let password = Password("correct horse battery")

    /// The form of a user called `name`, with the e-mail `name@example.org`.
    public static func form(_ name: String, password: Password = password) -> SignUp {
        SignUp(email: "\(name)@example.org", password: password, username: name)
    }

    /// Signs a user up.
    @discardableResult
    public func signUp(_ name: String) async throws -> Login {
        try await guest.signUp(Self.form(name), label: "test")
    }

    /// Signs a user up, and tells the identifier.
    public func user(_ name: String) async throws -> User.ID { try await signUp(name).user.id }

    /// The user whose session a token opens.
    public func user(for token: Session.Token) async throws -> User {
        try await guest.session(for: token).user()
    }

    /// Logs in with the e-mail `name@example.org`.
    @discardableResult
    public func logIn(_ name: String, _ password: Password = password) async throws -> Login {
        try await guest.logIn(email: "\(name)@example.org", password: password, label: "test")
    }

    /// Shares a picture, a second after what came before.
    @discardableResult
    public func post(
        by author: User.ID,
        _ caption: String = "",
        seed: Int = 1
    ) async throws -> PostView {
        clock.advance(by: 1)
        return try await session(author).post([TestPhotos.file(seed: seed)], caption: caption)
    }

    /// Whether every count is right.
    public func audit() throws -> [CountMismatch] { try repository.audit(repairing: false) }
}

extension TestWorld {
    /// Signs leia, han and luke up.
    public func threeUsers() async throws -> (leia: User.ID, han: User.ID, luke: User.ID) {
        (try await user("leia"), try await user("han"), try await user("luke"))
    }
}
