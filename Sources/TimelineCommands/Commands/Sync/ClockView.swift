import TimelineCore
import TimelineSync

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

    let verdict: ClockVerdict

    private enum CodingKeys: CodingKey {
        case isWrong, difference, users
    }

    init(_ verdict: ClockVerdict) {
        self.verdict = verdict
        isWrong =
            switch verdict {
            case .own: .own
            case .peers: .peers
            case .unknown: .unknown
            }
        difference = verdict.difference
        users = verdict.users
    }
}
