/// A note on the login page about the end of the previous session.
///
/// The raw value is that of the query parameter ``parameter``.
package enum LoginNote: String, Sendable {
    /// The session has ended, for example because it was revoked.
    case ended
    /// The visitor has deleted their account.
    case deleted
    /// The visitor has deleted their account, which other devices do not know yet.
    case unsynced

    /// The name of the query parameter.
    package static let parameter = "note"

    /// The sentences of the note, with commands between grave accents.
    var text: String {
        switch self {
        case .ended: LoginText.ended
        case .deleted: LoginText.deleted
        case .unsynced: LoginText.deleted + " " + LoginText.passOnLeaving
        }
    }
}
