import TimelineCore

/// The records that belong to the archive of a user, or of the whole store.
struct EntrySelection {
    private let user: User.ID?
    /// The users that the records mention, whose keys and profiles are included.
    private var introduced: Set<User.ID> = []

    /// Selects records.
    ///
    /// For a single user, this reads all records in the store.
    ///
    /// - Throws: `TimelineError.storageFailed`.
    init(of user: User.ID?, in reader: any SocialReader) throws {
        self.user = user
        guard let user = self.user else { return }
        try reader.forEachRecord { record in
            guard record.concerns(user) else { return }
            introduced.formUnion([record.body.author, record.body.scope])
            if case .followed(let other) = record.body.content { introduced.insert(other) }
        }
    }

    /// Returns whether a record is exported.
    func includes(_ record: VerifiedRecord) -> Bool {
        guard let user else { return true }
        return record.concerns(user)
            || record.introducesAuthor && introduced.contains(record.body.author)
    }
}

extension VerifiedRecord {
    /// Whether a user is the author of the record, or of the post that it concerns.
    fileprivate func concerns(_ user: User.ID) -> Bool {
        body.author == user || body.scope == user
    }
}
