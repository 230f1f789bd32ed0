import Foundation
import Testing
import TimelineTestSupport
import TimelineTesting

@testable import TimelineCore

@Suite("Pages upward, towards the newest post")
struct PagesAboveTests {
    private static let followed = (0..<70).map { User.ID(number: UInt16(100 + $0)) }
    private static let stranger = User.ID(number: 300)
    private static let tag = "#suns"
    private static let place = Place(
        name: "Tatooine",
        coordinate: Coordinate(latitude: 33.9, longitude: -7.8)
    )

    /// Returns users, of whom leia follows the given number, and posts: 50 in one millisecond, gaps of
    /// years, and a dense week.
    private static func records(followedCount: Int) throws -> [VerifiedRecord] {
        var make = RecordMaker(at: Date(timeIntervalSince1970: 900_000_000))
        var records = [try make.user(.leia, "leia"), try make.user(stranger, "stranger")]
        let users = Array(followed.prefix(followedCount))
        for (index, user) in users.enumerated() {
            records.append(try make.user(user, "user\(index)"))
            records.append(try make.record(.leia, .followed(user)))
        }
        let authors = users + [.leia, stranger]
        var number = 0
        func add(_ count: Int, from start: TimeInterval, step: TimeInterval) throws {
            for index in 0..<count {
                make.now = Date(timeIntervalSince1970: start + step * TimeInterval(index))
                let isFound = number.isMultiple(of: 2)
                let content = Post.Content(
                    caption: isFound ? tag : "",
                    photos: [TestPhotos.photo(seed: 1)],
                    place: isFound ? place : nil
                )
                records.append(try make.post(authors[number % authors.count], content))
                number += 1
            }
        }
        try add(3, from: 910_000_000, step: 86_400)
        try add(50, from: 1_200_000_000, step: 0)
        try add(1, from: 1_500_000_000, step: 0)
        try add(30, from: 1_600_000_000, step: 20_000)
        return records
    }

    private static func world(_ storage: Storage, followedCount: Int) throws -> TestWorld {
        let world = try TestWorld(storage)
        try world.repository.apply(records(followedCount: followedCount))
        return world
    }

    /// Walks up from below the oldest post and returns the pages.
    private func walk(
        _ page: (Post.ID) async throws -> TimelinePage
    ) async throws -> [TimelinePage] {
        var pages: [TimelinePage] = []
        var last = Post.ID(.min)
        while true {
            let page = try await page(last)
            guard let newest = page.posts.first?.id else { return pages }
            #expect(newest > last)
            #expect(page.next == page.posts.last?.id)
            last = newest
            pages.append(page)
        }
    }

    private func expect(_ pages: [TimelinePage], _ all: [PostView], limit: Int) {
        #expect(pages.flatMap { $0.posts.reversed() } == all.reversed())
        #expect(pages.dropLast().allSatisfy { $0.posts.count == limit })
    }

    @Test(
        "Walking up a feed yields every post once",
        arguments: Storage.allCases,
        [(1, 3), (3, 3), (20, 3), (1, 70), (3, 70), (20, 70)]
    )
    func feeds(storage: Storage, numbers: (limit: Int, followedCount: Int)) async throws {
        let world = try Self.world(storage, followedCount: numbers.followedCount)
        let session = world.session(.leia)
        for feed in [Feed.home, .everyone, .user(.leia)] {
            let all = try await session.page(of: feed, limit: 1000).posts
            let pages = try await walk {
                try await session.page(of: feed, above: $0, limit: numbers.limit)
            }
            expect(pages, all, limit: numbers.limit)
        }
        let home = try await session.page(of: .home, limit: 1000).posts.map(\.author.id)
        #expect(home.count > 60 && !home.contains(Self.stranger))
    }

    @Test("Walking up a tag and a place yields every post once", arguments: Storage.allCases)
    func selections(storage: Storage) async throws {
        let world = try Self.world(storage, followedCount: 3)
        let area = try SearchArea(of: Coordinate(latitude: 33.9, longitude: -7.8), radius: 5000)
        for selection in [PostSelection.tagged(try Tag(Self.tag)), .near(area)] {
            let all = try await world.guest.page(of: selection, limit: 1000).posts
            #expect(all.count == 42)
            for limit in [3, 20] {
                let pages = try await walk {
                    try await world.guest.page(of: selection, above: $0, limit: limit)
                }
                expect(pages, all, limit: limit)
            }
        }
    }

    @Test("The page above the newest post is empty", arguments: Storage.allCases)
    func ends(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let session = world.session(leia)
        #expect(try await session.page(of: .home, above: Post.ID(.min)).posts.isEmpty)
        let post = try await world.post(by: leia)
        let page = try await session.page(of: .home, above: Post.ID(.min))
        #expect(page.posts == [post])
        for feed in [Feed.home, .everyone, .user(leia)] {
            let above = try await session.page(of: feed, above: post.id)
            #expect(above.posts.isEmpty && above.next == nil)
        }
        #expect(try await session.page(of: .home, above: Post.ID(.max)).posts.isEmpty)
        #expect(try await session.page(of: .home, above: Post.ID(.min), limit: 0).posts.isEmpty)
        await #expect(throws: TimelineError.notLoggedIn) {
            try await world.guest.page(of: .home, above: post.id)
        }
        let nobody = User.ID(number: 200)
        await #expect(throws: TimelineError.userNotFound(nobody.description)) {
            try await world.guest.page(of: .user(nobody), above: post.id)
        }
    }

    @Test("Posts that a block hides do not end the walk", arguments: Storage.allCases)
    func blocks(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, luke) = try await world.threeUsers()
        let first = try await world.post(by: luke, "first")
        for number in 0..<30 { try await world.post(by: han, "\(number)") }
        let last = try await world.post(by: luke, "last")
        try await world.session(leia).block(han)
        let page = try await world.session(leia).page(of: .everyone, above: first.id, limit: 3)
        #expect(page.posts == [last])
    }

    @Test("The search needs few lists, even for the posts of one millisecond")
    func effort() throws {
        var random = SplitMix64(seed: 1)
        var ids: [Post.ID] = []
        for _ in 0..<100_000 {
            let time = UInt64.random(in: 1_700_000_000_000..<1_700_000_001_000, using: &random)
            let bits = (UInt16.random(in: 0...(.max), using: &random), random.next() as UInt64)
            ids.append(Post.ID(PushID(milliseconds: time, bits: bits)))
        }
        for _ in 0..<5_000 {
            let bits = (UInt16.random(in: 0...(.max), using: &random), random.next() as UInt64)
            ids.append(Post.ID(PushID(milliseconds: 1_000_000_000_000, bits: bits)))
        }
        ids.sort()
        for (start, limit) in [(0, 1), (0, 20), (2_000, 20), (4_999, 40), (60_000, 20)] {
            var count = 0
            let found = UpwardSearch(above: ids[start], limit: limit)
                .ids { range in
                    count += 1
                    return ids.newest(in: range)
                }
            #expect(found == ids[(start + 1)...(start + limit)].reversed())
            #expect(count < 75)
        }
    }
}
