import Foundation
import Testing
import TimelineCore
import TimelineTestSupport

@Suite("A limit of zero or below gives an empty answer on every repository")
struct LimitTests {
    @Test(arguments: Storage.allCases, [0, -1, Int.min])
    func everyQueryThatHasALimit(storage: Storage, limit: Int) throws {
        let repository = try storage.makeRepository()
        var make = ChangeMaker()
        let post = make.post(.leia, "a #tag for @leia")
        try repository.apply([
            try make.user(.leia, "leia"), try make.user(.han, "han"),
            make.change(.leia, .followed(.han)), post, make.comment(.leia, on: post, "word @leia"),
            make.change(.han, .liked(post.post)),
        ])
        let range = PostRange(before: Post.ID(.max), limit: limit)
        let ending = String(post.stamp.description.suffix(4))
        var query = UserQuery(limit: 1)
        query.limit = limit
        let pattern = TextPattern(parts: [[["word"]]])
        try repository.read { reader throws in
            #expect(try reader.users(query).isEmpty)
            #expect(try reader.users(UserQuery(matching: "l", limit: limit)).isEmpty)
            #expect(try reader.users(UserQuery(.followers(of: .han), limit: limit)).isEmpty)
            #expect(try reader.postIDs(in: range).isEmpty)
            #expect(try reader.postIDs(by: .leia, in: range).isEmpty)
            #expect(try reader.postIDs(tagged: Tag("tag"), in: range).isEmpty)
            #expect(try reader.seekTimeline(of: .leia, shard: .whole, in: range).isEmpty)
            #expect(try reader.scanTimeline(of: .leia, in: range, budget: 99)?.isEmpty != false)
            #expect(try reader.postIDs(endingWith: ending, limit: limit).isEmpty)
            #expect(try reader.commentIDs(endingWith: "", limit: limit).isEmpty)
            #expect(try reader.comments(on: post.post, after: nil, limit: limit).isEmpty)
            #expect(try reader.likers(of: post.post, limit: limit).isEmpty)
            let blob = TestPhotos.photo(seed: 1).blob
            #expect(try reader.postIDs(referencing: blob, limit: limit).isEmpty)
            #expect(try reader.tags(startingWith: "", limit: limit).isEmpty)
            #expect(try reader.words(startingWith: "", limit: limit).isEmpty)
            #expect(try reader.texts(mentioning: "leia", before: .max, limit: limit).isEmpty)
            let texts = try reader.texts(matching: pattern, before: .max, from: .min, limit: limit)
            #expect(texts.isEmpty)
            let now = post.post.date
            let popular = try reader.popularPostIDs(at: now, since: Post.ID(.min), limit: limit)
            #expect(popular.isEmpty)
        }
    }

    @Test(arguments: Storage.allCases, [0, -1, Int.min])
    func everyPageOfTheEngine(storage: Storage, limit: Int) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let post = try await world.post(by: leia, "a #tag")
        for feed in [Feed.home, .everyone, .user(leia)] {
            let page = try await world.session(leia).page(of: feed, limit: limit)
            #expect(page.posts.isEmpty && page.next == nil)
        }
        #expect(try await world.guest.comments(on: post.id, limit: limit).isEmpty)
        #expect(try await world.session(leia).search("tag", limit: limit).hits.isEmpty)
    }
}
