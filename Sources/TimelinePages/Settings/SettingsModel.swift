package import TimelineCore

/// The values that the settings page shows.
package struct SettingsModel: Sendable {
    /// The email of the account.
    package var email: String
    /// The active sessions, most recently used first.
    package var sessions: [Session]
    /// The ID of this browser's session.
    package var current: Session.ID?
    /// The amount of the user's data.
    package var summary: UserSummary
    /// The state of sync.
    package var sync: SyncModel
    /// The users that the viewer has muted.
    package var muted: [User]
    /// The users that the viewer has blocked.
    package var blocked: [User]
    /// The state of the user's import.
    package var transfer: TransferState

    /// Creates the model of the settings page.
    package init(
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
