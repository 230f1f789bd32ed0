import Foundation
import Testing
import TimelineCore
import TimelineTestSupport

@Suite("Pages with a limit of zero or below are empty")
struct PageLimitTests {
    @Test(arguments: Storage.allCases, [0, -1, Int.min])
    func everyPage(storage: Storage, limit: Int) async throws {
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
