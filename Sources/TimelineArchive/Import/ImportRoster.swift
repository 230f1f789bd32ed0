import Foundation
import TimelineCore

/// The users in an archive, and the changes that create them.
struct ImportRoster: Sendable {
    /// The valid entries in `users`, by uid.
    private(set) var listed: [String: ArchivedUser] = [:]
    /// The steps that create the listed users.
    private(set) var steps: [ImportStep] = []
    /// The changes that create the unlisted users.
    private(set) var unlistedProfiles: [User.ID: Change] = [:]
    private var ids: [FirebaseUsername: User.ID] = [:]

    /// Creates a roster of the users in an archive.
    ///
    /// - Parameters:
    ///   - archive: The archive.
    ///   - now: The current time, used to reject invalid changes.
    ///   - ledger: The ledger that records rejected users and fields.
    /// - Throws: Any error thrown by the closure that receives rejections.
    init(
        _ archive: FirebaseArchive,
        now: Date,
        reportingTo ledger: inout FirebaseLedger
    ) throws {
        for entry in archive.users.all {
            do {
                try list(entry, now: now, reportingTo: &ledger)
            } catch let fault as EntryFault {
                try ledger.reject(entry, for: fault)
            }
        }
        for username in archive.authors.sorted() where ids[username] == nil {
            do throws(EntryFault) {
                let user = try ArchivedUser(unlisted: username)
                try add(user, now: now)
                unlistedProfiles[user.id] = user.profileChange
            } catch {
                continue  // Everything by this user will be rejected.
            }
        }
    }

    /// Returns the ID of the user with the given username.
    ///
    /// If several users have this username, returns the one with the lowest uid.
    ///
    /// - Throws: ``EntryFault/userRejected`` if the archive contains no valid user with this
    ///   username.
    func user(withUsername username: String) throws(EntryFault) -> User.ID {
        guard let id = ids[FirebaseUsername(username)] else { throw .userRejected }
        return id
    }

    private mutating func list(
        _ entry: FirebaseEntry<FirebaseUser>,
        now: Date,
        reportingTo ledger: inout FirebaseLedger
    ) throws {
        let value = try entry.value.get()
        let uid = entry.key ?? ""
        var user = try ArchivedUser(uid: uid, username: FirebaseUsername(value.username.get()))
        try add(user, now: now)
        let path = entry.path(in: "users")
        let fields = try user.addFields(of: value, at: path, reportingTo: &ledger)
        listed[uid] = user
        steps.append(
            ImportStep(kind: \.users, entry: path, change: user.profileChange, fields: fields)
        )
    }

    /// Adds a user under their username.
    ///
    /// ``ImportDecisions`` resolves conflicts with users already in the store.
    private mutating func add(_ user: ArchivedUser, now: Date) throws(EntryFault) {
        try user.profileChange.check(now: now)
        ids[user.archivedUsername] = ids[user.archivedUsername] ?? user.id
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
