import TimelineCore

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
