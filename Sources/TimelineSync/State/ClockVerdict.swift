public import Foundation
public import TimelineCore

/// Whose clock is wrong, as far as a device can tell from other devices.
public enum ClockVerdict: Hashable, Sendable {
    /// This device's clock is probably wrong, because other devices agree against it.
    ///
    /// The value is this device's clock minus theirs, in seconds. It is negative if this clock is
    /// behind.
    case own(by: TimeInterval)
    /// This device's clock is right, as far as it can tell, and those of the given users' devices
    /// are wrong.
    case peers([Peer])
    /// One clock is wrong, but nothing shows which.
    ///
    /// The value is the other device's clock minus this one's, in seconds.
    case unknown(TimeInterval)

    /// A user with a device whose clock is wrong.
    public struct Peer: Hashable, Sendable {
        /// The user.
        public let user: User.ID
        /// The device's clock minus this one's, in seconds.
        ///
        /// If the devices have not met, it is the smallest difference that explains the dates of
        /// the device's records.
        public let difference: TimeInterval
    }

    /// Whether this device's clock is probably behind.
    public var isOwnBehind: Bool {
        if case .own(let difference) = self { difference < 0 } else { false }
    }
}
