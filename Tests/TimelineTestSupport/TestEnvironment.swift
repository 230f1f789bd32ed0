public import Foundation
public import TimelineCore

/// A world whose time stands still until a test moves it, and whose random bytes depend on a seed.
public final class TestEnvironment: Sendable {
    private struct State {
        var now: Date
        var generator: SplitMix64
    }

    private let state: Lock<State>
    private let processorCount: Int

    /// The moment at which every such world begins: 14 November 2023, 22:13:20 UTC.
    public static let start = Date(timeIntervalSince1970: 1_700_000_000)

    /// Makes a world of a seed.
    public init(seed: UInt64 = 1, processorCount: Int = 2) {
        state = Lock(State(now: Self.start, generator: SplitMix64(seed: seed)))
        self.processorCount = processorCount
    }

    /// The time told.
    public var now: Date { state.withLock(\.now) }

    /// Lets time pass, or steps the clock back when `seconds` are negative.
    public func advance(by seconds: TimeInterval) {
        state.withLock { $0.now += seconds }
    }

    /// What an engine takes: pauses end at once and let their time pass.
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
