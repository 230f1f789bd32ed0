public import TimelineCore

/// The values that the settings page shows.
public struct SettingsModel: Sendable {
    /// The email of the account.
    public var email: String
    /// The active sessions, most recently used first.
    public var sessions: [Session]
    /// The ID of this browser's session.
    public var current: Session.ID?
    /// The amount of the user's data.
    public var summary: UserSummary
    /// The state of sync.
    public var sync: SyncModel
    /// The users that the viewer has muted.
    public var muted: [User]
    /// The users that the viewer has blocked.
    public var blocked: [User]
    /// The state of the user's import.
    public var transfer: TransferState

    /// Creates the model of the settings page.
    public init(
        email: String,
        sessions: [Session],
        current: Session.ID?,
        summary: UserSummary,
        sync: SyncModel,
        muted: [User] = [],
        blocked: [User] = [],
        transfer: TransferState = .idle
    ) {
        self.email = email
        self.sessions = sessions
        self.current = current
        self.summary = summary
        self.sync = sync
        self.muted = muted
        self.blocked = blocked
        self.transfer = transfer
    }
}
