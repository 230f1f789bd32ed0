import Foundation
import GRDB
import TimelineArchive
import TimelineArgon2
import TimelineCore
import TimelineSQLite

/// How large the world is that is measured in.
struct WorldSize {
    let users: Int
    let posts: Int
}

/// Somebody who reads, and how many users this one follows.
struct Reader {
    let name: String
    let followed: Int
    let id: User.ID
}

/// A store with a generated world and its readers, made once and kept for the next run.
struct BenchmarkStore {
    let repository: SQLiteRepository
    let engine: TimelineEngine
    /// A connection of the benchmark's own to the same file, for the other ways to read.
    let database: DatabasePool
    let readers: [Reader]

    init(in folder: URL, size: WorldSize) throws {
        let file = folder.appending(path: "world-\(size.users)-\(size.posts).sqlite")
        let isNew = !FileManager.default.fileExists(atPath: file.path)
        repository = try SQLiteRepository(file: file)
        let photo = Photo(blob: BlobID(of: Data([1])), mediaType: .jpeg, width: 1080, height: 1080)
        let world = GeneratedWorld(
            GeneratedWorld.Shape(users: size.users, posts: size.posts, photos: [photo])
        )
        readers = Self.readers(of: world)
        if isNew { try Self.fill(repository, with: world, readers) }
        engine = TimelineEngine(
            repository: repository,
            blobs: InMemoryBlobStore(),
            hasher: Argon2Hasher()
        )
        var configuration = Configuration()
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = -12288") }
        database = try DatabasePool(path: file.path, configuration: configuration)
        if isNew { try Self.makeInboxes(database, readers) }
    }

    private static func readers(of world: GeneratedWorld) -> [Reader] {
        let counts = [5, 30, 100, 300, 700, 1000, 3000, 10_000, 19_000]
            .filter { $0 < world.users.count }
        let dormant = min(3000, world.dormantUsers.count)
        return counts.enumerated()
            .map { Reader(name: "\($0.element)", followed: $0.element, id: .reader($0.offset)) }
            + [Reader(name: "\(dormant) dormant", followed: dormant, id: .reader(counts.count))]
    }

    private static func fill(
        _ repository: SQLiteRepository,
        with world: GeneratedWorld,
        _ readers: [Reader]
    ) throws {
        let start = ContinuousClock.now
        var count = 0
        for batch in world.batches(of: 20_000) {
            try repository.apply(batch)
            count += batch.count
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        print(
            "Loaded \(count) changes in \(Int(seconds)) s, \(Int(Double(count) / seconds)) a second."
        )
        // Users are drawn at random, so their order is as good as a shuffle.
        for (index, reader) in readers.enumerated() {
            let isDormant = index == readers.count - 1
            let followed = (isDormant ? world.dormantUsers : world.users).prefix(reader.followed)
            try repository.apply(reader.changes(following: followed, number: index))
        }
    }

    /// The ready-made inboxes that others keep: every post of everyone followed, for each reader.
    private static func makeInboxes(_ database: DatabasePool, _ readers: [Reader]) throws {
        try database.write { database in
            try database.execute(
                sql: """
                    CREATE TABLE inbox (reader INTEGER, id BLOB, PRIMARY KEY (reader, id)) WITHOUT ROWID
                    """
            )
            for reader in readers {
                try database.execute(
                    sql: """
                        INSERT INTO inbox SELECT f.follower, p.id FROM follow f JOIN post p
                            ON p.author = f.followed
                        WHERE f.follower = (SELECT id FROM user WHERE uuid = ?) AND f.is_set
                        """,
                    arguments: [reader.id.data]
                )
            }
        }
    }
}

extension Reader {
    fileprivate func changes(
        following users: some Sequence<User.ID>,
        number: Int
    ) throws -> [Change] {
        var low: UInt64 = 0
        func stamp() -> PushID {
            low += 1
            return PushID(milliseconds: 1, random: (UInt16(number), low))
        }
        let name = ProfileUpdate(username: try Username("reader_\(number)"))
        return [Change(stamp: stamp(), author: id, action: .profileUpdated(name))]
            + users.map { Change(stamp: stamp(), author: id, action: .followed($0)) }
    }
}

extension User.ID {
    fileprivate static func reader(_ number: Int) -> User.ID {
        var bytes = [UInt8](repeating: 0xbe, count: 16)
        bytes[15] = UInt8(number)
        return bytes.withUnsafeBytes { User.ID(UUID(uuid: $0.loadUnaligned(as: uuid_t.self))) }
    }

    var data: Data { withUnsafeBytes(of: uuid.uuid) { Data($0) } }
}
