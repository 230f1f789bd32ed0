import Foundation
import TimelineCore
import TimelinePostgres
import TimelineSQL
import TimelineTesting

/// Pages of home timelines, compared with the least that a page has to ask.
///
/// - The *floor* has the same two round trips, but is given the IDs of the posts: the session and the
///   viewer's row, and what completes the posts.
/// - The *lateral* is the statement that reads the newest posts of each followed user.
struct PageBenchmark {
    private var world: ClusterWorld
    private var server: PostgresRepository { world.servers[0] }

    private static let followCounts = [5, 100, 1000, 10_000, 19_000]
    private static let postCount = 200_000
    private static let pageSize = 50

    init(_ address: String) throws {
        world = try ClusterWorld(address, userCount: 20_000)
        let users = world.users
        var generator = SplitMix64(seed: 7)
        world.make.step = 100
        try world.apply(Self.postCount) { make, _ in
            try make.post(
                users[Int.random(in: 0..<users.count, using: &generator)],
                "a post about the light"
            )
        }
        for (viewer, count) in Self.followCounts.enumerated() {
            // Evenly spread over all users.
            let others = users.filter { $0 != users[viewer] }
            try world.apply(count) { make, index in
                try make.record(users[viewer], .followed(others[index * others.count / count]))
            }
            try server.writeAccounts { accounts in
                try accounts.insert(
                    Account(
                        user: users[viewer],
                        email: EmailAddress("viewer\(viewer)@example.org"),
                        passwordHash: "",
                        createdAt: Date()
                    )
                )
                try accounts.save(Self.session(of: viewer, users[viewer]))
            }
        }
        try server.snapshot { connection in
            for table in ["post", "follow", "user", "photo"] {
                try Statement("ANALYZE \(table)", in: connection).run()
            }
        }
    }

    private static func session(of viewer: Int, _ user: User.ID) -> Session {
        Session(
            id: Session.ID(bytes: Data(BlobID(of: Data("\(viewer)".utf8)).bytes)),
            user: user,
            createdAt: Date(),
            lastUsedAt: Date(),
            label: "benchmark"
        )
    }

    /// Prints the number of followed users, and the medians of the page, the floor and the lateral in
    /// milliseconds.
    func run() throws {
        let range = PostRange(limit: Self.pageSize)
        for (viewer, count) in Self.followCounts.enumerated() {
            let user = world.users[viewer]
            let session = Self.session(of: viewer, user).id
            var posts: [PostView] = []
            let page = try median {
                posts = try server.read { (reader: any SocialReader, accounts: any AccountReader) in
                    try (reader as? any Foresight)?.foresee(.home(range, comments: 0), for: session)
                    guard try accounts.session(session) != nil else { return [] }
                    return try reader.posts(
                        reader.homeTimelineShard(.whole, of: user, in: range),
                        for: user
                    )
                }
            }
            guard posts.count == Self.pageSize else { fatalError("\(posts.count) posts") }
            let ids = posts.map(\.id)
            let floor = try median {
                _ = try server.read { (reader: any SocialReader, accounts: any AccountReader) in
                    try (reader as? any Foresight)?.foresee(.any, for: session)
                    guard try accounts.session(session) != nil else { return [] }
                    return try reader.posts(ids, for: user)
                }
            }
            let lateral = try median(count > 5000 ? 20 : 200) {
                try server.snapshot { connection in
                    try Statement(
                        """
                        SELECT n.id FROM follow f CROSS JOIN LATERAL (
                            SELECT id FROM post WHERE author = f.followed ORDER BY id DESC LIMIT ?2
                        ) n WHERE f.follower = (SELECT id FROM user WHERE uuid = ?1)
                        ORDER BY 1 DESC LIMIT ?2
                        """,
                        in: connection
                    )
                    .forEach(user, Self.pageSize) { _ in }
                }
            }
            print(
                [Double(count), page, floor, lateral].map { String(format: "%.3f", $0) }
                    .joined(separator: "\t")
            )
        }
    }
}
