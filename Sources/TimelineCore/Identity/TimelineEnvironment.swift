public import Foundation

/// What the engine takes from the world outside: time, randomness and the number of processors.
///
/// A test injects its own, so that no answer depends on the machine.
public struct TimelineEnvironment: Sendable {
    /// Tells the time.
    public let now: @Sendable () -> Date
    /// Draws as many unpredictable bytes as asked for; passwords and session tokens rely on them.
    public let randomBytes: @Sendable (_ count: Int) -> [UInt8]
    /// Waits, between two looks at a store that others may write to.
    public let pause: @Sendable (Duration) async throws -> Void
    /// How many shards a large timeline is read in at the same time, 1 or more.
    public let processorCount: Int

    /// Makes an environment of its parts.
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

    /// The system's clock, its secure random generator and its active processors.
    public static let system = TimelineEnvironment(
        now: { Date() },
        randomBytes: { count in
            var generator = SystemRandomNumberGenerator()
            return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        },
        pause: { try await Task.sleep(for: $0) },
        processorCount: ProcessInfo.processInfo.activeProcessorCount
    )
}

extension TimelineEnvironment {
    /// The lowest ID of the present millisecond.
    package var present: PushID {
        PushID(milliseconds: now().millisecondsSince1970, random: (0, 0))
    }

    /// The highest stamp that is not from the future yet: clocks differ by up to ``Change/tolerance``.
    package var newestAllowed: PushID {
        let date = now().addingTimeInterval(Change.tolerance)
        return PushID(milliseconds: date.millisecondsSince1970, random: (.max, .max))
    }

    /// Draws a random (version 4) UUID, RFC 9562.
    func makeUUID() -> UUID {
        var bytes = randomBytes(16)
        bytes[6] = bytes[6] & 0x0f | 0x40
        bytes[8] = bytes[8] & 0x3f | 0x80
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
