/// A difference between two clocks of more than ``SessionLimits/clockDifference``.
package struct ClockDifference: Hashable, Sendable {
    /// The peer's clock minus this device's, in milliseconds.
    package let milliseconds: Int64

    /// Whether the peer's clock is ahead of this device's.
    package var isPeerAhead: Bool { milliseconds > 0 }

    /// Compares two clocks.
    ///
    /// Returns `nil` if the difference is within the limit.
    init?(own: UInt64, peer: UInt64) {
        let magnitude = own < peer ? peer - own : own - peer
        guard magnitude > SessionLimits.clockDifference else { return nil }
        let limited = Int64(min(magnitude, UInt64(Int64.max)))
        milliseconds = own < peer ? limited : -limited
    }
}
