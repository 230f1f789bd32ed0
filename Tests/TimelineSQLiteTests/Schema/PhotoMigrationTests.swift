import Foundation
import PictureFiles
import Testing
import TimelineCore
import TimelineSQLite
import TimelineTestSupport
import TimelineTesting

/// Tests with the store in `version-6.sql`.
///
/// It contains two users with three posts and one avatar, which show three pictures in total.
@Suite("A store of version 6")
struct PhotoMigrationTests {
    private static let pictures = [
        "secrets.jpg", "upright-6-jpeg-baseline.jpg", "secrets.png",
    ]

    private static func makeWorld(adding rows: String = "") throws -> TestWorld {
        let folder = try TemporaryFolder.make()
        let file = folder.appending(path: "timeline.sqlite")
        let sql = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "version-6.sql")
        do { try RawStore(file).execute(String(contentsOf: sql, encoding: .utf8) + rows) }
        let blobs = try FolderBlobStore(folder: folder.appending(path: "blobs"))
        for name in pictures { try blobs.put(Fixtures.file(name)) }
        return try TestWorld(repository: try Storage.open(file), blobs: blobs, folder: folder)
    }

    private static func owner(of world: TestWorld) -> StoreOwner {
        StoreOwner(repository: world.repository, blobs: world.blobs, hasher: world.hasher)
    }

    @Test("Places become integers, and nothing is lost")
    func places() async throws {
        let world = try Self.makeWorld()
        let store = try RawStore(try #require(world.file))
        #expect(
            try store.number("SELECT latitude FROM post WHERE latitude IS NOT NULL") == 696_512_346
        )
        #expect(
            try store.text("SELECT group_concat(DISTINCT typeof(longitude)) FROM post")
                == "integer,null"
        )
        #expect(try store.number("SELECT longitude FROM post_place") == 189_500_000)
        #expect(try store.number("SELECT count(*) FROM photo WHERE byte_count IS NULL") == 3)
        let place = Place(name: "Tromsø", coordinate: try Coordinate(parsing: "69.6512346,18.95"))
        let near = try Vicinity(of: try Coordinate(parsing: "69.65,18.95"), radius: 1000)
        let hits = try await world.guest.posts(near: near)
        #expect(hits.posts.map(\.post.place) == [place])
        #expect(try world.repository.integrityFaults().isEmpty)
        // The fixture lacks the words of its captions, which the migration adds.
        #expect(try world.repository.audit(repairing: false).isEmpty)
        // Foreign keys are enforced again, so the photos of a deleted post are deleted.
        let post = try #require(hits.posts.first?.post)
        let stamp = PushID(milliseconds: 1_795_400_000_000, random: (1, 1))
        let deletion = Change.Action.postDeleted(post.id)
        try world.repository.apply([
            Change(stamp: stamp, author: post.author.id, action: deletion)
        ])
        #expect(try store.number("SELECT count(*) FROM photo") == 2)
    }

    @Test("Its places can be searched, and likes, comments and follows are activity but not news")
    func activity() async throws {
        let world = try Self.makeWorld(
            adding: """
                INSERT INTO post_like SELECT id, 2, zeroblob(15), 1 FROM post WHERE author = 1 LIMIT 1;
                INSERT INTO comment SELECT zeroblob(15), id, 2, 'yes' FROM post WHERE author = 1 LIMIT 1;
                INSERT OR REPLACE INTO follow VALUES (2, 1, zeroblob(15), 1);
                UPDATE post SET like_count = 1, comment_count = 1
                    WHERE id = (SELECT post FROM post_like);
                """
        )
        let hits = try await world.guest.search("TROMSØ").hits
        #expect(hits.map(\.excerpt.text) == ["Tromsø"])
        let author = try #require(hits.first?.post.author.id)
        let page = try await world.session(author).activity()
        #expect(page.items.map(\.kind).sorted() == [.like, .comment, .follow])
        #expect(page.items.allSatisfy { !$0.isNew })
        #expect(try await world.session(author).newActivityCount() == 0)
        #expect(try world.repository.auditValues(repairing: false).isEmpty)
    }

    @Test("Its schema equals that of a new store")
    func schema() throws {
        let file = try TemporaryFolder.makeFile()
        _ = try Storage.open(file)
        let world = try Self.makeWorld()
        let sql = """
            SELECT group_concat(entry, char(10)) FROM (
                SELECT type || ' ' || name || ' ' || ifnull(sql, '') AS entry FROM sqlite_schema
                ORDER BY entry
            )
            """
        let migrated = try RawStore(try #require(world.file)).text(sql)
        #expect(try RawStore(file).text(sql) == migrated)
    }

    @Test("Before and after the conversion, owners receive their files and others stripped photos")
    func conversion() async throws {
        let world = try Self.makeWorld()
        let owner = Self.owner(of: world)
        for isConverted in [false, true] {
            if isConverted { #expect(try await owner.convertPhotos() == 3) }
            let posts = try await owner.guest.page(of: .everyone).posts
            let shown = posts.map { ($0.author, $0.photos[0]) }
            let avatar = try #require(posts.first?.author.avatar)
            let names = [
                "secrets.jpg", "upright-6-jpeg-baseline.jpg", "secrets.jpg", "secrets.png",
            ]
            for ((author, photo), name) in zip(shown + [(posts[0].author, avatar)], names) {
                let content = try Fixtures.file(name)
                #expect(try await owner.acting(as: author.id).data(of: photo) == content, "\(name)")
                #expect(try await owner.guest.data(of: photo) == stripped(content), "\(name)")
                #expect((photo.byteCount != nil) == isConverted)
            }
            let turned = posts[1].photos[0]
            #expect(turned.width == (isConverted ? 48 : 32))
            #expect(turned.height == (isConverted ? 32 : 48))
        }
        #expect(try Set(world.blobs.all()) == (try await owner.referencedBlobs()))
        #expect(try await owner.convertPhotos() == 0)
        _ = try await owner.examine(repairing: true)
        #expect(try await owner.examine().isEmpty)
    }

    @Test("While the store is locked, its opening does not wait for the conversion")
    func locked() async throws {
        let world = try Self.makeWorld()
        let owner = Self.owner(of: world)
        let raw = try RawStore(try #require(world.file))
        try raw.execute("BEGIN IMMEDIATE")
        // On a busy machine, a call may take long to start, but one that waits for the lock takes the
        // whole time each time.
        var isPatient = true
        for _ in 1...3 where isPatient {
            let start = ContinuousClock.now
            await #expect(throws: TimelineError.storageBusy) { try await owner.convertPhotos() }
            isPatient = ContinuousClock.now - start >= .seconds(SQLiteRepository.busyTimeout)
        }
        #expect(!isPatient)
        try raw.execute("COMMIT")
        #expect(try await owner.convertPhotos() == 3)
    }

    @Test("A backup contains the originals")
    func backup() async throws {
        let world = try Self.makeWorld()
        let owner = Self.owner(of: world)
        try await owner.convertPhotos()
        let repository = try SQLiteRepository(file: try #require(world.file))
        let folder = try #require(world.folder)
        let blobs = try FolderBlobStore(folder: folder.appending(path: "blobs"))
        let target = try TemporaryFolder.make().appending(path: "backup")
        let report = try StoreBackup(of: repository, blobs: blobs, in: folder).copy(to: target)
        #expect(report.damagedPhotos.isEmpty)
        let copies = try FolderBlobStore(folder: target.appending(path: "blobs"))
        #expect(try Set(copies.all()) == (try await owner.referencedBlobs()))
        #expect(try copies.contains(BlobID(of: Fixtures.file("secrets.jpg"))))
    }
}
