import Foundation
import Testing
import TimelineCore
@testable import TimelineSync
import TimelineTestSupport
import TimelineTesting

@Suite("Whose clock is wrong")
struct ClockTests {
    private static let hour: Int64 = 3_600_000
    private static let day = 24 * hour

    private let owner = User.ID(rootKey: SigningKey().verifyingKey)
    private let users = (0..<4).map { _ in User.ID(rootKey: SigningKey().verifyingKey) }
    private let keys = (0..<4).map { _ in SigningKey().id }

    /// Returns the verdict about differences in the last sessions, and dates of records.
    ///
    /// The device with a number belongs to the user with the same number, or to the owner if
    /// `areOwn` is `true`.
    private func verdict(
        met: [Int: Int64] = [:],
        dates: [Int: Int64] = [:],
        areOwn: Bool = false
    ) -> ClockVerdict? {
        var evidence = ClockEvidence(owner: owner)
        evidence.meetings = met.map { index, difference in
            let user = areOwn ? owner : users[index]
            return ClockEvidence.Meeting(device: keys[index], user: user, difference: difference)
        }
        evidence.dates = dates.map { index, date in
            let user = areOwn ? owner : users[index]
            return ClockEvidence.Dates(device: keys[index], user: user, newest: date)
        }
        return evidence.verdict()
    }

    private func peer(_ index: Int, _ difference: Int64) -> ClockVerdict.Peer {
        ClockVerdict.Peer(user: users[index], difference: Double(difference) / 1000)
    }

    @Test("Clocks that agree need no verdict")
    func agreement() {
        #expect(verdict() == nil)
        #expect(verdict(met: [0: 0, 1: 0], dates: [2: -Self.day, 3: 60_000]) == nil)
    }

    @Test("Two devices that agree against this clock outvote it", arguments: [false, true])
    func ownByMeeting(areOwn: Bool) {
        let behind = verdict(met: [0: Self.hour, 1: Self.hour + 200_000], areOwn: areOwn)
        #expect(behind == .own(by: -Double(Self.hour + 200_000) / 1000))
        #expect(behind?.isOwnBehind == true)
        let ahead = verdict(met: [0: -Self.day, 1: -Self.day, 2: 0], areOwn: areOwn)
        #expect(ahead == .own(by: 86_400) && ahead?.isOwnBehind == false)
    }

    @Test("Records from the future by several users show that this clock is behind")
    func ownByDates() {
        #expect(verdict(dates: [0: Self.hour, 1: 2 * Self.hour]) == .own(by: -7200))
        #expect(verdict(dates: [0: Self.hour, 1: 2 * Self.hour, 2: -Self.day]) == .own(by: -7200))
        // A session and a date.
        #expect(verdict(met: [0: Self.day], dates: [1: Self.hour]) == .own(by: -86_400))
        // The device of the session has records from the future since.
        let since = verdict(met: [0: 0], dates: [0: Self.hour, 1: Self.hour])
        #expect(since == .own(by: -3600))
    }

    @Test("Two devices of one other user have one vote")
    func oneVote() {
        var evidence = ClockEvidence(owner: owner)
        evidence.dates = [0, 1]
            .map { ClockEvidence.Dates(device: keys[$0], user: users[0], newest: Self.hour) }
        #expect(evidence.verdict() == .unknown(3600))
    }

    @Test("Devices that disagree with each other do not outvote this clock")
    func disagreement() {
        #expect(verdict(met: [0: Self.hour, 1: -Self.hour]) == .unknown(3600))
        #expect(verdict(met: [0: Self.hour, 1: 2 * Self.hour]) == .unknown(7200))
    }

    @Test("A device that disagrees alone is wrong if another one supports this clock")
    func peers() {
        #expect(verdict(met: [0: Self.hour, 1: 0]) == .peers([peer(0, Self.hour)]))
        #expect(verdict(met: [0: -Self.day, 1: 0]) == .peers([peer(0, -Self.day)]))
        // Recent records by another device, which would be from the future, too.
        let recent = verdict(dates: [0: Self.day, 1: -Self.hour])
        #expect(recent == .peers([peer(0, Self.day)]))
        let late = verdict(met: [0: -Self.day], dates: [1: -Self.hour])
        #expect(late == .peers([peer(0, -Self.day)]))
    }

    @Test("Nobody can tell whose clock is wrong without a third device")
    func unknown() {
        #expect(verdict(met: [0: Self.hour]) == .unknown(3600))
        #expect(verdict(met: [0: -Self.hour]) == .unknown(-3600))
        #expect(verdict(dates: [0: Self.hour, 1: -Self.day]) == .unknown(3600))
        #expect(verdict(met: [0: .max], dates: [1: .max]) != nil)
        #expect(verdict(met: [0: .min + 1, 1: .min + 1]) != nil)
    }

    /// Three devices of two users, of which one has a wrong clock from the last step on.
    private struct Devices {
        let laptop: Site
        let phone: Site
        let han: Site
        let folder: String

        init(_ storage: Storage) async throws {
            let friends = try await Friends(storage)
            (laptop, han) = (friends.anna, friends.ben)
            folder = friends.folder
            try await laptop.sync.follow(han.user)
            try await han.sync.follow(laptop.user)
            phone = try await laptop.pairedDevice(storage, seed: 9)
            try await phone.addPeer(han)
            try await han.addPeer(phone)
            for _ in 0..<2 {
                try await meet(phone, laptop)
                try await meet(laptop, han)
                try await meet(phone, han)
            }
        }

        func meet(_ one: Site, _ other: Site) async throws {
            while try await Friends.connect(one, other).needsAnotherSync {}
        }

        @discardableResult
        func state(_ site: Site) async throws -> SyncReport {
            site.tick()
            return try await site.sync.sync(folder: folder, isOwn: false)
        }
    }

    @Test("A device that is ahead learns it from two sessions", arguments: Storage.allCases)
    func ahead(storage: Storage) async throws {
        let devices = try await Devices(storage)
        let (phone, laptop, han) = (devices.phone, devices.laptop, devices.han)
        #expect(try await phone.sync.status().clock == nil)
        phone.world.clock.advance(by: 86_400)
        try await phone.world.post(by: phone.user, "from the future", seed: 5)
        try await Friends.connect(phone, laptop)
        let report = try await Friends.connect(phone, han)
        guard case .own(let difference) = report.clock else {
            Issue.record("\(String(describing: report.clock))")
            return
        }
        #expect(abs(difference - 86_400) < 60)
        #expect(try await phone.sync.status().clock == report.clock)
        // Over a folder, too.
        #expect(try await devices.state(phone).clock == report.clock)
        for site in [laptop, han] {
            try await devices.state(laptop)
            try await devices.state(han)
            let status = try await site.sync.status()
            guard case .peers(let peers) = status.clock else {
                Issue.record("\(String(describing: status.clock))")
                continue
            }
            #expect(Set(peers.map(\.user)) == [phone.user])
            #expect(status.futureRecords == 1)
            let until = try #require(status.futureUntil).timeIntervalSince(site.world.clock.now)
            #expect(abs(until - 86_400) < 60)
            // Once its time has come, it does not wait any longer.
            site.world.clock.advance(by: 86_400)
            #expect(try await site.sync.status().futureRecords == 0)
        }
    }

    @Test("A device that is behind learns it, also from a folder", arguments: [false, true])
    func behind(isFolder: Bool) async throws {
        let devices = try await Devices(.sqliteInMemory)
        let (phone, laptop, han) = (devices.phone, devices.laptop, devices.han)
        for site in [laptop, han] { site.world.clock.advance(by: 86_400) }
        try await laptop.world.post(by: laptop.user, "from the laptop", seed: 5)
        try await han.world.post(by: han.user, "from Han", seed: 6)
        let report: SyncReport
        if isFolder {
            for site in [laptop, han] { try await devices.state(site) }
            report = try await devices.state(phone)
        } else {
            try await devices.meet(laptop, han)
            report = try await Friends.connect(phone, laptop)
        }
        #expect(report.clock?.isOwnBehind == true)
        #expect(report.recordsFromFuture == 2 && !report.isEqual)
        #expect(try await phone.sync.status().futureRecords == 2)
        // With a right clock, the next syncs accept them, and nothing is wrong any longer.
        phone.world.clock.advance(by: 86_400)
        for other in [laptop, han] { try await devices.meet(phone, other) }
        #expect(try await devices.state(phone).isEqual)
        let status = try await phone.sync.status()
        #expect(status.clock == nil && status.futureRecords == 0)
    }

    @Test("Users whom nobody knows have no say, and nothing of theirs is noted")
    func madeUpUsers() async throws {
        let devices = try await Devices(.sqliteInMemory)
        let (phone, laptop, han) = (devices.phone, devices.laptop, devices.han)
        for site in [phone, laptop, han] { site.world.clock.advance(by: 60) }
        let post = try await han.world.post(by: han.user, "a post", seed: 5).id
        try await devices.state(han)
        for index in 0..<3 {
            let stranger = try await Site(
                .sqliteInMemory,
                "stranger\(index)",
                seed: UInt64(20 + index)
            )
            try await stranger.sync.follow(han.user)
            stranger.world.clock.advance(by: 120)
            try await devices.state(stranger)
            stranger.world.clock.advance(by: 7200)
            _ = try await stranger.session.comment(on: post, "from the future")
            try await stranger.world.post(by: stranger.user, "from the future", seed: 30 + index)
            try await devices.state(stranger)
        }
        let report = try await devices.state(phone)
        #expect(report.clock == nil && report.recordsFromFuture == 0)
        let status = try await phone.sync.status()
        #expect(status.clock == nil && status.futureRecords == 0)
        #expect(try await phone.session.comments(on: post).isEmpty)
        // Once their time has come, they are accepted.
        phone.world.clock.advance(by: 7400)
        try await devices.state(phone)
        #expect(try await phone.session.comments(on: post).count == 3)
        // What strangers have signed says nothing about a clock that goes back, either.
        phone.world.clock.advance(by: -7400)
        #expect(try await phone.sync.status().clock == nil)
    }

    @Test("A peer has a say only while it is on the list")
    func formerPeer() async throws {
        let devices = try await Devices(.sqliteInMemory)
        let laptop = devices.laptop
        let mal = try await Site(.sqliteInMemory, "mal", seed: 20)
        try await laptop.addPeer(mal)
        try await mal.addPeer(laptop)
        mal.world.clock.advance(by: 7200)
        try await devices.meet(laptop, mal)
        guard case .peers(let peers) = try await laptop.sync.status().clock else {
            Issue.record("A peer's clock is not mentioned.")
            return
        }
        #expect(Set(peers.map(\.user)) == [mal.user])
        let entries = try await laptop.sync.peers().filter { $0.user == mal.user }
        for entry in entries { try await laptop.sync.removePeer(entry.id) }
        #expect(try await laptop.sync.status().clock == nil)
    }

    @Test("Nothing by a blocked user waits for its time")
    func blocked() async throws {
        let devices = try await Devices(.sqliteInMemory)
        let (phone, han) = (devices.phone, devices.han)
        han.world.clock.advance(by: 7200)
        try await han.world.post(by: han.user, "from Han", seed: 6)
        try await devices.state(han)
        try await devices.state(phone)
        let before = try await phone.sync.status()
        #expect(before.futureRecords == 1 && before.clock != nil)
        try await phone.session.block(han.user)
        let after = try await phone.sync.status()
        #expect(after.futureRecords == 0 && after.futureUntil == nil && after.clock == nil)
    }

    @Test("Without a sync, the dates of held records show that the clock is behind")
    func held() async throws {
        let devices = try await Devices(.sqliteInMemory)
        let (phone, laptop, han) = (devices.phone, devices.laptop, devices.han)
        for site in [phone, laptop, han] { site.world.clock.advance(by: 60) }
        let post = try await laptop.world.post(by: laptop.user, "first", seed: 5).id
        try await devices.meet(laptop, han)
        _ = try await han.session.like(post)
        try await devices.meet(phone, han)
        try await devices.meet(phone, laptop)
        #expect(try await StoreSync.clockVerdict(phone.world.owner) == nil)
        phone.world.clock.advance(by: -3600)
        let verdict = try await StoreSync.clockVerdict(phone.world.owner)
        #expect(verdict?.isOwnBehind == true)
        // The repair would change what is right.
        #expect(try await !phone.world.owner.examine().isEmpty)
        let before = try phone.records(of: [phone.user])
        for password in [TestWorld.password, nil] {
            await #expect(throws: TimelineError.self) {
                try await StoreSync.repairClock(
                    of: phone.user,
                    password: password,
                    in: phone.world.owner
                )
            }
        }
        #expect(try phone.records(of: [phone.user]) == before)
    }
}
