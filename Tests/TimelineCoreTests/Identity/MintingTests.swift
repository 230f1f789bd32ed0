import Foundation
import Testing
import TimelineCore
import TimelineTestSupport

@Suite("Identifiers are minted from a clock that never goes back")
struct MintingTests {
    @Test func oneMillisecondHoldsManyAndASteppedClockNone() {
        let clock = TestEnvironment()
        var source = PushIDSource(after: .min, environment: clock.environment)
        var ids: [PushID] = []
        for step in [0.0, 0, 0, 0.001, -3600, 0, 10, 3600, 86400] {
            clock.advance(by: step)
            ids.append(source.next())
        }
        #expect(ids == ids.sorted())
        #expect(Set(ids).count == ids.count)
        #expect(ids[1] == ids[0].successor)
        #expect(ids[4] == ids[3].successor)
        #expect(ids.last?.milliseconds == UInt64(clock.now.timeIntervalSince1970 * 1000))
    }

    @Test func theRandomPartIsDrawnAnewInEachMillisecond() {
        let clock = TestEnvironment()
        var source = PushIDSource(after: .min, environment: clock.environment)
        var randoms: Set<[UInt8]> = []
        for _ in 1...100 {
            clock.advance(by: 0.001)
            randoms.insert(Array(source.next().bytes.suffix(9)))
        }
        #expect(randoms.count == 100)
    }

    @Test(arguments: Storage.allCases)
    func postsKeepTheirOrderWhenTheClockStepsBack(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        var ids: [Post.ID] = []
        for step in [0.0, -86400, 5, -1, 0] {
            world.clock.advance(by: step)
            ids.append(try await world.post(by: leia).id)
        }
        #expect(ids == ids.sorted())
        let page = try await world.engine.timeline(of: leia)
        #expect(page.posts.map(\.id) == ids.reversed())
    }

    @Test func twoEnginesOnOneFileMintInOneOrder() async throws {
        let first = try TestWorld(.sqliteFile)
        // The other process's clock is a day behind, and it draws the same random bytes.
        let late = TestEnvironment(seed: 1)
        late.advance(by: -86400)
        let second = try first.openedAgain(clock: late)
        let leia = try await first.user("leia")
        var ids: [Post.ID] = []
        for number in 1...10 {
            let world = number.isMultiple(of: 2) ? first : second
            ids.append(try await world.post(by: leia).id)
        }
        #expect(ids == ids.sorted())
        #expect(Set(ids).count == 10)

        // And a restart goes on where the store was.
        let third = try first.openedAgain(clock: late)
        let last = try #require(ids.last)
        #expect(try await third.post(by: leia).id > last)
    }

    @Test(arguments: Storage.allCases)
    func theFutureIsRefusedBeyondFiveMinutes(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let now = UInt64(world.clock.now.timeIntervalSince1970 * 1000)
        let content = Post.Content(photos: [TestPhotos.photo(seed: 1)])
        func change(after seconds: UInt64) -> Change {
            let stamp = PushID(milliseconds: now + seconds * 1000, random: (0, 0))
            return Change(stamp: stamp, author: leia, action: .postAdded(content))
        }
        let late = change(after: 301)
        await #expect(throws: TimelineError.identifierInFuture(late.stamp)) {
            try await world.engine.apply([change(after: 1), late])
        }
        #expect(try await world.engine.timeline(of: leia).posts.isEmpty)
        try await world.engine.apply([change(after: 300)])
        // What is minted next comes after it all the same.
        let next = try await world.post(by: leia)
        #expect(next.id > change(after: 300).post)
    }
}
