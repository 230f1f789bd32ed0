public import Foundation
public import TimelineCore

/// A clock that advances only when a test advances it, and random bytes that depend only on a seed.
public final class TestEnvironment: Sendable {
    private struct State {
        var now: Date
        var generator: SplitMix64
    }

    private let state: Lock<State>
    private let processorCount: Int

    /// The default start time of a test environment: 14 November 2023, 22:13:20 UTC.
    public static let start = Date(timeIntervalSince1970: 1_700_000_000)

    /// Creates an environment with a clock that starts at the given time.
    public init(seed: UInt64 = 1, processorCount: Int = 2, now: Date = start) {
        state = Lock(State(now: now, generator: SplitMix64(seed: seed)))
        self.processorCount = processorCount
    }

    /// The current time of the test's clock.
    public var now: Date { state.withLock(\.now) }

    /// Advances the clock, or sets it back if `seconds` is negative.
    public func advance(by seconds: TimeInterval) {
        state.withLock { $0.now += seconds }
    }

    /// The environment to pass to an engine.
    ///
    /// A pause ends immediately and advances the clock by its duration.
    public var environment: TimelineEnvironment {
        TimelineEnvironment(
            now: { self.now },
            randomBytes: { count in self.randomBytes(count) },
            pause: { duration in
                try Task.checkCancellation()
                self.advance(by: duration / .seconds(1))
                await Task.yield()
            },
            processorCount: processorCount
        )
    }

    private func randomBytes(_ count: Int) -> [UInt8] {
        state.withLock { state in
            (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &state.generator) }
        }
    }
}
