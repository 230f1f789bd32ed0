import Foundation
import TimelineCore

/// Who is who in an archive, and the profile changes that bring these users.
struct ImportRoster: Sendable {
    /// The archive's `users` that can be taken, by uid.
    private(set) var listed: [String: ImportMember] = [:]
    /// The changes that bring the users listed.
    private(set) var profiles: [ImportStep] = []
    /// The changes that bring the users whom the archive only names.
    private(set) var derivedProfiles: [User.ID: Change] = [:]
    private var ids: [FirebaseName: User.ID] = [:]

    /// Finds out who is who.
    ///
    /// - Parameters:
    ///   - archive: the archive that contains the users.
    ///   - now: the present.
    ///   - report: receives the users refused, and the fields.
    init(_ archive: FirebaseArchive, now: Date, _ report: inout ImportReport) {
        for entry in archive.users.all {
            do throws(EntryFault) {
                try list(entry, now: now, &report)
            } catch {
                report.refuse(entry, error)
            }
        }
        for name in archive.namesMentioned.sorted() where ids[name] == nil {
            do throws(EntryFault) {
                let member = try ImportMember(named: name)
                try admit(member, now: now)
                derivedProfiles[member.id] = member.earliestProfile
            } catch {
                continue  // Whatever names this user is refused.
            }
        }
    }

    /// The user whom a post, comment or like names; of several with one name, the one of the lowest uid.
    func user(withUsername name: String) throws(EntryFault) -> User.ID {
        guard let id = ids[FirebaseName(name)] else { throw EntryFault.userRefused }
        return id
    }

    private mutating func list(
        _ entry: FirebaseEntry<FirebaseUser>,
        now: Date,
        _ report: inout ImportReport
    ) throws(EntryFault) {
        let user = try entry.value.get()
        let uid = entry.key ?? ""
        var member = try ImportMember(uid: uid, name: FirebaseName(user.username.get()))
        try admit(member, now: now)
        let path = entry.path(in: "users")
        let fields = member.takeFields(of: user, path, &report)
        listed[uid] = member
        profiles.append(
            ImportStep(kind: \.users, entry: path, change: member.earliestProfile, fields: fields)
        )
    }

    /// Lets a user in under a name; ``ImportDecisions`` settles which claim on it is the older one.
    private mutating func admit(_ member: ImportMember, now: Date) throws(EntryFault) {
        try member.earliestProfile.check(now: now)
        ids[member.name] = ids[member.name] ?? member.id
    }
}

extension ImportReport {
    /// Reports a user who cannot be taken, and all that is the user's.
    fileprivate mutating func refuse(_ entry: FirebaseEntry<FirebaseUser>, _ fault: EntryFault) {
        let path = entry.path(in: "users")
        refuse(\.users, path, fault)
        guard case .success(let user) = entry.value else { return }
        let consequence = EntryFault("Its user was refused.")
        for (_, name, text) in user.fields where text != .success(nil) {
            refuse(\.fields, "\(path)/\(name)", consequence)
        }
        for follow in user.follows.all {
            refuse(\.follows, follow.path(in: "\(path)/follows"), consequence)
        }
    }
}

extension FirebaseArchive {
    /// Everyone whom posts, comments and likes name.
    fileprivate var namesMentioned: Set<FirebaseName> {
        var names: Set<FirebaseName> = []
        for case .success(let post) in posts.all.map(\.value) {
            if case .success(let fields) = post.fields {
                names.insert(FirebaseName(fields.username))
            }
            for case .success(let comment) in post.comments.all.map(\.value) {
                names.insert(FirebaseName(comment.username))
            }
            for case .success(let like) in post.likes.all.map(\.value) {
                names.insert(FirebaseName(like.username))
            }
        }
        return names
    }
}
