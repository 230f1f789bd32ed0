import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("Activity")
struct ActivityTests {
    @Test(arguments: Storage.allCases)
    func staysNewUntilTheFirstPageWasShown(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, luke) = try await world.threeUsers()
        let reader = world.session(leia)
        let post = try await world.post(by: leia)
        try await world.session(han).like(post.id)
        let comment = try await world.session(luke).comment(on: post.id, "two suns")
        #expect(try await reader.newActivityCount() == 2)
        let page = try await reader.activity(limit: 1)
        #expect(page.items.map(\.kind) == [.comment])
        #expect(page.items.map(\.comment) == [comment])
        #expect(page.items.map(\.user.username) == ["luke"])
        #expect(page.items.map(\.post?.id) == [post.id])
        try await reader.markShown(page)
        #expect(try await reader.newActivityCount() == 0)
        // The second page still shows what was new on this visit.
        let rest = try await reader.activity(after: page.next, limit: 5)
        #expect(rest.items.map(\.kind) == [.like])
        #expect(rest.items.map(\.isNew) == [true])
        #expect(rest.next == nil)
        #expect(try await reader.activity().items.map(\.isNew) == [false, false])

        try await world.session(han).follow(leia)
        #expect(try await reader.newActivityCount() == 1)
        try await reader.markShown(rest)
        #expect(try await reader.newActivityCount() == 1)
        #expect(try await reader.activity().items.map(\.isNew) == [true, false, false])
    }

    @Test(arguments: Storage.allCases)
    func whatArrivesWhileAPageIsShownStaysNew(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, luke) = try await world.threeUsers()
        let reader = world.session(leia)
        try await world.session(han).follow(leia)
        let page = try await reader.activity()
        try await world.session(luke).follow(leia)
        try await reader.markShown(page)
        #expect(try await reader.activity().items.map(\.isNew) == [true, false])
        #expect(try await reader.newActivityCount() == 1)
    }

    @Test func cursorsAreTexts() async throws {
        let world = try TestWorld(.inMemory)
        let (leia, han, luke) = try await world.threeUsers()
        for user in [han, luke] { try await world.session(user).follow(leia) }
        let page = try await world.session(leia).activity(limit: 1)
        let cursor = try #require(page.next)
        #expect(ActivityCursor(cursor.description) == cursor)
        for text in ["", "x", "9\(cursor.description.dropFirst())", "\(cursor).1", "\(cursor)-"] {
            #expect(ActivityCursor(text) == nil)
        }
        let rest = try await world.session(leia).activity(after: cursor)
        #expect(rest.items.map(\.user.id) == [han])
    }

    @Test func groupsHaveOneKindPostDayAndNewness() {
        let users = ["han", "luke", "lando"].enumerated()
            .map { User(id: User.ID(number: UInt16($0.offset + 2)), username: $0.element) }
        var make = RecordMaker()
        let posts = (0..<2)
            .map { _ in
                PostView(
                    id: Post.ID(make.stamp()),
                    author: User(id: .leia, username: "leia"),
                    caption: "",
                    place: nil,
                    photos: [],
                    likeCount: 0,
                    commentCount: 0,
                    likedByViewer: false
                )
            }
        func item(_ user: Int, on post: Int?, _ isNew: Bool, hour: Double) -> ActivityItem {
            ActivityItem(
                kind: post == nil ? .follow : .like,
                user: users[user],
                post: post.map { posts[$0] },
                comment: nil,
                isNew: isNew,
                createdAt: Date(timeIntervalSince1970: 86_400 * 20_000 + 3600 * hour)
            )
        }
        let page = ActivityPage(
            [
                item(0, on: 0, true, hour: 12), item(1, on: nil, true, hour: 11),
                item(1, on: 0, true, hour: 10), item(0, on: 0, true, hour: 9),
                item(2, on: 1, true, hour: 8), item(2, on: 0, false, hour: 7),
                item(1, on: 0, false, hour: -1),
            ],
            next: nil
        )
        let groups = page.groups(in: .gmt)
        #expect(groups.map(\.items.count) == [3, 1, 1, 1, 1])
        #expect(
            groups.map { $0.users.map(\.username).joined(separator: " ") }
                == ["han luke", "luke", "lando", "lando", "luke"]
        )
        #expect(groups.map(\.kind) == [.like, .follow, .like, .like, .like])
        #expect(groups.map(\.isNew) == [true, true, true, false, false])
        // In a time zone eight hours further west, the last two items are on the same day.
        let west = TimeZone(secondsFromGMT: -8 * 3600) ?? .gmt
        #expect(page.groups(in: west).map(\.items.count) == [3, 1, 1, 2])
    }
}
