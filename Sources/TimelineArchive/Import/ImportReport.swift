package import TimelineCore

/// The outcome of importing an archive.
///
/// Every entry in the archive is counted under its kind as imported, already present or rejected.
/// No kind of entry is unsupported. Reports are encoded as JSON. See Docs/JSON.md.
package struct ImportReport: FindingReport, Encodable, Sendable, Hashable {
    /// The entries in `users`.
    package internal(set) var users = ImportTally()
    /// The bios and URLs of all users.
    ///
    /// Rejected fields are left out of the imported profiles.
    package internal(set) var fields = ImportTally()
    /// The entries in the `follows` of all users.
    package internal(set) var follows = ImportTally()
    /// The entries in `posts`.
    package internal(set) var posts = ImportTally()
    /// The pictures of all posts.
    ///
    /// Each post has one picture, which has the same outcome as the post.
    package internal(set) var media = ImportTally()
    /// The comments on all posts.
    package internal(set) var comments = ImportTally()
    /// The likes of all posts.
    package internal(set) var likes = ImportTally()
    /// The number of likes that repeat an earlier like of the same post by the same user.
    ///
    /// They count as already present.
    package internal(set) var duplicateLikes = 0
    /// The number of users created for usernames that appear in posts, comments or likes, but not
    /// in `users`.
    package internal(set) var unlistedUsers = 0
    /// The users created by this import or an earlier import of the same archive, sorted by
    /// username.
    ///
    /// Users with an account are not included.
    package internal(set) var importedUsers: [User] = []
    /// Whether nothing was written, because the import was a dry run.
    package internal(set) var isDryRun = false
    /// The number of findings, each about an entry that was rejected or changed.
    package internal(set) var findingCount = 0
    /// The first findings, at most ``ImportFinding/limit``, in the order in which the entries were
    /// processed.
    package internal(set) var findings: [ImportFinding] = []

    /// The report without its users and findings.
    package var withoutLists: ImportReport {
        var report = self
        (report.importedUsers, report.findings) = ([], [])
        return report
    }
}

/// The results of a Firebase import so far: the numbers of entries by outcome, and the first
/// findings.
struct FirebaseLedger {
    /// The key path of the tally for a kind of entry.
    typealias Kind = any WritableKeyPath<ImportReport, ImportTally> & Sendable

    private let report: @Sendable (ImportFinding) throws -> Void
    /// The numbers of entries by outcome so far, and the first findings.
    var result = ImportReport()

    /// Creates a ledger for an archive whose entries have not been processed yet.
    ///
    /// - Parameters:
    ///   - archive: The archive.
    ///   - isDryRun: Whether nothing is written.
    ///   - report: Receives each finding.
    init(
        counting archive: FirebaseArchive,
        isDryRun: Bool,
        report: @escaping @Sendable (ImportFinding) throws -> Void
    ) {
        self.report = report
        // `try?` is correct because a malformed user contains no entries.
        let users = archive.users.all.compactMap { try? $0.value.get() }
        // `try?` is correct because a malformed post contains no entries.
        let posts = archive.posts.all.compactMap { try? $0.value.get() }
        result.isDryRun = isDryRun
        result.users.entries = archive.users.all.count
        result.fields.entries = users.reduce(0) {
            $0 + $1.fields.count { $0.text != .success(nil) }
        }
        result.follows.entries = users.reduce(0) { $0 + $1.follows.all.count }
        result.posts.entries = archive.posts.all.count
        result.comments.entries = posts.reduce(0) { $0 + $1.comments.all.count }
        result.likes.entries = posts.reduce(0) { $0 + $1.likes.all.count }
    }

    /// Counts an accepted step, along with the fields of a profile.
    mutating func accept(_ step: ImportStep, isPresent: Bool) {
        accept(step.kind, isPresent: isPresent || step.isDuplicateLike)
        for _ in step.fields { accept(\.fields, isPresent: isPresent) }
        if step.isDuplicateLike { result.duplicateLikes += 1 }
    }

    private mutating func accept(_ kind: Kind, isPresent: Bool) {
        if isPresent {
            result[keyPath: kind].alreadyPresent += 1
        } else {
            result[keyPath: kind].imported += 1
        }
    }

    /// Rejects an entry.
    ///
    /// - Throws: Any error thrown by the closure that receives findings, as for all methods.
    mutating func reject(_ kind: Kind, at entry: String, for fault: EntryError) throws {
        let finding = ImportFinding(
            kind: kind == \.posts ? .post : .other,
            outcome: .rejected,
            file: entry,
            position: nil,
            count: 1,
            reason: fault.reason
        )
        result[keyPath: kind].rejected += 1
        result.add(finding)
        try report(finding)
    }

    /// Reports a change with which a post is imported.
    mutating func change(at entry: String, _ fault: EntryError) throws {
        let finding = ImportFinding(
            kind: .post,
            outcome: .changed,
            file: entry,
            position: nil,
            count: 1,
            reason: fault.reason
        )
        result.add(finding)
        try report(finding)
    }

    /// Rejects a step.
    ///
    /// If the step is a profile, this also rejects its valid fields.
    mutating func reject(_ step: ImportStep, for fault: EntryError) throws {
        try reject(step.kind, at: step.entry, for: fault)
        for field in step.fields { try reject(\.fields, at: field, for: .userRejected) }
    }

    /// Rejects a user together with the user's fields and follows.
    mutating func reject(_ entry: FirebaseEntry<FirebaseUser>, for fault: EntryError) throws {
        let path = entry.path(in: "users")
        try reject(\.users, at: path, for: fault)
        guard case .success(let user) = entry.value else { return }
        for (_, key, text) in user.fields where text != .success(nil) {
            try reject(\.fields, at: "\(path)/\(key)", for: .userRejected)
        }
        for follow in user.follows.all {
            try reject(\.follows, at: follow.path(in: "\(path)/follows"), for: .userRejected)
        }
    }
}
