#if Cluster
import Foundation
import Testing
import TimelineCore
import TimelineTesting

@testable import TimelinePostgres

/// Tests of the plans for home timelines, which follow from what a process remembers of earlier pages.
@Suite(
    "Home timelines in PostgreSQL, compared with the repository in memory",
    .serialized,
    .enabled(if: TestServer.address != nil, TestServer.advice)
)
struct ServerTimelineTests {
    private static let users = (1...300).map { User.ID(number: $0) }
    /// The numbers of users, from the first on, whom the viewers follow; the first 100 post rarely.
    private static let followed = [5, 250, 290, 100, 70]

    @Test("Each plan finds the same posts, before and after posts appear and disappear")
    func plans() throws {
        let server = try TestServer()
        defer { server.removeStores() }
        let repository = try server.makeRepository()
        let expected = InMemoryRepository()
        var make = RecordMaker(at: Date(timeIntervalSince1970: 1_700_000_000), seed: 1)
        var generator = SplitMix64(seed: 2)
        func apply(_ records: [VerifiedRecord]) throws {
            try repository.apply(records)
            try expected.apply(records)
        }
        try apply(Self.users.enumerated().map { try make.user($1, "user_\($0)") })
        // The viewers are the last users, and the rare authors are the first ones.
        let viewers = Array(Self.users.suffix(Self.followed.count))
        for (viewer, count) in zip(viewers, Self.followed) {
            try apply(Self.users.prefix(count).map { try make.record(viewer, .followed($0)) })
        }
        var posts: [(author: Int, record: VerifiedRecord)] = []
        func post(_ count: Int) throws {
            let new = try (0..<count)
                .map { _ -> (author: Int, record: VerifiedRecord) in
                    let isRare = Int.random(in: 0..<50, using: &generator) == 0
                    let author = Int.random(in: isRare ? 0..<100 : 100..<290, using: &generator)
                    return (author, try make.post(Self.users[author], "a"))
                }
            try apply(new.map(\.record))
            posts += new
        }
        func compare() throws {
            let some = posts[posts.count - 40].record.post
            let ranges = [
                PostRange(limit: 50), PostRange(limit: 50), PostRange(before: some, limit: 20),
                PostRange(after: some, limit: 50), PostRange(limit: 3), PostRange(limit: 200),
                PostRange(limit: 50),
            ]
            for (viewer, range) in viewers.flatMap({ viewer in ranges.map { (viewer, $0) } }) {
                let found = try repository.read {
                    try $0.homeTimelineShard(.whole, of: viewer, in: range)
                }
                let right = try expected.read {
                    try $0.homeTimelineShard(.whole, of: viewer, in: range)
                }
                #expect(found == right, "\(viewer), \(range)")
            }
        }
        try post(4200)
        try compare()
        try post(100)
        try compare()
        // Pages that were full with a remembered bound are no longer.
        let rare = posts.filter { $0.author < 100 }
        try apply(
            rare.suffix(60)
                .map { try make.record(Self.users[$0.author], .postDeleted($0.record.post)) }
        )
        try compare()
        try compare()
    }
}
#endif
