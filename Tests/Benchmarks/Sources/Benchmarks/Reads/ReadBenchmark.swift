import Foundation
import GRDB
import TimelineCore
import TimelineTesting

/// A benchmark of reads other than warm pages of the home timeline, for example other feeds,
/// profiles, posts and users.
struct ReadBenchmark {
    private let store: BenchmarkStore
    private let session: UserSession
    /// The approximate number of users or posts to read for each result.
    private static let subjects = 500

    init(_ store: BenchmarkStore) async throws {
        self.store = store
        session = try await store.owner.session(of: store.thousand)
    }

    func run() async throws -> [ReadResult] {
        let users = try store.someUsers(Self.subjects)
        let usernames = users.map(\.username)
        let guest = store.owner.guest
        let posts = try store.somePostsWithComments(Self.subjects)
        let paging = [
            try await ReadResult.paging(store, as: store.hundred),
            try await ReadResult.paging(store, as: store.thousand),
        ]
        return try await paging + pagesAfterWrites() + [
            try await measure("a user's posts, 50", users) {
                try await session.page(of: .user($0.id), limit: 50).posts.count
            },
            try await measure("a profile with counts", users) {
                try await session.profile(of: $0.id).user.username.count
            },
            try await measure("a post with its comments", posts) {
                try await session.postPage($0).comments.count
            },
            try await measure("a user by username", usernames) {
                try await guest.user(withUsername: $0).username.count
            },
            try await search("a rare substring", usernames.map { String($0.suffix(5)) }),
            try await search(
                "a common substring",
                usernames.map { String($0.prefix { $0 != "_" }.prefix(4)) }
            ),
            try await search("two letters", usernames.map { String($0.prefix(2)) }),
            try await measure("users matching nothing", usernames) {
                try await guest.users(UserQuery(matching: "\($0.suffix(3))q")).isEmpty ? 1 : 0
            },
        ]
    }

    private func search(_ name: String, _ parts: [String]) async throws -> ReadResult {
        let guest = store.owner.guest
        return try await measure("users matching \(name)", parts) {
            try await guest.users(UserQuery(matching: $0)).count
        }
    }

    private func measure<Subject>(
        _ name: String,
        _ subjects: [Subject],
        read: (Subject) async throws -> Int
    ) async throws -> ReadResult {
        try await ReadResult(name, goal: 0.3, subjects: subjects, read: read)
    }

    /// Measures the first page after a user without followers adds a post, and after the post is
    /// deleted.
    private func pagesAfterWrites() async throws -> [ReadResult] {
        let writer = User.ID(number: 1)
        var posted = ReadResult(name: "following 1000: the first page after a new post", goal: nil)
        var deleted = ReadResult(name: "following 1000: the first page after a deletion", goal: nil)
        let newest = try store.repository.read { try $0.newestStamp(of: nil) }
        var make = RecordMaker(at: Post.ID(newest).date.addingTimeInterval(1))
        func read() async throws {
            _ = try await session.timeline(limit: 50)
        }
        try store.repository.apply([make.user(writer, "nobody_follows_me")].certified)
        for _ in 0..<100 {
            let post = try make.post(writer, "new")
            try store.repository.apply([post])
            try await posted.times.measure(read)
            try store.repository.apply([make.record(writer, .postDeleted(post.post))])
            try await deleted.times.measure(read)
        }
        posted.printResult()
        deleted.printResult()
        return [posted, deleted]
    }
}

extension BenchmarkStore {
    /// Returns users with posts, spread evenly over the store.
    fileprivate func someUsers(_ count: Int) throws -> [(id: User.ID, username: String)] {
        let sql = """
            SELECT uuid, shown_name FROM user WHERE post_count > 0
                AND id % max(1, (SELECT count(*) FROM user) / \(count)) = 0
            """
        return try database.read { database in
            try Row.fetchAll(database, sql: sql)
                .map { row in
                    let bytes: Data = row[0]
                    let uuid = bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }
                    return (User.ID(UUID(uuid: uuid)), row[1])
                }
        }
    }

    /// For each of several users, spread evenly over the store, returns the newest post on which
    /// they have commented.
    fileprivate func somePostsWithComments(_ count: Int) throws -> [Post.ID] {
        let sql = """
            SELECT max(post) FROM comment
            WHERE author % max(1, (SELECT count(*) FROM user) / \(count)) = 0 GROUP BY author
            """
        return try database.read { database in
            try Data.fetchAll(database, sql: sql).compactMap { PushID(bytes: $0) }
                .map { Post.ID($0) }
        }
    }
}
