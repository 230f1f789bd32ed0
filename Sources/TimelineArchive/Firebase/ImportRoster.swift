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
    private var claims: [Username: User.ID] = [:]
    private var clock: PushIDSource

    /// Finds out who is who.
    ///
    /// - Parameters:
    ///   - archive: where the users come from.
    ///   - reader: the store, asked who holds a name.
    ///   - environment: the clock.
    ///   - report: gets what is refused, and the fields.
    /// - Throws: a failure of storage.
    init(
        _ archive: FirebaseArchive,
        _ reader: any SocialReader,
        _ environment: TimelineEnvironment,
        _ report: inout ImportReport
    ) throws {
        clock = PushIDSource(after: try reader.newestStamp(), environment: environment)
        let now = environment.now()
        for entry in archive.users.all {
            do {
                try list(entry, reader, now: now, &report)
            } catch let fault as EntryFault {
                report.refuse(entry, fault)
            }
        }
        for name in archive.namesMentioned.sorted() where ids[name] == nil {
            do {
                var member = try ImportMember(named: name)
                let stamp = try admit(member, reader, now: now)
                if try reader.user(member.id) != nil { member.leaveProfile() }
                derivedProfiles[member.id] = member.profile(at: stamp)
            } catch is EntryFault {
                continue  // Whatever names this user is refused.
            }
        }
    }

    /// The user whom a post, comment or like names; of several with one name, the one of the lowest uid.
    func user(named name: String) throws(EntryFault) -> User.ID {
        guard let id = ids[FirebaseName(name)] else { throw EntryFault("Its user was refused.") }
        return id
    }

    private mutating func list(
        _ entry: FirebaseEntry<FirebaseUser>,
        _ reader: any SocialReader,
        now: Date,
        _ report: inout ImportReport
    ) throws {
        let user = try entry.value.get()
        let uid = entry.key ?? ""
        var member = try ImportMember(uid: uid, name: FirebaseName(user.username.get()))
        let stamp = try admit(member, reader, now: now)
        member.takeFields(of: user, entry.path(in: "users"), &report)
        if try reader.user(member.id) != nil { member.leaveProfile() }
        listed[uid] = member
        profiles.append(
            ImportStep(
                kind: \.users,
                entry: entry.path(in: "users"),
                change: member.profile(at: stamp)
            )
        )
    }

    /// Lets a user in under a name.
    ///
    /// The older claim keeps a name. So a user who is new here and claims one that another holds, in the
    /// store or by a lower uid, has the profile stamped with the present. The profile of a user who is there
    /// already stays as it is.
    ///
    /// - Returns: the stamp of the profile.
    private mutating func admit(
        _ member: ImportMember,
        _ reader: any SocialReader,
        now: Date
    ) throws -> PushID {
        let holder = try reader.user(named: member.username.text)?.id ?? claims[member.username]
        let yields = try holder.map { $0 != member.id } == true && reader.user(member.id) == nil
        let stamp = yields ? clock.next() : member.earliestStamp
        try member.profile(at: stamp).check(now: now)
        claims[member.username] = claims[member.username] ?? member.id
        ids[member.name] = ids[member.name] ?? member.id
        return stamp
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
