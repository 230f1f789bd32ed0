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
package struct TransferSummary: Hashable, Sendable, Codable {
    /// The numbers of the archive's entries of one kind.
    package struct Tally: Hashable, Sendable, Codable {
        /// The kind, in the plural.
        package var kind: String
        package var imported: Int
        package var alreadyPresent: Int
        package var notSupported: Int
        package var rejected: Int

        /// Creates the numbers of a kind.
        package init(
            kind: String,
            imported: Int = 0,
            alreadyPresent: Int = 0,
            notSupported: Int = 0,
            rejected: Int = 0
        ) {
            self.kind = kind
            self.imported = imported
            self.alreadyPresent = alreadyPresent
            self.notSupported = notSupported
            self.rejected = rejected
        }
    }

    /// The entries that were not imported, or were changed, for one reason.
    package struct Finding: Hashable, Sendable, Codable {
        /// The reason, as the archive's reader states it.
        package var reason: String
        /// The number of entries.
        package var count: Int
        /// The first places in the archive, which others may have chosen.
        package var places: [String]

        /// Creates a finding.
        package init(reason: String, count: Int, places: [String]) {
            self.reason = reason
            self.count = count
            self.places = places
        }
    }

    /// What was imported, and what was done about it, as sentences.
    package var sentences: [String]
    /// The numbers of entries by kind.
    package var tallies: [Tally]
    /// What was not imported or was changed, by reason.
    package var findings: [Finding]
    /// The number of single findings that ``findings``, which group them by reason, leave out.
    package var restCount: Int

    /// Creates a summary.
    package init(
        sentences: [String],
        tallies: [Tally] = [],
        findings: [Finding] = [],
        restCount: Int = 0
    ) {
        self.sentences = sentences
        self.tallies = tallies
        self.findings = findings
        self.restCount = restCount
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
