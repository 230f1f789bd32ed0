import Foundation
import Testing
import TimelineTestSupport
import TimelineTesting

@testable import TimelineCore

/// A store in which leia reads the posts of han, which are numbered in the order of their IDs.
private struct Stage {
    let world: TestWorld
    let leia: UserSession
    let han: UserSession
    let posts: [Post.ID]

    init(_ storage: Storage, postCount: Int = 5) async throws {
        world = try TestWorld(storage)
        leia = try await world.signUp("leia").session
        han = try await world.signUp("han").session
        try await leia.follow(han.userID)
        var posts: [Post.ID] = []
        for number in 0..<postCount {
            world.clock.advance(by: 1)
            posts.append(try await han.post([TestPhotos.file(seed: number)]).id)
        }
        self.posts = posts
    }

    /// Bookmarks posts one second after the other.
    func bookmark(_ numbers: Int...) async throws {
        for number in numbers {
            world.clock.advance(by: 1)
            try await leia.bookmark(posts[number])
        }
    }

    /// Likes posts one second after the other.
    func like(_ numbers: Int...) async throws {
        for number in numbers {
            world.clock.advance(by: 1)
            try await leia.like(posts[number])
        }
    }

    /// Returns the numbers of the posts on a page.
    func numbers(_ page: TimelinePage) -> [Int?] { page.posts.map { posts.firstIndex(of: $0.id) } }

    func bookmarks(
        before cursor: Int? = nil,
        after lower: Int? = nil,
        limit: Int = 20
    ) async throws -> [Int?] {
        guard let lower else {
            return numbers(try await leia.bookmarks(before: cursor.map { posts[$0] }, limit: limit))
        }
        return try await marks(leia.bookmarks, below: cursor, above: lower, limit: limit)
    }

    func likes(
        before cursor: Int? = nil,
        after lower: Int? = nil,
        limit: Int = 20
    ) async throws -> [Int?] {
        guard let lower else {
            return numbers(
                try await leia.likedPosts(before: cursor.map { posts[$0] }, limit: limit)
            )
        }
        return try await marks(leia.likedPosts, below: cursor, above: lower, limit: limit)
    }

    /// Returns the numbers of the posts on a page of bookmarks or liked posts.
    func marks(
        _ list: (Post.ID?, Post.ID?, Bool, Int) async throws -> TimelinePage,
        below upper: Int? = nil,
        above lower: Int? = nil,
        isUpward: Bool = true,
        limit: Int = 20
    ) async throws -> [Int?] {
        let bounds = [upper, lower].map { number in number.map { posts[$0] } }
        return numbers(try await list(bounds[0], bounds[1], isUpward, limit))
    }

    /// Checks the pages of a list whose order is 5, 1, 4, 2, 0, 3.
    func checkBounds(
        _ list: @Sendable (Post.ID?, Post.ID?, Bool, Int) async throws -> TimelinePage
    ) async throws {
        for (upper, lower, isUpward, limit, expected) in [
            (1, 0, false, 9, [4, 2]), (1, 0, true, 9, [4, 2]), (1, 3, false, 2, [4, 2]),
            (1, 3, true, 2, [2, 0]), (nil, 4, false, 9, [5, 1]), (nil, 4, true, 1, [1]),
            (0, 1, false, 9, []), (0, 1, true, 9, []), (4, 4, true, 9, []), (2, nil, true, 1, [0]),
        ] as [(Int?, Int?, Bool, Int, [Int])] {
            let found = try await marks(
                list,
                below: upper,
                above: lower,
                isUpward: isUpward,
                limit: limit
            )
            #expect(found == expected, "\(upper ?? -1) \(lower ?? -1) \(isUpward)")
        }
    }
}

@Suite("Bookmarks")
struct BookmarkTests {
    @Test("What was bookmarked last comes first, in pages", arguments: Storage.allCases)
    func order(storage: Storage) async throws {
        let stage = try await Stage(storage)
        #expect(try await stage.bookmarks() == [])
        try await stage.bookmark(3, 0, 4, 1)
        #expect(try await stage.bookmarks() == [1, 4, 0, 3])
        // Bookmarking it once more changes nothing.
        try await stage.bookmark(0)
        let first = try await stage.leia.bookmarks(limit: 2)
        #expect(stage.numbers(first) == [1, 4] && first.next == stage.posts[4])
        let second = try await stage.leia.bookmarks(before: first.next, limit: 2)
        #expect(stage.numbers(second) == [0, 3] && second.previous == stage.posts[4])
        let third = try await stage.leia.bookmarks(before: second.next, limit: 2)
        #expect(third.posts.isEmpty && third.next == nil)
        #expect(try await stage.leia.bookmarks().next == nil)
        #expect(try await stage.bookmarks(limit: 0) == [])
        #expect(try await stage.bookmarks(limit: -1) == [])
        // Upward, a page is directly above its cursor.
        #expect(try await stage.bookmarks(after: 3, limit: 2) == [4, 0])
        #expect(try await stage.bookmarks(after: 4) == [1])
        #expect(try await stage.bookmarks(after: 1) == [])
        // Nobody else sees them.
        #expect(try await stage.han.bookmarks().posts.isEmpty)
        #expect(try await stage.han.bookmarked(among: stage.posts) == [])
    }

    @Test("Pages have bounds at both ends", arguments: Storage.allCases)
    func bounds(storage: Storage) async throws {
        let stage = try await Stage(storage, postCount: 6)
        try await stage.bookmark(3, 0, 2, 4, 1, 5)
        try await stage.checkBounds(stage.leia.bookmarks)
    }

    @Test("A cursor stays valid when its bookmark is removed", arguments: Storage.allCases)
    func cursors(storage: Storage) async throws {
        let stage = try await Stage(storage)
        try await stage.bookmark(0, 1, 2, 3)
        stage.world.clock.advance(by: 1)
        try await stage.leia.unbookmark(stage.posts[2])
        try await stage.leia.unbookmark(stage.posts[2])
        #expect(try await stage.bookmarks() == [3, 1, 0])
        #expect(try await stage.bookmarks(before: 2) == [1, 0])
        #expect(try await stage.bookmarks(after: 2) == [3])
        // Bookmarked again, it is the newest, and its page starts below it.
        try await stage.bookmark(2)
        #expect(try await stage.bookmarks() == [2, 3, 1, 0])
        #expect(try await stage.bookmarks(before: 2, limit: 2) == [3, 1])
        #expect(try await stage.bookmarks(after: 2) == [])
        // What was never bookmarked has no place.
        #expect(try await stage.bookmarks(before: 4, limit: 2) == [2, 3])
        #expect(try await stage.bookmarks(after: 4, limit: 2) == [2, 3])
    }

    @Test("A clock that went back does not prevent a change", arguments: Storage.allCases)
    func clock(storage: Storage) async throws {
        let stage = try await Stage(storage)
        try await stage.bookmark(0, 1)
        stage.world.clock.advance(by: -3600)
        try await stage.leia.unbookmark(stage.posts[1])
        #expect(try await stage.bookmarks() == [0])
        try await stage.leia.bookmark(stage.posts[1])
        #expect(try await stage.bookmarks() == [1, 0])
        let registers = try stage.world.repository.read { try $1.bookmarks(of: stage.leia.userID) }
        let first = try #require(registers.first { $0.post == stage.posts[0] }).milliseconds
        #expect(registers.map { $0.milliseconds - first } == [0, 1002])
    }

    @Test("Deleted and hidden posts do not appear, nor can they be bookmarked")
    func hidden() async throws {
        for storage in Storage.allCases {
            let stage = try await Stage(storage)
            let own = try await stage.leia.post([TestPhotos.file(seed: 9)]).id
            try await stage.leia.bookmark(own)
            try await stage.bookmark(0, 1, 2, 3)
            try await stage.han.delete(stage.posts[2])
            #expect(
                try await stage.leia.bookmarks().posts.map(\.id).dropLast().map(\.self)
                    == [stage.posts[3], stage.posts[1], stage.posts[0]]
            )
            #expect(try await stage.bookmarks(limit: 2) == [3, 1])
            #expect(try await stage.bookmarks(before: 2, limit: 2) == [1, 0])
            await #expect(throws: TimelineError.postNotFound(stage.posts[2].description)) {
                try await stage.leia.bookmark(stage.posts[2])
            }
            // A bookmark of a deleted post can be removed.
            try await stage.leia.unbookmark(stage.posts[2])
            #expect(try await stage.leia.bookmarked(among: stage.posts).count == 3)
            try await stage.han.block(stage.leia.userID)
            #expect(try await stage.leia.bookmarks().posts.map(\.id) == [own])
            for number in [0, 4] {
                let error = TimelineError.postNotFound(stage.posts[number].description)
                if number == 4 {
                    await #expect(throws: error) {
                        try await stage.leia.unbookmark(stage.posts[4])
                    }
                }
                await #expect(throws: error) { try await stage.leia.bookmark(stage.posts[number]) }
            }
            try await stage.leia.unbookmark(stage.posts[0])
            try await stage.han.unblock(stage.leia.userID)
            #expect(try await stage.bookmarks().compactMap(\.self) == [3, 1])
            await #expect(throws: TimelineError.postNotFound(Post.ID(.max).description)) {
                try await stage.leia.bookmark(Post.ID(.max))
            }
        }
    }

    @Test("Pages know which of their posts are bookmarked", arguments: Storage.allCases)
    func pages(storage: Storage) async throws {
        let stage = try await Stage(storage, postCount: 8)
        #expect(try await stage.leia.home().bookmarked == [])
        try await stage.bookmark(0, 1, 2, 3, 5, 7)
        try await stage.leia.unbookmark(stage.posts[3])
        func marked(_ numbers: Int...) async throws -> [Int] {
            let ids = numbers.map { stage.posts[$0] }
            let marked = try await stage.leia.bookmarked(among: ids)
            return numbers.filter { marked.contains(stage.posts[$0]) }
        }
        #expect(try await marked(0, 1, 2, 3, 4, 5, 6, 7) == [0, 1, 2, 5, 7])
        // More bookmarks than posts lie between the oldest and the newest one.
        #expect(try await marked(7, 0) == [7, 0])
        #expect(try await marked(6, 4, 0) == [0])
        #expect(try await marked(3, 7, 1) == [7, 1])
        #expect(try await marked() == [])
        let home = try await stage.leia.home(limit: 3)
        #expect(home.bookmarked == [stage.posts[7], stage.posts[5]])
        #expect(try await stage.leia.postPage(stage.posts[1]).isBookmarked)
        #expect(try await !stage.leia.postPage(stage.posts[3]).isBookmarked)
        #expect(try await !stage.han.postPage(stage.posts[1]).isBookmarked)
        #expect(try await !stage.world.guest.postPage(stage.posts[1]).isBookmarked)
    }

    @Test("Bookmarks are deleted with the account, and end with the session")
    func account() async throws {
        for storage in Storage.allCases {
            let stage = try await Stage(storage)
            try await stage.bookmark(0)
            let user = stage.leia.userID
            let login = try await stage.world.logIn("leia").session
            try await login.logOut()
            await #expect(throws: TimelineError.notLoggedIn) { try await login.bookmarks() }
            await #expect(throws: TimelineError.notLoggedIn) {
                try await login.bookmark(stage.posts[1])
            }
            await #expect(throws: TimelineError.notLoggedIn) {
                try await login.unbookmark(stage.posts[0])
            }
            try stage.world.repository.writeAccounts { _, accounts in
                try accounts.deleteAccount(of: user)
                // Without an account, nothing is stored.
                try accounts.setBookmarks(
                    [Bookmark(stage.posts[1], isSet: true, milliseconds: 1)],
                    of: user
                )
            }
            #expect(try stage.world.repository.read { try $1.bookmarks(of: user) }.isEmpty)
        }
    }

    @Test("A store keeps the newest 10,000 changes of a user", arguments: [Storage.sqliteInMemory])
    func bound(storage: Storage) async throws {
        let stage = try await Stage(storage)
        let user = stage.leia.userID
        let ids = (1...Bookmark.limit + 5)
            .map { Post.ID(PushID(milliseconds: UInt64($0), bits: (0, 0))) }
        try stage.world.repository.writeAccounts { _, accounts in
            let registers = ids.enumerated()
                .map { number, id in
                    Bookmark(id, isSet: number % 2 == 0, milliseconds: UInt64(number))
                }
            try accounts.setBookmarks(registers, of: user)
        }
        let stored = try stage.world.repository.read { try $1.bookmarks(of: user) }
        #expect(stored.map(\.post) == ids.dropFirst(5).map(\.self))
        try await stage.bookmark(0)
        let later = try stage.world.repository.read { try $1.bookmarks(of: user) }
        #expect(later.map(\.post) == ids.dropFirst(6) + [stage.posts[0]])
        #expect(try await stage.bookmarks(limit: 3) == [0])
    }
}

@Suite("Liked posts")
struct LikedPostsTests {
    @Test("What was liked last comes first, in pages", arguments: Storage.allCases)
    func order(storage: Storage) async throws {
        let stage = try await Stage(storage)
        #expect(try await stage.likes() == [])
        try await stage.like(3, 0, 4, 1)
        try await stage.han.like(stage.posts[2])
        #expect(try await stage.likes() == [1, 4, 0, 3])
        let first = try await stage.leia.likedPosts(limit: 2)
        #expect(stage.numbers(first) == [1, 4] && first.next == stage.posts[4])
        #expect(first.posts.allSatisfy { $0.likedByViewer })
        let second = try await stage.leia.likedPosts(before: first.next, limit: 2)
        #expect(stage.numbers(second) == [0, 3])
        #expect(try await stage.leia.likedPosts(before: second.next, limit: 2).posts.isEmpty)
        #expect(try await stage.leia.likedPosts().next == nil)
        #expect(try await stage.likes(after: 3, limit: 2) == [4, 0])
        #expect(try await stage.likes(after: 4) == [1])
        #expect(try await stage.likes(after: 1) == [])
        #expect(try await stage.likes(limit: 0) == [])
    }

    @Test("Pages have bounds at both ends", arguments: Storage.allCases)
    func bounds(storage: Storage) async throws {
        let stage = try await Stage(storage, postCount: 6)
        try await stage.like(3, 0, 2, 4, 1, 5)
        try await stage.checkBounds(stage.leia.likedPosts)
    }

    @Test("Cursors may be taken back or deleted", arguments: Storage.allCases)
    func cursors(storage: Storage) async throws {
        let stage = try await Stage(storage)
        try await stage.like(0, 1, 2, 3)
        stage.world.clock.advance(by: 1)
        try await stage.leia.unlike(stage.posts[2])
        #expect(try await stage.likes() == [3, 1, 0])
        #expect(try await stage.likes(before: 2) == [3, 1, 0])
        #expect(try await stage.likes(after: 2) == [])
        try await stage.han.delete(stage.posts[3])
        #expect(try await stage.likes() == [1, 0])
        #expect(try await stage.likes(before: 3, limit: 1) == [1])
        #expect(try await stage.likes(after: 3, limit: 1) == [1])
    }

    @Test("Posts that a block hides do not appear, and pages are full", arguments: Storage.allCases)
    func blocks(storage: Storage) async throws {
        let stage = try await Stage(storage)
        let luke = try await stage.world.signUp("luke").session
        stage.world.clock.advance(by: 1)
        let other = try await luke.post([TestPhotos.file(seed: 9)]).id
        try await stage.like(0)
        stage.world.clock.advance(by: 1)
        try await stage.leia.like(other)
        try await stage.like(1)
        try await luke.block(stage.leia.userID)
        #expect(try await stage.likes(limit: 2) == [1, 0])
        #expect(try await stage.likes(after: 0, limit: 1) == [1])
        #expect(stage.numbers(try await stage.leia.likedPosts(before: other)) == [0])
        try await luke.unblock(stage.leia.userID)
        #expect(try await stage.leia.likedPosts().posts.map(\.id).contains(other))
    }
}
