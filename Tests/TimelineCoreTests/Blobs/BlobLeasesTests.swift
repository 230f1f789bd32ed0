import S3TestSupport
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

    @Test(arguments: LeaseLaw.all)
    func law(_ law: LeaseLaw) throws {
        let clock = Clock()
        let process = InMemoryBlobLeases { clock.now }
        try law.check(
            LeaseTestProcesses(
                first: process,
                second: InMemoryBlobLeases(sharing: process),
                advance: clock.advance,
                commit: process.check
            )
        )
    }
}
