import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

/// The queries of a reader that depend on its viewer's blocks, one by one.
///
/// The others find users by their ID or username, describe blobs and records, resolve the end of an
/// ID, or list the home timeline, whose follows a block ends.
@Suite("Queries of a viewer with blocks")
struct BlockedReaderTests {
    /// A user with a post, with a tag and a word that no other post has.
    private struct Person {
        let session: UserSession
        let name: String
        let post: Post.ID
        /// The user's comments on the own post, and on the posts of the two others.
        var comments: [TimelineCore.Comment.ID] = []
        /// The comments of others on the user's post.
        var replies: [TimelineCore.Comment.ID] = []

        var id: User.ID { session.userID }
        var tag: String { name + "tag" }
        var word: String { name + "word" }

        /// The texts in which the answer to a query mentions the user or what concerns their post.
        var traces: [String] {
            [id.description, post.description, tag, word]
                + (comments + replies).map(\.description)
        }
    }

    /// The users cem, dan and eve, all of whom follow each other and have liked and commented on all
    /// posts.
    private struct Stage {
        let world: TestWorld
        let (cem, dan, eve): (Person, Person, Person)

        init(_ storage: Storage) async throws {
            world = try TestWorld(storage)
            var people: [Person] = []
            for (index, name) in ["cem", "dan", "eve"].enumerated() {
                let session = try await world.signUp(name).session
                let place = Place(name: "Izmir", coordinate: BlockedReaderTests.center)
                let post = try await session.post(
                    [TestPhotos.file(seed: index)],
                    caption: "#\(name)tag #sea \(name)word",
                    place: place
                )
                people.append(Person(session: session, name: name, post: post.id))
            }
            for author in people.indices {
                for owner in people.indices {
                    world.clock.advance(by: 1)
                    let (session, post) = (people[author].session, people[owner].post)
                    if author != owner { try await session.follow(people[owner].id) }
                    try await session.like(post)
                    let text =
                        author == owner
                        ? "#\(people[owner].tag) @eve" : "hello @cem @dan @eve"
                    let comment = try await session.comment(on: post, text)
                    people[author].comments.append(comment.id)
                    if author != owner { people[owner].replies.append(comment.id) }
                }
            }
            (cem, dan, eve) = (people[0], people[1], people[2])
            world.clock.advance(by: 1)
        }
    }

    /// The place of all posts.
    private static let center = Coordinate(latitude: 38, longitude: 27)

    /// A query whose answer mentions another person unless a block hides them.
    private struct Query {
        let name: String
        /// Returns at most as many items as the given limit.
        let items: (any SocialReader, Int) throws -> [Any]

        init(_ name: String, _ items: @escaping (any SocialReader, Int) throws -> [Any]) {
            self.name = name
            self.items = items
        }
    }

    /// Returns the queries in which `viewer` could see `other`.
    private func queries(
        _ viewer: Person,
        _ other: Person,
        _ eve: Person,
        at now: Date
    ) -> [Query] {
        func range(_ limit: Int) -> PostRange {
            PostRange(limit: limit)
        }
        let (all, posts) = (TimelineCore.Comment.ID?.none, [other.post, eve.post])
        return [
            Query("users") { try $0.users(UserQuery(limit: $1)) },
            Query("search for users") { reader, limit in
                try reader.users(UserQuery(matching: String(other.name.prefix(1)), limit: limit))
            },
            Query("followers") { try $0.users(UserQuery(.followers(of: eve.id), limit: $1)) },
            Query("followed") { try $0.users(UserQuery(.followed(by: eve.id), limit: $1)) },
            Query("likers") { try $0.users(UserQuery(.likers(of: eve.post), limit: $1)) },
            Query("posts") { reader, _ in try reader.posts(posts, for: viewer.id) },
            Query("posts by the other") { try $0.postIDs(.by(other.id), in: range($1)) },
            Query("all posts") { try $0.postIDs(.all, in: range($1)) },
            Query("tag") { try $0.postIDs(.tagged(Tag("sea")), in: range($1)) },
            Query("only tag") { try $0.postIDs(.tagged(Tag(other.tag)), in: range($1)) },
            Query("near") {
                try $0.postIDs(.near(SearchArea(of: Self.center, radius: 2000)), in: range($1))
            },
            Query("popular") {
                try $0.popularPostIDs(at: now, since: Post.ID(.min), limit: $1)
            },
            Query("comment") { reader, _ in
                try (other.comments + other.replies).compactMap { try reader.comment($0) }
            },
            Query("comments") { try $0.comments(on: eve.post, after: all, limit: $1) },
            Query("comments by the other") { try $0.commentIDs(by: other.id, in: range($1)) },
            Query("own comments") { try $0.commentIDs(by: viewer.id, in: range($1)) },
            Query("newest comments") { try $0.newestComments(on: eve.post, limit: $1) },
            Query("tags") { try $0.tags(startingWith: "", limit: $1) },
            Query("words") { try $0.words(startingWith: other.name, limit: $1) },
            Query("mentions") { try $0.texts(mentioning: "eve", before: .max, limit: $1) },
            Query("words in texts") { reader, limit in
                let pattern = TextPattern(parts: [[["hello"], [other.word], [viewer.word]]])
                return try reader.texts(matching: pattern, before: .max, from: .min, limit: limit)
            },
            Query("activity") { try $0.activity(of: viewer.id, after: nil, limit: $1) },
            Query("page of the post") { reader, _ in
                let page = try reader.postPage(eve.post, newestComments: nil, for: viewer.id)
                return page?.comments ?? []
            },
        ]
    }

    /// Returns the queries about the other's post or lists, of which nothing remains.
    private func emptyQueries(_ viewer: Person, _ other: Person) -> [Query] {
        [
            Query("followers of the other") {
                try $0.users(UserQuery(.followers(of: other.id), limit: $1))
            },
            Query("followed by the other") {
                try $0.users(UserQuery(.followed(by: other.id), limit: $1))
            },
            Query("likers of the post") {
                try $0.users(UserQuery(.likers(of: other.post), limit: $1))
            },
            Query("comments on the post") {
                try $0.comments(on: other.post, after: nil, limit: $1)
            },
            Query("newest comments on the post") {
                try $0.newestComments(on: other.post, limit: $1)
            },
            Query("newest comments on each post") {
                Array(try $0.newestComments(onEach: [other.post], limit: $1))
            },
            Query("counts of the post") { reader, _ in
                let counts = try reader.localCounts(of: other.post)
                return Array(repeating: "like", count: counts.likes + counts.comments)
            },
            Query("the post") { reader, _ in
                let page = try reader.postPage(other.post, newestComments: 1, for: viewer.id)
                return page.map { [$0] } ?? []
            },
            Query("the profile") { reader, limit in
                try reader.profilePage(of: other.id, limit: limit, for: viewer.id)?.posts.posts
                    ?? []
            },
        ]
    }

    @Test("Neither of the two finds a trace of the other", arguments: Storage.allCases)
    func traces(storage: Storage) async throws {
        let stage = try await Stage(storage)
        let (eve, now) = (stage.eve, stage.world.clock.now)
        try await stage.cem.session.block(stage.dan.id)
        for (viewer, other) in [(stage.cem, stage.dan), (stage.dan, stage.cem)] {
            try stage.world.repository.read { base in
                let reader = try base.visible(to: viewer.id)
                func isTrace(_ item: Any) -> Bool {
                    other.traces.contains { "\(item)".contains($0) }
                }
                for query in queries(viewer, other, eve, at: now) {
                    let comment: Testing.Comment = "\(viewer.name): \(query.name)"
                    let all = try query.items(base, 100)
                    #expect(all.contains(where: isTrace), comment)
                    let items = try query.items(reader, 100)
                    #expect(!items.contains(where: isTrace), comment)
                    let first = try query.items(reader, 1)
                    #expect(!first.contains(where: isTrace), comment)
                    #expect(first.isEmpty == items.isEmpty, comment)
                }
                for query in emptyQueries(viewer, other) {
                    let comment: Testing.Comment = "\(viewer.name): \(query.name)"
                    #expect(try !query.items(base, 100).isEmpty, comment)
                    for limit in [1, 100] {
                        let items = try query.items(reader, limit)
                        #expect(items.isEmpty, comment)
                    }
                }
                let events = try reader.activity(of: viewer.id, after: nil, limit: 100).count
                #expect(try reader.activityCount(of: viewer.id, since: 0, limit: 100) == events)
            }
        }
    }
}
