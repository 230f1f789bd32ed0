#if Cluster
import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelinePostgres
@testable import TimelineSQL

/// Tests of what happens to records that another transaction or a constraint is in the way of.
@Suite(
    "Records in PostgreSQL that cannot be written at once",
    .serialized,
    .enabled(if: TestServer.address != nil, TestServer.advice)
)
struct RaceTests {
    @Test("A record that violates a constraint is rejected alone")
    func unstorable() throws {
        let server = try TestServer()
        defer { server.removeStores() }
        let repository = try server.makeRepository()
        var make = RecordMaker(at: Date(timeIntervalSince1970: 1_700_000_000), seed: 1)
        try repository.apply([try make.user(.leia, "leia")])
        let posts = try (0..<6).map { _ in try make.post(.leia, "a") }
        let bytes = posts[3].post.pushID.bytes.map { String(format: "%02x", $0) }.joined()
        try repository.writing { connection in
            try connection.execute("ALTER TABLE post ADD CHECK (id <> x'\(bytes)')")
        }
        var rejected: [VerifiedRecord] = []
        try repository.apply { _, _ in
            ValidatedBatch(unchecked: posts)
        } rejecting: { records, _ in
            rejected += records
        }
        #expect(rejected.map(\.id) == [posts[3].id])
        let ids = try repository.read { try $0.postIDs(.all, in: PostRange(limit: 9)) }
        #expect(Set(ids) == Set(posts.map(\.post)).subtracting([posts[3].post]))
    }

    @Test("Two records of the same register, written at once, are both accepted")
    func sameRegister() throws {
        let server = try TestServer()
        defer { server.removeStores() }
        let pair = try server.makePair { _, _ in }
        var make = RecordMaker(at: Date(timeIntervalSince1970: 1_700_000_000), seed: 1)
        let users = (1...40).map { User.ID(number: $0) }
        try pair[0].apply(users.enumerated().map { try make.user($1, "user_\($0)") })
        let posts = try (0..<100).map { _ in try make.post(users[0], "a") }
        try pair[0].apply(posts)
        // So that registers are on many pages of their index.
        for user in users.dropFirst(2) {
            try pair[0].apply(posts.map { try make.record(user, .liked($0.post)) })
        }
        let likes = try (0..<2)
            .map { _ in
                try posts.map { try make.record(users[1], .liked($0.post)) }
            }
        let failures = Lock<[any Error]>([])
        DispatchQueue.concurrentPerform(iterations: 2) { server in
            for like in likes[server] {
                do {
                    try pair[server].apply([like])
                } catch {
                    failures.withLock { $0.append(error) }
                }
            }
        }
        #expect(failures.withLock { "\($0)" } == "[]")
        let views = try pair[0].read { try $0.posts(posts.map(\.post), for: users[1]) }
        #expect(views.allSatisfy { $0.likeCount == users.count - 1 && $0.likedByViewer })
    }

    @Test("A change whose commit remains unknown is reported as such, and its photo is kept")
    func unknownOutcome() async throws {
        let server = try TestServer()
        defer { server.removeStores() }
        let repository = try server.makeRepository(
            patience: PostgresRepository.Patience(write: 2, answer: .seconds(1))
        )
        let blobs = try FolderBlobStore(folder: TemporaryFolder.make())
        let world = try TestWorld(repository: repository, blobs: blobs)
        let leia = try await world.signUp("leia")
        try server.execute(
            "ALTER SYSTEM SET synchronous_standby_names = 'nobody'",
            "SELECT pg_reload_conf()",
            "SELECT pg_sleep(0.5)"
        )
        let error = await #expect(throws: TimelineError.self) {
            try await leia.session.post([PhotoFile(content: SamplePhotos.jpeg)], caption: "moon")
        }
        try server.execute(
            "ALTER SYSTEM RESET synchronous_standby_names",
            "SELECT pg_reload_conf()"
        )
        guard case .storageFailed = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        try server.execute("SELECT pg_sleep(0.5)")
        let posts = try repository.read { reader in
            try reader.posts(reader.postIDs(.all, in: PostRange(limit: 9)), for: leia.user.id)
        }
        for photo in posts.flatMap(\.photos) {
            #expect(try blobs.contains(photo.blob))
        }
        #expect(posts.count == 1)
    }
}
#endif
