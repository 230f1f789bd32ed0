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
    private var profile: [ProfileSetting]

    /// Creates a user with an empty profile.
    init(uid: String, username archivedUsername: FirebaseUsername) throws(EntryError) {
        do {
            username = try Username(fitting: archivedUsername)
        } catch {
            throw EntryError(error)
        }
        self.uid = uid
        self.archivedUsername = archivedUsername
        profile = [.username(username)]
    }

    /// Creates a user that is missing from `users`.
    init(unlisted username: FirebaseUsername) throws(EntryError) {
        try self.init(uid: "username:\(username.text)", username: username)
    }

    /// The identity by which this store finds the same person again.
    var identity: SourceIdentity { SourceIdentity(["firebase", "user", uid]) }

    /// Returns the statements that certify the person's key and set the profile.
    ///
    /// Like those of a follow, they have the earliest possible time, so that every update made in
    /// this store is newer.
    ///
    /// - Parameters:
    ///   - person: The person in this store.
    ///   - naming: Returns the bio with the names of this store.
    /// - Returns: The statements.
    /// - Throws: `TimelineError.storageFailed` if the keys are damaged.
    func profileStatements(
        of person: ImportedPerson,
        naming: (String) -> String
    ) throws -> [ImportedStatement] {
        let fields = profile.map { setting in
            var setting = setting
            if case .bio(let bio?) = setting {
                let (start, rest) = bio[...].split(fitting: .bio, reserving: 1, naming: naming)
                setting = .bio(rest.isEmpty ? start : "\(start)…")
            }
            return ImportedStatement(
                .profileSet(setting),
                at: stamp(["profile", "\(setting.field.rawValue)"])
            )
        }
        guard let keys = person.keys else { return fields }
        let key = ImportedStatement(.keyAdded(try keys.certificate), at: stamp(["key"]))
        return [key] + fields
    }

    /// Returns the statement that this user follows another.
    func followStatement(of user: ArchivedUser, _ person: ImportedPerson) -> ImportedStatement {
        ImportedStatement(.followed(person.id), at: stamp(["follow", user.uid]))
    }

    private func stamp(_ parts: [String]) -> PushID {
        SourceIdentity(["firebase", "user", uid] + parts).stamp(at: 0)
    }

    /// Adds the valid fields of an entry to the profile, and reports the others as rejected.
    ///
    /// - Returns: The locations of the valid fields.
    /// - Throws: Any error thrown by the closure that receives findings.
    mutating func addFields(
        of user: FirebaseUser,
        at path: String,
        reportingTo ledger: inout FirebaseLedger
    ) throws -> [String] {
        var valid: [String] = []
        for (target, key, text) in user.fields {
            let entry = "\(path)/\(key)"
            do throws(EntryError) {
                guard let text = try text.get() else { continue }
                var update = ProfileUpdate()
                update[keyPath: target] = .set(text)
                try EntryError.rethrowing { () throws(TimelineError) in
                    for setting in update.settings { try setting.validate() }
                }
                profile += update.settings
                valid.append(entry)
            } catch {
                try ledger.reject(\.fields, at: entry, for: error)
            }
        }
        return valid
    }
}

/// A username as spelled in an archive, without a leading `@`.
///
/// Usernames are case-insensitive.
struct FirebaseUsername: Hashable, Comparable, Sendable {
    /// The username in lowercase.
    let text: String

    init(_ text: String) {
        self.text = (text.hasPrefix("@") ? String(text.dropFirst()) : text).lowercased()
    }

    static func < (left: Self, right: Self) -> Bool { left.text < right.text }
}

extension Username {
    /// Creates the closest valid username by replacing invalid characters with `_` and truncating
    /// the text to the maximum length.
    ///
    /// An empty username becomes `user`.
    ///
    /// - Throws: `TimelineError.invalidUsername` if no username is close enough, for example if the
    ///   text consists only of dots.
    init(fitting username: FirebaseUsername) throws(TimelineError) {
        let characters = username.text.prefix(Self.maximumLength)
            .map { $0.isASCII && ($0.isLetter || $0.isNumber || "_.".contains($0)) ? $0 : "_" }
        try self.init(characters.isEmpty ? "user" : String(characters))
    }
}
