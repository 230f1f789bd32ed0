/// Two clocks that differ by more than ``SessionLimits/clockDifference``.
public struct ClockDifference: Hashable, Sendable {
    /// The clock of the peer minus that of this device, in milliseconds.
    public let milliseconds: Int64

    /// Whether the clock of the peer is ahead of that of this device.
    public var isPeerAhead: Bool { milliseconds > 0 }

    /// Compares two clocks.
    ///
    /// Returns `nil` if the difference is small enough.
    init?(own: UInt64, peer: UInt64) {
        let magnitude = own < peer ? peer - own : own - peer
        guard magnitude > SessionLimits.clockDifference else { return nil }
        let limited = Int64(min(magnitude, UInt64(Int64.max)))
        milliseconds = own < peer ? limited : -limited
    }
}
