import Foundation

/// A source that mints one author's IDs and stamps in ascending order.
///
/// The time of a new ID is the current time or that of the newest ID, whichever is later. Each ID
/// contains fresh random bits, so two devices that start from the same newest ID mint different
/// IDs.
public struct PushIDSource: Sendable {
    /// The newest ID that was minted or passed to the initializer.
    public private(set) var newest: PushID
    private let environment: TimelineEnvironment

    /// The number of random IDs to try before the time advances by a millisecond.
    private static let draws = 16

    /// Creates a source of IDs higher than `newest`.
    public init(after newest: PushID, environment: TimelineEnvironment) {
        self.newest = newest
        self.environment = environment
    }

    /// Mints the next ID.
    ///
    /// - Returns: The next ID. Once the 48 bits of milliseconds are used up, the result is
    ///   ``PushID/max``, which validation rejects.
    public mutating func next() -> PushID {
        var milliseconds = max(environment.now().millisecondsSince1970, newest.milliseconds)
        while true {
            for _ in 0..<Self.draws {
                let id = fresh(at: milliseconds)
                if id > newest {
                    newest = id
                    return id
                }
            }
            guard milliseconds < PushID.maximumMilliseconds else { return .max }
            milliseconds += 1
        }
    }

    private func fresh(at milliseconds: UInt64) -> PushID {
        let bits = environment.randomBytes(9)
            .reduce((high: UInt64(0), low: UInt64(0))) { bits, byte in
                (bits.high << 8 | bits.low >> 48, (bits.low << 8 | UInt64(byte)) & PushID.lowMask)
            }
        return PushID(
            milliseconds: milliseconds,
            bits: (UInt16(truncatingIfNeeded: bits.high), bits.low)
        )
    }
}
