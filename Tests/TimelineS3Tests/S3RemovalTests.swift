import Foundation
import S3TestSupport
import Testing
import TimelineCore

@testable import TimelineS3

@Suite("Removals in S3 by processes that are killed or paused")
struct S3RemovalTests {
    /// A clock that only the test moves.
    private final class Clock: Sendable {
        private let time = Lock(ContinuousClock.now)
        var now: ContinuousClock.Instant { time.withLock { $0 } }
        func advance(_ duration: Duration) { time.withLock { $0 += duration } }
    }

    private struct Killed: Error {}

    private let clock: Clock
    private let place: S3TestPlace

    init() throws {
        let clock = Clock()
        self.clock = clock
        place = try S3TestPlace(leases: InMemoryBlobLeases { clock.now })
    }

    /// Opens the store as a process with its own leases and the clock of the test.
    private func process() throws -> (store: S3BlobStore, leases: InMemoryBlobLeases) {
        let leases = InMemoryBlobLeases(sharing: place.leases)
        let store = S3BlobStore(
            place.address,
            place.settings.host,
            try S3Client(place.settings),
            LeaseHolder(leases) { [clock] in clock.now }
        )
        return (store, leases)
    }

    private func objects(_ store: S3BlobStore) throws -> [String] {
        try store.bucket.objects(withPrefix: store.keys.prefix).keys
    }

    @Test func aRemovalThatWasKilledIsFinishedByTheNext() throws {
        let (killed, leases) = try process()
        let ids = try (1...4).map { try killed.put(Data([$0])) }.sorted()
        let lease = BlobLease(purpose: .settingAside, blobs: ids)
        leases.insert(lease, for: LeaseTimes.duration)
        // Two blobs were set aside, one was copied, and one was not touched.
        for id in ids.prefix(3) {
            let copy = killed.keys.aside(id, by: lease.id)
            #expect(try killed.bucket.copy(killed.keys.main(id), to: copy))
        }
        for id in ids.prefix(2) { try killed.bucket.remove(killed.keys.main(id)) }
        let (store, _) = try process()
        for (index, id) in ids.enumerated() {
            #expect(try store.isWhole(id))
            #expect(try store.contains(id) == (index > 1))
        }
        // Its lease has not ended yet.
        #expect(try store.removeAbandoned { _ in [] }.isEmpty)
        clock.advance(LeaseTimes.duration)
        #expect(Set(try store.removeAbandoned { _ in [ids[0]] }) == Set(ids.dropFirst()))
        #expect(try objects(store) == [store.keys.main(ids[0])])
        #expect(try store.removeAbandoned { _ in [] }.isEmpty)
    }

    @Test func aProcessThatLosesItsLeaseCannotCommit() throws {
        let (paused, leases) = try process()
        let (store, _) = try process()
        let id = try paused.put(Data([1]))
        #expect(throws: TimelineError.storageBusy) {
            try paused.reserving([id], as: .storing) {
                _ = try paused.put(Data([1]))
                clock.advance(LeaseTimes.duration)
                // The pause has ended, but others may assume that the process was killed.
                #expect(try store.removeAbandoned { _ in [] } == [id])
                // The repository checks this in the transaction with the reference.
                try leases.check()
            }
        }
        #expect(try objects(store).isEmpty)
    }

    @Test func aProcessThatRenewsItsLeaseKeepsIt() throws {
        let (slow, leases) = try process()
        let (store, _) = try process()
        try slow.reserving([BlobID(of: Data([1]))], as: .storing) {
            let id = try slow.put(Data([1]))
            for _ in 1...5 {
                clock.advance(LeaseTimes.duration / 2)
                try slow.leases.renew()
            }
            #expect(try store.removeAbandoned { _ in [] }.isEmpty)
            #expect(try store.removeOrphaned([id], retaining: false) { _ in [] }.isEmpty)
            try leases.check()
        }
        #expect(try objects(store).count == 1)
    }

    @Test func aRemovalThatWasPausedDeletesNothing() throws {
        let (paused, _) = try process()
        let (store, _) = try process()
        let id = try paused.put(Data([1]))
        let error = #expect(throws: TimelineError.self) {
            try paused.leases.holding([id], for: .removing) { _ in
                clock.advance(LeaseTimes.trust)
                _ = try paused.removeOrphaned([id], retaining: false) { _ in [] }
            }
        }
        #expect(error.map { "\($0)".contains("leases") } == true)
        #expect(try store.contains(id))
        #expect(try objects(store).count == 1)
        // A later removal starts with a lease of its own.
        #expect(try paused.removeOrphaned([id], retaining: false) { _ in [] } == [id])
    }

    @Test func aRemovalThatOthersHaveTakenOverIsNotTrustedAgain() throws {
        let (paused, _) = try process()
        let (store, _) = try process()
        let id = try paused.put(Data([1]))
        #expect(throws: TimelineError.self) {
            try paused.leases.holding([id], for: .removing) { _ in
                clock.advance(LeaseTimes.duration)
                #expect(try store.removeAbandoned { _ in [id] }.isEmpty)
                // After the pause, the renewal comes first.
                try paused.leases.renew()
                _ = try paused.removeOrphaned([id], retaining: false) { _ in [] }
            }
        }
        #expect(try store.contains(id))
        #expect(try objects(store).count == 1)
    }

    @Test func aRemovalThatOthersHaveFinishedHarmsNothing() throws {
        let (paused, _) = try process()
        let (store, _) = try process()
        let id = try paused.put(Data([1]))
        let removed = try paused.removeOrphaned([id], retaining: false) { _ in
            // While it asks, its lease ends, others finish its work, and the blob is stored again.
            clock.advance(LeaseTimes.duration)
            _ = try store.removeAbandoned { _ in [] }
            let rest = try objects(store)
            #expect(rest.isEmpty)
            try store.reserving([id], as: .storing) { _ = try store.put(Data([1])) }
            return []
        }
        #expect(removed == [id])
        #expect(try store.isWhole(id))
        #expect(try objects(store) == [store.keys.main(id)])
    }

    @Test func aCleanupThatFailsIsRepeated() throws {
        let (store, _) = try process()
        let id = try store.put(Data([1]))
        #expect(throws: Killed.self) {
            try store.reserving([id], as: .removing) { throw Killed() }
        }
        #expect(throws: Killed.self) { try store.removeAbandoned { _ in throw Killed() } }
        #expect(try store.contains(id))
        #expect(try store.removeAbandoned { _ in [] } == [id])
        #expect(try store.reserved().isEmpty)
        #expect(try objects(store).isEmpty)
    }

    @Test func twoRemovalsOfTheSameBlobKeepWhatIsNeeded() throws {
        let (first, _) = try process()
        let (second, _) = try process()
        let content = Data([1, 2, 3])
        let id = try first.put(content)
        try first.removeOrphaned([id], retaining: false) { _ in
            try second.put(content)
            try second.removeOrphaned([id], retaining: false) { ids in
                let found = try first.data(for: id)
                #expect(found == content)
                return Set(ids)
            }
            return []
        }
        #expect(try first.isWhole(id))
        #expect(try objects(first) == [first.keys.main(id)])
    }
}
