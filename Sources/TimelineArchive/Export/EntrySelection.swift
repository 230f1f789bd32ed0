import TimelineCore
import TimelineRecords

/// The entries that belong to the archive of a user, or of the whole store.
struct EntrySelection {
    private let user: User.ID?
    /// The users that the entries mention, whose keys and profiles are included.
    private var introduced: Set<User.ID> = []

    /// Selects entries.
    ///
    /// For a single user, this reads all entries in the store.
    ///
    /// - Throws: `TimelineError.storageFailed`.
    init(of user: User.ID?, in reader: any SocialReader) throws {
        self.user = user
        guard let user else { return }
        try reader.forEachEntry { entry in
            guard entry.author == user || entry.postAuthorOrHome == user else { return }
            introduced.insert(entry.author)
            if let other = entry.postAuthorOrHome { introduced.insert(other) }
            if let other = entry.followedUser { introduced.insert(other) }
        }
    }

    /// Returns whether an entry is exported.
    func includes(_ entry: SharedEntry) -> Bool {
        guard let user else { return true }
        if entry.author == user || entry.postAuthorOrHome == user { return true }
        return entry.introducesAuthor && introduced.contains(entry.author)
    }
}

extension SharedEntry {
    /// The author of the post that the entry concerns, if known and different from the entry's
    /// author.
    fileprivate var postAuthorOrHome: User.ID? {
        switch statement {
        case .record(let record): record.body.home.map { User.ID($0) }
        case .change: postAuthor
        }
    }

    fileprivate var followedUser: User.ID? {
        switch statement {
        case .record(let record):
            if case .followed(let user) = record.body.content { User.ID(user) } else { nil }
        case .change(let change):
            if case .followed(let user) = change.action { user } else { nil }
        }
    }

    /// Whether the entry introduces its author: a key, a profile field, or that the author has
    /// left.
    fileprivate var introducesAuthor: Bool {
        switch statement {
        case .record(let record): record.introducesAuthor
        case .change(let change):
            switch change.action {
            case .profileUpdated, .profileRemoved: true
            default: false
            }
        }
    }
}
