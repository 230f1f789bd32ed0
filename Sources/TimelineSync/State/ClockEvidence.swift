public import Foundation
public import TimelineCore

/// What a device knows about other devices' clocks.
struct ClockEvidence {
    /// The last session with another device.
    struct Meeting {
        let device: KeyID
        let user: User.ID
        /// The other clock minus this one in milliseconds, or 0 if the difference is small.
        let difference: Int64
    }

    /// The dates of records that another device has signed.
    struct Dates {
        let device: KeyID
        let user: User.ID
        /// The newest date minus this device's clock in milliseconds, which is positive for a date
        /// in the future.
        let newest: Int64
    }

    /// A device that disagrees with this clock.
    private struct Accuser {
        let user: User.ID
        /// Who votes: each of the user's own devices, but of anyone else's devices only one, so
        /// that nobody outvotes this device alone.
        let voter: [UInt8]
        /// Their clock minus this one in milliseconds.
        let difference: Int64
        /// Whether the difference may be larger, because it is known from dates only.
        let isMinimum: Bool

        /// Returns whether the device agrees that their clocks differ by so much.
        func confirms(_ difference: Int64) -> Bool {
            if isMinimum { return self.difference <= difference + agreement }
            return abs(self.difference - difference) <= agreement
        }
    }

    /// The difference within which two devices agree: 5 minutes, in milliseconds.
    ///
    /// It equals the time that a record may be ahead.
    static let agreement: Int64 = 300_000

    /// The largest difference that is told apart: 3,000 years, in milliseconds.
    private static let largest: Int64 = 100_000_000_000_000

    /// The user of this device.
    let owner: User.ID
    var meetings: [Meeting] = []
    /// The dates of the records of other devices, at most one for each device.
    var dates: [Dates] = []

    init(owner: User.ID) { self.owner = owner }

    /// Decides whose clock is wrong, or returns `nil` if all clocks agree.
    ///
    /// A device that has met this one says by how much their clocks differ, and a device with
    /// records dated in the future says that its clock is ahead by at least that much. This clock
    /// is wrong if two or more agree on a difference, and they are more than those that agree with
    /// this clock. Otherwise, if any device agrees with it, or has recent records that are dated
    /// right, the others are wrong. Without that, either may be.
    func verdict() -> ClockVerdict? {
        let accusers = accusers
        guard !accusers.isEmpty else { return nil }
        let needed = max(2, Set(supporters.map(voter)).count + 1)
        if let difference = agreed(accusers, needed: needed) {
            return .own(by: -Double(difference) / 1000)
        }
        let peers = accusers.map {
            ClockVerdict.Peer(user: $0.user, difference: Double($0.difference) / 1000)
        }
        if !supporters.isEmpty || hasRecentDates {
            return .peers(peers.sorted { ($0.user, $0.difference) < ($1.user, $1.difference) })
        }
        return .unknown(peers.map(\.difference).max { (abs($0), $0) < (abs($1), $1) } ?? 0)
    }

    /// The devices with records from the future.
    private var future: [Dates] { dates.filter { $0.newest > Self.agreement } }

    private var accusers: [Accuser] {
        let met = meetings.filter { $0.difference != 0 }
        let differing = Set(met.map(\.device))
        let byMeeting = met.map {
            Accuser(
                user: $0.user,
                voter: voter($0),
                difference: max(-Self.largest, min(Self.largest, $0.difference)),
                isMinimum: false
            )
        }
        let byDate = future.filter { !differing.contains($0.device) }
            .map {
                Accuser(
                    user: $0.user,
                    voter: voter($0.user, $0.device),
                    difference: min(Self.largest, $0.newest),
                    isMinimum: true
                )
            }
        return byMeeting + byDate
    }

    /// The last sessions in which both clocks agreed, except with devices that have records from
    /// the future since.
    private var supporters: [Meeting] {
        let future = Set(future.map(\.device))
        return meetings.filter { $0.difference == 0 && !future.contains($0.device) }
    }

    private func voter(_ meeting: Meeting) -> [UInt8] { voter(meeting.user, meeting.device) }

    private func voter(_ user: User.ID, _ device: KeyID) -> [UInt8] {
        user == owner ? device.bytes : user.bytes
    }

    /// Returns the difference on which the most devices agree, if there are enough of them.
    private func agreed(_ accusers: [Accuser], needed: Int) -> Int64? {
        func votes(for difference: Int64) -> Int {
            Set(accusers.filter { $0.confirms(difference) }.map(\.voter)).count
        }
        let measured = accusers.filter { !$0.isMinimum }.map(\.difference)
            .filter { votes(for: $0) >= needed }
        if let best = measured.max(by: { (votes(for: $0), $0) < (votes(for: $1), $1) }) {
            return best
        }
        // The lowest difference that the dates of enough devices confirm.
        return accusers.filter(\.isMinimum).map(\.difference).sorted()
            .first { votes(for: $0) >= needed }
    }

    /// Whether a device that does not disagree with this clock has records so recent that this clock
    /// is probably right.
    ///
    /// If this clock were ahead, nobody could have dated a record so late. If it were behind, such
    /// a record would be older than the difference, or dated in the future.
    private var hasRecentDates: Bool {
        let differing = meetings.filter { $0.difference != 0 }.map(\.device)
        let accused = Set(future.map(\.device) + differing)
        guard let least = accusers.map(\.difference.magnitude).min() else { return false }
        return dates.contains { dates in
            !accused.contains(dates.device) && dates.newest <= Self.agreement
                && dates.newest > -Int64(clamping: least)
        }
    }
}

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
