import Foundation
import TimelineCore

/// A user in an archive: an entry in `users`, or a username that appears only in posts, comments or
/// likes.
struct ArchivedUser: Sendable {
    /// The key of the user in `users`.
    ///
    /// For an unlisted user, this is a key derived from the username.
    let uid: String
    let archivedUsername: FirebaseUsername
    /// The closest valid username.
    let username: Username
    private(set) var profile: ProfileUpdate

    /// Creates a user with an empty profile.
    init(uid: String, username archivedUsername: FirebaseUsername) throws(EntryFault) {
        do {
            username = try Username(fitting: archivedUsername)
        } catch {
            throw EntryFault(error)
        }
        self.uid = uid
        self.archivedUsername = archivedUsername
        profile = ProfileUpdate(username: username)
    }

    /// Creates a user that is missing from `users`.
    init(unlisted username: FirebaseUsername) throws(EntryFault) {
        try self.init(uid: "username:\(username.text)", username: username)
    }

    var id: User.ID { User.ID(firebase: uid) }

    /// A change that sets the profile at the earliest possible time, so that every update made in
    /// this store is newer.
    var profileChange: Change {
        Change(
            stamp: PushID(milliseconds: 0, derivedFrom: ["profile", uid]),
            author: id,
            action: .profileUpdated(profile)
        )
    }

    /// Returns a change that follows a user at the earliest possible time.
    func followChange(of user: ArchivedUser) -> Change {
        Change(
            stamp: PushID(milliseconds: 0, derivedFrom: ["follow", uid, user.uid]),
            author: id,
            action: .followed(user.id)
        )
    }

    /// Adds the valid fields of an entry to the profile, and reports the others as rejected.
    ///
    /// - Returns: The locations of the valid fields.
    /// - Throws: Any error thrown by the closure that receives rejections.
    mutating func addFields(
        of user: FirebaseUser,
        at path: String,
        reportingTo ledger: inout FirebaseLedger
    ) throws -> [String] {
        var valid: [String] = []
        for (target, key, text) in user.fields {
            let entry = "\(path)/\(key)"
            do throws(EntryFault) {
                guard let text = try text.get() else { continue }
                var update = ProfileUpdate()
                update[keyPath: target] = .set(text)
                try Change(stamp: .min, author: id, action: .profileUpdated(update))
                    .check(now: .distantPast)
                profile[keyPath: target] = .set(text)
                valid.append(entry)
            } catch {
                try ledger.reject(\.fields, at: entry, for: error)
            }
        }
        return valid
    }
}
