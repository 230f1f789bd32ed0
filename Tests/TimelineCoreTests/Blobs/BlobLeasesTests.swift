import Foundation
import Testing
import TimelineCore

@Suite("The laws of leases on blobs")
struct BlobLeasesTests {
    /// A clock that only the test moves.
    private final class Clock: Sendable {
        private let time = Lock(ContinuousClock.now)
        var now: ContinuousClock.Instant { time.withLock { $0 } }
        func advance(_ duration: Duration) { time.withLock { $0 += duration } }
    }

    private let clock: Clock
    private let process: InMemoryBlobLeases
    private let other: InMemoryBlobLeases
    private let blobs = (1...3).map { BlobID(of: Data([$0])) }

    init() {
        let clock = Clock()
        self.clock = clock
        process = InMemoryBlobLeases { clock.now }
        other = InMemoryBlobLeases(sharing: process)
    }

    private func insert(_ purpose: BlobLease.Purpose, _ blobs: [BlobID]) -> BlobLease {
        let lease = BlobLease(purpose: purpose, blobs: blobs)
        process.insert(lease, for: .seconds(10))
        return lease
    }

    @Test func aLeaseIsVisibleUntilItIsReleased() throws {
        let lease = insert(.storing, [blobs[0], blobs[1], blobs[0]])
        #expect(lease.blobs == [blobs[0], blobs[1]].sorted())
        #expect(other.stored(among: [blobs[1], blobs[2]]) == [blobs[1]])
        #expect(other.reserved() == [blobs[0], blobs[1]])
        #expect(other.takeOver(limit: 10, for: .seconds(10)).isEmpty)
        other.release(lease.id)
        #expect(!other.reserved().isEmpty)
        process.release(lease.id)
        #expect(other.reserved().isEmpty)
        try process.check()
    }

    @Test func onlyThePurposeOfStoringKeepsABlob() {
        _ = insert(.removing, [blobs[0]])
        _ = insert(.settingAside, [blobs[1]])
        #expect(other.stored(among: blobs).isEmpty)
        #expect(other.reserved() == [blobs[0]])
    }

    @Test func aRenewedLeaseIsNotTakenOver() throws {
        _ = insert(.storing, blobs)
        clock.advance(.seconds(9))
        process.renew(for: .seconds(10))
        clock.advance(.seconds(9))
        #expect(other.stored(among: blobs) == Set(blobs))
        #expect(other.takeOver(limit: 10, for: .seconds(10)).isEmpty)
        try process.check()
    }

    @Test func aProcessThatHasLostALeaseCannotCommit() {
        let lease = insert(.storing, blobs)
        clock.advance(.seconds(11))
        // Nobody has taken it yet.
        #expect(throws: Never.self) { try process.check() }
        #expect(other.stored(among: [blobs[0]]).isEmpty)
        #expect(throws: TimelineError.storageBusy) { try process.check() }
        process.renew(for: .seconds(10))
        #expect(throws: TimelineError.storageBusy) { try process.check() }
        #expect(other.takeOver(limit: 10, for: .seconds(10)) == [lease.takenOver])
        process.release(lease.id)
        #expect(other.reserved() == Set(blobs))
        // It has given up what it has lost.
        #expect(throws: Never.self) { try process.check() }
    }

    @Test func anAbandonedLeaseIsTakenOverOnce() throws {
        let lease = insert(.storing, blobs)
        process.abandon(lease.id)
        #expect(other.stored(among: blobs).isEmpty)
        #expect(other.reserved() == Set(blobs))
        #expect(other.takeOver(limit: 10, for: .seconds(10)) == [lease.takenOver])
        #expect(process.takeOver(limit: 10, for: .seconds(10)).isEmpty)
        #expect(process.stored(among: blobs).isEmpty)
        // The new holder was killed.
        clock.advance(.seconds(11))
        #expect(process.takeOver(limit: 10, for: .seconds(10)) == [lease.takenOver])
        process.release(lease.id)
        #expect(other.reserved().isEmpty)
        try process.check()
    }
}
