package import TimelineCore

/// The users in an archive, and the steps that create them.
struct ImportRoster: Sendable {
    /// The valid entries in `users`, by uid.
    private(set) var listed: [String: ArchivedUser] = [:]
    /// The authors of posts, comments and likes that are missing from `users`.
    private var unlisted: [ArchivedUser] = []
    /// The entries of the listed users.
    private var entries: [Entry] = []
    private var uids: [FirebaseUsername: String] = [:]
    private var people: [String: ImportedPerson] = [:]
    /// The displayed usernames of the people in this store.
    private var names: [FirebaseUsername: String] = [:]

    private struct Entry: Sendable {
        let uid: String
        let path: String
        /// The locations of the profile's valid fields.
        let fields: [String]
    }

    /// Creates a roster of the users in an archive.
    ///
    /// - Parameters:
    ///   - archive: The archive.
    ///   - ledger: The ledger that records rejected users and fields.
    /// - Throws: Any error thrown by the closure that receives findings.
    init(_ archive: FirebaseArchive, reportingTo ledger: inout FirebaseLedger) throws {
        for entry in archive.users.all {
            do {
                try list(entry, reportingTo: &ledger)
            } catch let fault as EntryError {
                try ledger.reject(entry, for: fault)
            }
        }
        for username in archive.authors.sorted() where uids[username] == nil {
            do throws(EntryError) {
                let user = try ArchivedUser(unlisted: username)
                add(user)
                unlisted.append(user)
            } catch {
                continue  // Everything by this user will be rejected.
            }
        }
    }

    /// Finds the users of the store behind the users of the archive, and adds those who are new.
    ///
    /// - Parameters:
    ///   - engine: The store.
    ///   - isDryRun: Whether nothing is written.
    /// - Throws: A `TimelineError` if the storage fails.
    mutating func findPeople(in engine: TimelineEngine, isDryRun: Bool) async throws {
        let users = listed.values.sorted { $0.uid < $1.uid } + unlisted
        let identities = users.map { (identity: $0.identity, id: User.ID($0.uid)) }
        let found = try await engine.people(identities, isDryRun: isDryRun)
        people = Dictionary(zip(users.map(\.uid), found)) { first, _ in first }
        let named = zip(users, found).filter { uids[$0.0.archivedUsername] == $0.0.uid }
            .map { (name: $0.archivedUsername, username: $0.username, id: $1.id) }
        let names = try await engine.read { reader, _ in
            try named.map { name, username, id in
                if let user = try reader.user(id) { return (name, user.username) }
                // A new person becomes the holder of a free username.
                let holder = try reader.user(withUsername: username.text)?.id ?? id
                return (name, username.displayed(for: id, holder: holder))
            }
        }
        self.names = Dictionary(names) { first, _ in first }
    }

    /// Returns a text in which names of people in the archive are those in this store, and all others
    /// mention nobody.
    func naming(_ text: String) -> String {
        text.naming { name, spelling in
            guard let known = names[FirebaseUsername(name)] else { return nil }
            return known == name ? String(spelling) : "\(spelling.prefix(1))\(known)"
        }
    }

    /// The identities by which the store knows the users.
    var identities: [SourceIdentity] {
        (listed.values.sorted { $0.uid < $1.uid } + unlisted).map(\.identity)
    }

    /// Returns the steps that create the listed users.
    ///
    /// - Throws: `TimelineError.storageFailed` if stored keys are damaged.
    func steps() throws -> [ImportStep] {
        try entries.map { entry in
            guard let user = listed[entry.uid] else { throw EntryError.userRejected }
            return try step(for: user, at: entry.path, fields: entry.fields)
        }
    }

    /// Returns the steps that create the unlisted users, by the IDs of the users.
    ///
    /// - Throws: `TimelineError.storageFailed` if stored keys are damaged.
    func unlistedSteps() throws -> [User.ID: ImportStep] {
        let steps = try unlisted.map { try step(for: $0, at: $0.uid, fields: []) }
        return Dictionary(steps.map { ($0.author.id, $0) }) { first, _ in first }
    }

    private func step(
        for user: ArchivedUser,
        at path: String,
        fields: [String]
    ) throws -> ImportStep {
        let author = try person(user)
        return ImportStep(
            kind: \.users,
            entry: path,
            author: author,
            statements: try user.profileStatements(of: author, naming: naming),
            fields: fields
        )
    }

    /// Returns the user of the store behind a user of the archive.
    ///
    /// - Throws: ``EntryError/userRejected`` before ``findPeople(in:isDryRun:)``.
    func person(_ user: ArchivedUser) throws(EntryError) -> ImportedPerson {
        guard let person = people[user.uid] else { throw .userRejected }
        return person
    }

    /// Returns the user with the given username.
    ///
    /// If several users have this username, returns the one with the lowest uid.
    ///
    /// - Throws: ``EntryError/userRejected`` if the archive contains no valid user with this
    ///   username.
    func person(withUsername username: String) throws(EntryError) -> ImportedPerson {
        guard let person = uids[FirebaseUsername(username)].flatMap({ people[$0] }) else {
            throw .userRejected
        }
        return person
    }

    private mutating func list(
        _ entry: FirebaseEntry<FirebaseUser>,
        reportingTo ledger: inout FirebaseLedger
    ) throws {
        let value = try entry.value.get()
        let uid = entry.key ?? ""
        var user = try ArchivedUser(uid: uid, username: FirebaseUsername(value.username.get()))
        add(user)
        let path = entry.path(in: "users")
        let fields = try user.addFields(of: value, at: path, reportingTo: &ledger)
        listed[uid] = user
        entries.append(Entry(uid: uid, path: path, fields: fields))
    }

    /// Adds a user under their username.
    ///
    /// ``ImportDecisions`` resolves conflicts with users already in the store.
    private mutating func add(_ user: ArchivedUser) {
        uids[user.archivedUsername] = uids[user.archivedUsername] ?? user.uid
    }
}

extension FirebaseArchive {
    /// The usernames of all authors of posts, comments and likes.
    fileprivate var authors: Set<FirebaseUsername> {
        var usernames: Set<FirebaseUsername> = []
        for case .success(let post) in posts.all.map(\.value) {
            if case .success(let fields) = post.fields {
                usernames.insert(FirebaseUsername(fields.username))
            }
            for case .success(let comment) in post.comments.all.map(\.value) {
                usernames.insert(FirebaseUsername(comment.username))
            }
            for case .success(let like) in post.likes.all.map(\.value) {
                usernames.insert(FirebaseUsername(like.username))
            }
        }
        return usernames
    }
}

/// The result of removing the users of an archive from a store.
package struct UnloadReport: Encodable, Sendable, Hashable {
    /// The number of users removed with all of their posts.
    package fileprivate(set) var users = 0
    /// The number of posts removed.
    package fileprivate(set) var posts = 0
    /// The usernames of the users who were claimed, and stay.
    package fileprivate(set) var claimed: [String] = []
    /// The usernames of the users whose comments or likes on posts of others stay, without posts.
    package fileprivate(set) var mentioned: [String] = []
}

extension StoreOwner {
    /// Removes the users of an archive, and everything that is theirs, from this store only.
    ///
    /// The likes and comments of others on their posts go with the posts, and nobody follows them
    /// any more. What they have said about the posts of others stays. No deletion is recorded:
    /// loading the archive again brings new people with the same posts.
    ///
    /// - Parameters:
    ///   - archive: The archive.
    ///   - isDryRun: Whether to write nothing; ``UnloadReport/mentioned`` is then empty.
    ///   - isOwn: Returns whether an account belongs to the archive. Users with other accounts have
    ///     been claimed, and stay.
    /// - Returns: What was removed, and what stays.
    /// - Throws: A `TimelineError` if the storage fails. Repeat the call to remove the rest.
    package func unload(
        _ archive: FirebaseArchive,
        isDryRun: Bool,
        isOwn: (Account) async throws -> Bool
    ) async throws -> UnloadReport {
        var ledger = FirebaseLedger(counting: archive, isDryRun: true) { _ in }
        let identities = try ImportRoster(archive, reportingTo: &ledger).identities
        let known = try await engine.read { _, accounts in
            try identities.compactMap { identity in
                try accounts.user(importedAs: identity)
                    .map { (user: $0, identity: identity, account: try accounts.account(of: $0)) }
            }
        }
        var report = UnloadReport()
        var leaving: [(user: User.ID, identity: SourceIdentity)] = []
        for (user, identity, account) in known {
            let profile = try await engine.read { social, _ in
                try social.profile(of: user, for: nil)
            }
            if let account, try await !isOwn(account) {
                if let profile { report.claimed.append(profile.user.username) }
                continue
            }
            leaving.append((user, identity))
            report.users += profile == nil ? 0 : 1
            report.posts += profile?.postCount ?? 0
        }
        guard !isDryRun else { return report }
        report.mentioned = try await forget(leaving)
        report.users -= report.mentioned.count
        return report
    }

    /// Forgets users, and returns the usernames of those to whom others still refer.
    private func forget(
        _ users: [(user: User.ID, identity: SourceIdentity)]
    ) async throws -> [String] {
        try await engine.writes.run { [engine] in
            try engine.syncedRepository.writeAccounts { accounts in
                for (user, _) in users { try accounts.removeAccount(of: user) }
            }
        }
        for follower in try await engine.read({ try $1.users() }) {
            for (user, _) in users {
                let isFollowed = try await engine.read { social, _ in
                    try social.profile(of: user, for: follower)?.followedByViewer == true
                }
                if isFollowed { _ = try await acting(as: follower).unfollow(user) }
            }
        }
        // The first round removes what the users say about each other, which keeps profiles.
        for (user, _) in users + users { try await engine.forget(user, keepingFollowsOf: []) }
        return try await engine.writes.run { [engine] in
            try engine.syncedRepository.writeAccounts { social, accounts in
                try users.compactMap { user, identity in
                    if let profile = try social.profile(of: user, for: nil) {
                        return profile.user.username
                    }
                    try accounts.erase(user, importedAs: identity)
                    return nil
                }
            }
        }
    }
}
