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

/// The state of a user's import of an archive.
package enum TransferState: Hashable, Sendable {
    /// The user has started no import so far.
    case idle
    /// The import is in progress, with the number of processed entries and the total, which is 0 if
    /// unknown.
    case running(done: Int, total: Int)
    /// The server was stopped during the import.
    case interrupted
    /// The import has ended.
    case finished(TransferSummary)
    /// The import has failed.
    ///
    /// The associated value is the reason, as a sentence.
    case failed(String)
}

/// The outcome of an import of an archive.
package struct TransferSummary: Hashable, Sendable {
    /// The numbers of entries by outcome, as sentences.
    package var sentences: [String]
    /// The entries that were not imported, with the reasons.
    package var details: [String]

    /// Creates a summary.
    package init(sentences: [String], details: [String]) {
        self.sentences = sentences
        self.details = details
    }
}

/// A colour theme for the pages.
///
/// The raw values are stored in the cookie and sent in the `theme` field.
package enum Theme: String, CaseIterable, Hashable, Sendable {
    /// Light or dark, depending on the device.
    case device
    /// Dark text on a light background.
    case light
    /// Light text on a dark background.
    case dark
}
