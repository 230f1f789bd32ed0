import TimelineCore
import TimelineDevices

/// Whose clock is wrong, as shown in the output of `timeline sync` and `timeline sync status`.
struct ClockView: Encodable {
    /// Whose clock is wrong.
    enum Owner: String, Encodable {
        case own, peers, unknown
    }

    let isWrong: Owner
    /// The other clock minus this one, in seconds.
    let difference: Double
    /// The users of the devices whose clocks are wrong, if they are known.
    let users: [User.ID]

    init(_ verdict: ClockVerdict) {
        switch verdict {
        case .own(let difference):
            (isWrong, self.difference, users) = (.own, -difference, [])
        case .peers(let peers):
            isWrong = .peers
            difference = peers.map(\.difference).max { abs($0) < abs($1) } ?? 0
            users = Array(Set(peers.map(\.user))).sorted()
        case .unknown(let difference):
            (isWrong, self.difference, users) = (.unknown, difference, [])
        }
    }

    /// What to do, in one or two sentences.
    ///
    /// - Parameter name: Returns the name of a user, or `nil` for the user of this store.
    /// - Returns: The text.
    func text(name: (User.ID) -> String?) -> String {
        let span = clockSpanText(difference)
        let isAhead = difference > 0
        return switch isWrong {
        case .own: SyncText.ownClock(span, isBehind: isAhead)
        case .peers: SyncText.peerClock(of: devices(name), span, isAhead: isAhead)
        case .unknown: SyncText.unknownClock(span, isPeerAhead: isAhead)
        }
    }

    private func devices(_ name: (User.ID) -> String?) -> [String] {
        users.map { user in name(user).map { SyncText.device(of: $0) } ?? SyncText.ownDevice }
    }
}
