import Foundation
import TimelineCore

/// A user whom an archive brings: one of its `users`, or one that only posts, comments and likes name.
struct ImportMember: Sendable {
    /// What the archive calls the user.
    let uid: String
    /// The user's name there.
    let name: FirebaseName
    /// The user's name here.
    let username: Username
    /// The profile as the archive has it.
    private(set) var update: ProfileUpdate

    /// Takes a user with the name given, and with no more.
    init(uid: String, name: FirebaseName) throws(EntryFault) {
        do {
            username = try Username(fitting: name)
        } catch {
            throw EntryFault(error.description)
        }
        self.uid = uid
        self.name = name
        update = ProfileUpdate(username: username)
    }

    /// Makes up a user whom the archive names, but does not list.
    init(named name: FirebaseName) throws(EntryFault) {
        try self.init(uid: "username:\(name.text)", name: name)
    }

    var id: User.ID { User.ID(firebase: uid) }

    /// When the profile is said to have been set: at the beginning of time, so that anything set here stays.
    var earliestStamp: PushID { PushID(milliseconds: 0, derivedFrom: ["profile", uid]) }

    /// The fact that this user follows another, as if since the beginning of time.
    func follow(_ user: ImportMember) -> Change {
        Change(
            stamp: PushID(milliseconds: 0, derivedFrom: ["follow", uid, user.uid]),
            author: id,
            action: .followed(user.id)
        )
    }

    /// The change that adds the profile, at ``earliestStamp``.
    var earliestProfile: Change {
        Change(stamp: earliestStamp, author: id, action: .profileUpdated(update))
    }
}

extension ImportMember {
    /// Takes over the fields that are allowed and reports all.
    ///
    /// - Returns: the entries of the fields taken.
    mutating func takeFields(
        of user: FirebaseUser,
        _ path: String,
        _ report: inout ImportReport
    ) -> [String] {
        var taken: [String] = []
        for (field, name, text) in user.fields {
            do {
                guard let text = try text.get() else { continue }
                var update = ProfileUpdate()
                update[keyPath: field] = .set(text)
                try Change(stamp: .min, author: id, action: .profileUpdated(update))
                    .check(now: .distantPast)
                self.update[keyPath: field] = .set(text)
                report.take(\.fields)
                taken.append("\(path)/\(name)")
            } catch {
                report.refuse(\.fields, "\(path)/\(name)", error)
            }
        }
        return taken
    }
}
