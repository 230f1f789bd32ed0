extension ImportReport {
    /// The key path of the tally for a kind of entry.
    typealias Kind = any WritableKeyPath<ImportReport, Tally> & Sendable

    /// Creates a report for an archive whose entries have not been processed yet.
    init(counting archive: FirebaseArchive) {
        // `try?` is correct because a malformed user contains no entries.
        let users = archive.users.all.compactMap { try? $0.value.get() }
        // `try?` is correct because a malformed post contains no entries.
        let posts = archive.posts.all.compactMap { try? $0.value.get() }
        self.users.entries = archive.users.all.count
        fields.entries = users.reduce(0) { $0 + $1.fields.count { $0.text != .success(nil) } }
        follows.entries = users.reduce(0) { $0 + $1.follows.all.count }
        self.posts.entries = archive.posts.all.count
        comments.entries = posts.reduce(0) { $0 + $1.comments.all.count }
        likes.entries = posts.reduce(0) { $0 + $1.likes.all.count }
    }

    /// Counts an accepted step, along with the fields of a profile.
    mutating func accept(_ step: ImportStep, isPresent: Bool) {
        accept(step.kind, isPresent: isPresent || step.isDuplicateLike)
        for _ in step.fields { accept(\.fields, isPresent: isPresent) }
        if step.isDuplicateLike { duplicateLikes += 1 }
    }

    private mutating func accept(_ kind: Kind, isPresent: Bool) {
        if isPresent {
            self[keyPath: kind].alreadyPresent += 1
        } else {
            self[keyPath: kind].imported += 1
        }
    }

    mutating func reject(_ kind: Kind, at entry: String, for fault: EntryFault) {
        self[keyPath: kind].rejected += 1
        rejections.append(Rejection(entry: entry, reason: fault.reason))
    }

    /// Rejects a step.
    ///
    /// If the step is a profile, this also rejects its valid fields.
    mutating func reject(_ step: ImportStep, for fault: EntryFault) {
        reject(step.kind, at: step.entry, for: fault)
        for field in step.fields { reject(\.fields, at: field, for: .userRejected) }
    }

    /// Rejects a user together with the user's fields and follows.
    mutating func reject(_ entry: FirebaseEntry<FirebaseUser>, for fault: EntryFault) {
        let path = entry.path(in: "users")
        reject(\.users, at: path, for: fault)
        guard case .success(let user) = entry.value else { return }
        for (_, key, text) in user.fields where text != .success(nil) {
            reject(\.fields, at: "\(path)/\(key)", for: .userRejected)
        }
        for follow in user.follows.all {
            reject(\.follows, at: follow.path(in: "\(path)/follows"), for: .userRejected)
        }
    }
}
