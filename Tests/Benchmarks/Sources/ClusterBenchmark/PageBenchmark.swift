import Foundation
import TimelineCore
import TimelinePostgres
import TimelineSQL
import TimelineTesting

/// Pages of home timelines, compared with the least that a page has to ask.
///
/// - The *floor* has the same two round trips and all parts of the screen, but is given the IDs of the
///   posts.
/// - *Posts* is the floor of a page that shows nothing but posts.
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
        try world.analyze()
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

    /// Prints the number of followed users, and the medians of the page, the floor, the posts and the
    /// lateral in milliseconds.
    func run() throws {
        let range = PostRange(limit: Self.pageSize)
        for (viewer, count) in Self.followCounts.enumerated() {
            let user = world.users[viewer]
            let session = Self.session(of: viewer, user).id
            func page(
                _ screen: ForeseenPage,
                _ select: (any SocialReader) throws -> [Post.ID]
            ) throws -> [Post.ID] {
                try server.read { (reader: any SocialReader, accounts: any AccountReader) in
                    try (reader as? any Foresight)?.foresee(screen, for: session)
                    guard try accounts.session(session) != nil else { return [] }
                    return try reader.posts(select(reader), for: user).map(\.id)
                }
            }
            let home = {
                try page(.home(range, comments: 0)) {
                    try $0.homeTimelineShard(.whole, of: user, in: range)
                }
            }
            let ids = try home()
            guard ids.count == Self.pageSize else { fatalError("\(ids.count) posts") }
            let times = try medians(of: [
                { _ = try home() },
                { _ = try page(.home(PostRange(limit: 0), comments: 0)) { _ in ids } },
                { _ = try page(.any) { _ in ids } },
            ])
            let lateral = try medians(count > 5000 ? 20 : 200, of: [{ try self.lateral(of: user) }])
            print(
                [Double(count), times[0], times[1], times[2], lateral[0]]
                    .map { String(format: "%.3f", $0) }
                    .joined(separator: "\t")
            )
        }
    }

    private func lateral(of user: User.ID) throws {
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
}
