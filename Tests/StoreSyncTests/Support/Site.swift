import Foundation
import Testing
import TimelineCore
@testable import TimelineSync
import TimelineTestSupport
import TimelineTesting

/// One device: a store with a user who has signed up on it.
struct Site: Sendable {
    let world: TestWorld
    let user: User.ID
    let sync: StoreSync
    /// The folder for partially received pictures.
    let partials: URL

    init(_ storage: Storage, _ name: String, seed: UInt64) async throws {
        let world = try TestWorld(storage, seed: seed)
        try await self.init(world, user: world.user(name))
    }

    init(_ world: TestWorld, user: User.ID) async throws {
        self.world = world
        self.user = user
        partials = try TemporaryFolder.make().appending(path: "partial")
        sync = StoreSync(owner: world.owner, user: user, partialBlobs: partials)
    }

    /// Creates a device with a copy of another device's store.
    init(restored world: TestWorld, user: User.ID) {
        self.world = world
        self.user = user
        partials = world.folder?.appending(path: "partial") ?? URL(filePath: "/nowhere")
        sync = StoreSync(owner: world.owner, user: user, partialBlobs: partials)
    }

    /// Adds another device of the user, with an empty store.
    func pairedDevice(_ storage: Storage, seed: UInt64, name: String? = nil) async throws -> Site {
        let (file, code) = try await sync.pair(password: TestWorld.password, name: name)
        let world = try TestWorld(storage, seed: seed)
        _ = try await StoreSync.pair(
            from: file,
            code: code,
            password: TestWorld.password,
            into: world.owner,
            partialBlobs: TemporaryFolder.make()
        )
        return try await Site(world, user: user)
    }

    var session: UserSession { world.session(user) }

    /// Adds the user of another site to the peer list, with an invitation from its device.
    ///
    /// Unlike a link that the user follows, it does not make the user a follower.
    func addPeer(_ other: Site) async throws {
        let link = try await other.sync.invite()
        try await sync.write { _, accounts in
            var entry = StoredPeer(
                user: link.user,
                target: nil,
                name: nil,
                milliseconds: sync.now
            )
            entry.invitation = link.token
            entry.box = link.box
            try accounts.save(entry, of: sync.user)
        }
    }

    /// The box key of the device.
    func encryptionKey() async throws -> EncryptionKey {
        try #require(try await sync.noiseKey().encryptionKey)
    }

    /// Opens the store in the form that sessions use.
    func store(isOutgoing: Bool = false) throws -> RepositorySyncStore {
        try RepositorySyncStore(
            owner: world.owner,
            user: user,
            partialBlobs: partials,
            isOutgoing: isOutgoing
        )
    }

    /// Returns the IDs of the live records in the given scopes.
    func records(of scopes: [User.ID]) throws -> Set<RecordID> {
        try world.repository.read { reader in
            Set(try reader.recordHeads(inScopes: Set(scopes)).map(\.position.id))
        }
    }

    /// Returns the pictures and previews that live records reference and the store lacks.
    func missingBlobs() throws -> [MissingBlob] {
        try world.repository.read { try $0.missingBlobs(at: sync.now, $1, world.blobs) }
    }

    /// Returns the captions of the home timeline, newest first.
    func captions() async throws -> [String] {
        try await session.timeline().posts.map(\.caption)
    }

    /// Advances the clock by a second.
    func tick() { world.clock.advance(by: 1) }
}

/// Two friends on two devices, each with the other on the peer list, by an invitation.
struct Friends: Sendable {
    let anna: Site
    let ben: Site
    /// A folder that a cloud service would share.
    let folder: String

    init(_ storage: Storage) async throws {
        anna = try await Site(storage, "anna", seed: 1)
        ben = try await Site(storage, "ben", seed: 2)
        folder = try TemporaryFolder.make().path
        try await anna.addPeer(ben)
        try await ben.addPeer(anna)
    }

    /// Syncs both with the folder until nothing new arrives.
    func syncFolder() async throws {
        for _ in 0..<2 {
            for site in [anna, ben] {
                site.tick()
                try await site.sync.sync(folder: folder, isOwn: false)
            }
        }
    }

    /// Syncs both over pipes until no more sessions are necessary.
    func syncPipes() async throws {
        while try await syncOnce().needsAnotherSync {}
    }

    /// Runs one session over pipes, which Ben starts.
    @discardableResult
    func syncOnce() async throws -> SyncReport {
        try await Self.connect(ben, anna)
    }

    /// Runs one session over pipes.
    ///
    /// - Returns: The report of the first site, which starts the session.
    @discardableResult
    static func connect(
        _ client: Site,
        _ server: Site,
        budget: UInt64 = .max
    ) async throws -> SyncReport {
        for site in [client, server] { site.tick() }
        let (toServer, toClient) = (Pipe(), Pipe())
        let ends = [toServer, toClient]
            .map { pipe in
                (
                    pipe.fileHandleForReading.fileDescriptor,
                    pipe.fileHandleForWriting.fileDescriptor
                )
            }
        async let served = server.sync.sync(
            input: ends[0].0,
            output: ends[1].1,
            role: .responder
        )
        let result: Result<SyncReport, any Error>
        do {
            result = .success(
                try await client.sync.sync(
                    input: ends[1].0,
                    output: ends[0].1,
                    role: .initiator,
                    budget: budget
                )
            )
        } catch {
            result = .failure(error)
        }
        try toServer.fileHandleForWriting.close()
        _ = try? await served  // The client reports the same failure.
        withExtendedLifetime((toServer, toClient)) {}
        return try result.get()
    }
}
