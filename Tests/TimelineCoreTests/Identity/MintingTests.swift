import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("Minted IDs always increase")
struct MintingTests {
    @Test func idsIncreaseWithinAMillisecondAndWhenTheClockStepsBack() throws {
        let clock = TestEnvironment()
        var source = BoundIDSource(author: .leia, after: .min)
        var ids: [PushID] = []
        for step in [0.0, 0, 0, 0.001, -3600, 0, 10, 3600, 86400] {
            clock.advance(by: step)
            ids.append(try source.nextStamp(in: clock.environment))
        }
        #expect(ids == ids.sorted())
        #expect(Set(ids).count == ids.count)
        // If each ID were the successor of the previous one, two devices could mint the same IDs.
        #expect(zip(ids, ids.dropFirst()).allSatisfy { $0.successor != $1 })
        #expect(ids.last?.milliseconds == UInt64(clock.now.timeIntervalSince1970 * 1000))
    }

    @Test func theRandomPartIsNewInEachMillisecond() throws {
        let clock = TestEnvironment()
        var source = BoundIDSource(author: .leia, after: .min)
        var randoms: Set<[UInt8]> = []
        for _ in 1...100 {
            clock.advance(by: 0.001)
            let stamp = try source.nextStamp(in: clock.environment)
            randoms.insert(Array(stamp.bytes.suffix(9)))
        }
        #expect(randoms.count == 100)
    }

    @Test(arguments: Storage.allCases)
    func postsKeepTheirOrderWhenTheClockStepsBack(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        var ids: [Post.ID] = []
        for step in [0.0, -240, 5, -1, 0] {
            world.clock.advance(by: step)
            ids.append(try await world.post(by: leia).id)
        }
        #expect(ids == ids.sorted())
        let page = try await world.session(leia).timeline()
        #expect(page.posts.map(\.id) == ids.reversed())
    }

    @Test func twoEnginesOnOneFileMintInOneOrder() async throws {
        let first = try TestWorld(.sqliteFile)
        // The second process has a clock that is four minutes slow, and the same random bytes.
        let late = TestEnvironment(seed: 1)
        late.advance(by: -240)
        let second = try first.openedAgain(clock: late)
        let leia = try await first.user("leia")
        var ids: [Post.ID] = []
        for number in 1...10 {
            let world = number.isMultiple(of: 2) ? first : second
            ids.append(try await world.post(by: leia).id)
        }
        #expect(ids == ids.sorted())
        #expect(Set(ids).count == 10)

        // After a restart, minting continues above the newest stamp.
        let third = try first.openedAgain(clock: late)
        let last = try #require(ids.last)
        #expect(try await third.post(by: leia).id > last)
    }

    @Test(arguments: Storage.allCases)
    func stampsOverFiveMinutesAheadAreRejected(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        var make = RecordMaker()
        let posts = try [1, 300, 301].map { try make.post(leia, at: world.clock.now + $0) }
        await #expect(throws: TimelineError.identifierInFuture(posts[2].stamp.description)) {
            try await world.owner.add([posts[0], posts[2]])
        }
        #expect(try await world.session(leia).timeline().posts.isEmpty)
        try await world.owner.add([posts[1]])
        // The next post still gets a higher ID.
        let next = try await world.post(by: leia)
        #expect(next.id > posts[1].post)
    }

    @Test(arguments: Storage.allCases)
    func oneAuthorsFastClockMovesNobodyElse(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han) = (try await world.user("leia"), try await world.user("han"))
        let stamp = PushID(
            milliseconds: UInt64(world.clock.now.timeIntervalSince1970 * 1000) + 299_000,
            bits: (0, 0)
        )
        var make = RecordMaker()
        try await world.owner.add([make.record(leia, .followed(han), at: stamp)])
        #expect(try await world.post(by: han).id.date == world.clock.now)
        #expect(try await world.post(by: leia).id.pushID > stamp)
    }

    @Test(arguments: Storage.allCases)
    func aClockFarBehindTheAuthorsNewestIsRejected(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han) = (try await world.user("leia"), try await world.user("han"))
        world.clock.advance(by: 86_400)
        let ahead = try await world.post(by: leia)
        world.clock.advance(by: -86_400)
        await #expect(throws: TimelineError.clockBehind(ahead.id.date)) {
            try await world.post(by: leia)
        }
        await #expect(throws: TimelineError.clockBehind(ahead.id.date)) {
            try await world.session(leia).like(ahead.id)
        }
        #expect(try await world.post(by: han).id.date == world.clock.now)
        world.clock.advance(by: 86_400 - 300)
        #expect(try await world.post(by: leia).id > ahead.id)
    }

    @Test func twoDevicesMintDifferentIDsAboveTheSameNewest() throws {
        let heard = PushID(milliseconds: 1_900_000_000_000, bits: (9, 9))
        let minted = try (1...50 as ClosedRange<UInt64>)
            .map { seed in
                var source = BoundIDSource(author: .leia, after: heard)
                return try source.nextStamp(in: TestEnvironment(seed: seed).environment)
            }
        #expect(Set(minted).count == 50)
        #expect(minted.allSatisfy { $0 > heard && $0.milliseconds <= heard.milliseconds + 1 })
    }

    @Test func afterSixteenDrawsTheTimeAdvances() throws {
        let highest = PushID(milliseconds: 1_900_000_000_000, bits: (.max, .max))
        let clock = TestEnvironment()
        var source = BoundIDSource(author: .leia, after: highest)
        let stamp = try source.nextStamp(in: clock.environment)
        #expect(stamp.milliseconds == highest.milliseconds + 1)
    }

    @Test(arguments: Storage.allCases)
    func recordsWithoutAnEffectCountForTheirAuthorsNewest(storage: Storage) throws {
        let repository = try storage.makeRepository()
        var make = RecordMaker()
        let post = try make.post(.han)
        let like = try make.record(.leia, .liked(post.post))
        try repository.apply([like])
        let newest = try repository.read { reader throws in
            try [User.ID.leia, .han].map(reader.newestStamp(of:))
        }
        #expect(newest == [like.stamp, .min])
    }
}

extension BoundIDSource {
    /// Mints a stamp with the clock and the random bits of an environment.
    mutating func nextStamp(in environment: TimelineEnvironment) throws -> PushID {
        var random = EnvironmentRandom(environment: environment)
        let stamp = nextStamp(at: environment.now().millisecondsSince1970, using: &random)
        return try #require(stamp)
    }
}
