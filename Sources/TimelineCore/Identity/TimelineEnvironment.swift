public import Foundation

/// The clock, random number generator and processor count that an engine uses.
///
/// Tests provide their own environments, so that results do not depend on the machine.
///
/// ```swift
/// let owner = StoreOwner(repository: repository, blobs: blobs, hasher: hasher, environment: .system)
/// ```
public struct TimelineEnvironment: Sendable {
    /// A closure that returns the current time.
    public let now: @Sendable () -> Date
    /// A closure that returns the given number of unpredictable bytes.
    ///
    /// The security of passwords and session tokens depends on these bytes.
    public let randomBytes: @Sendable (_ count: Int) -> [UInt8]
    /// A closure that suspends the task between two polls of the store.
    public let pause: @Sendable (Duration) async throws -> Void
    /// The number of processors, at least 1.
    ///
    /// A large timeline is read in at most this many shards.
    public let processorCount: Int

    /// Creates an environment.
    ///
    /// A processor count below 1 is treated as 1.
    public init(
        now: @escaping @Sendable () -> Date,
        randomBytes: @escaping @Sendable (_ count: Int) -> [UInt8],
        pause: @escaping @Sendable (Duration) async throws -> Void,
        processorCount: Int
    ) {
        self.now = now
        self.randomBytes = randomBytes
        self.pause = pause
        self.processorCount = max(1, processorCount)
    }

    /// The system's clock, its secure random number generator and its active processors.
    public static let system = TimelineEnvironment(
        now: { Date() },
        randomBytes: { count in
            var generator = SystemRandomNumberGenerator()
            return generator.bytes(count)
        },
        pause: { try await Task.sleep(for: $0) },
        processorCount: ProcessInfo.processInfo.activeProcessorCount
    )
}

extension TimelineEnvironment {
    /// Returns this environment with a clock that shows at least the given date.
    func notBefore(_ date: Date) -> TimelineEnvironment {
        TimelineEnvironment(
            now: { max(now(), date) },
            randomBytes: randomBytes,
            pause: pause,
            processorCount: processorCount
        )
    }

    /// The lowest ID of the current millisecond.
    package var present: PushID {
        PushID(milliseconds: now().millisecondsSince1970, bits: (0, 0))
    }

    /// The highest stamp that validation currently accepts, which is ``PushID/clockTolerance`` ahead of
    /// the clock.
    package var newestAllowed: PushID {
        let latest = now().millisecondsSince1970 + PushID.clockTolerance
        return PushID(milliseconds: latest, bits: (.max, .max))
    }
}

/// A random number generator that draws its bits from an environment.
package struct EnvironmentRandom: RandomNumberGenerator {
    private let environment: TimelineEnvironment

    /// Creates a generator.
    package init(environment: TimelineEnvironment) {
        self.environment = environment
    }

    /// Returns the next 64 bits.
    package mutating func next() -> UInt64 {
        environment.randomBytes(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}

extension RandomNumberGenerator {
    /// Returns random bytes.
    package mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
    }
}

extension Date {
    init(millisecondsSince1970 milliseconds: UInt64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    /// The number of whole milliseconds since 1970, clamped to the 48 bits available in a push ID.
    package var millisecondsSince1970: UInt64 {
        let milliseconds = (timeIntervalSince1970 * 1000).rounded(.down)
        return UInt64(min(max(milliseconds, 0), Double(PushID.maximumMilliseconds)))
    }
}
