/// An action whose success the next page confirms with a toast.
///
/// The raw value is that of the query parameter ``parameter``.
package enum Confirmation: String, CaseIterable, Sendable {
    /// The viewer has changed their password.
    case password
    /// The viewer has ended other sessions.
    case sessions
    /// The viewer has muted a user.
    case muted
    /// The viewer has stopped muting a user.
    case unmuted
    /// The viewer has blocked a user.
    case blocked
    /// The viewer has stopped blocking a user.
    case unblocked

    /// The name of the query parameter.
    package static let parameter = "done"

    /// The message.
    package var toast: Toast {
        switch self {
        case .password: Toast(SettingsText.changedPassword)
        case .sessions: Toast(SettingsText.endedSessions)
        case .muted: Toast(PeopleText.muted)
        case .unmuted: Toast(PeopleText.unmuted)
        case .blocked: Toast(PeopleText.blocked)
        case .unblocked: Toast(PeopleText.unblocked)
        }
    }
}
