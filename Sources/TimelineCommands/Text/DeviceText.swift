import TimelineDevices
import TimelineRecords

/// Messages about a user's devices and identity.
enum DeviceText {
    static let thisDevice = "(this one)"
    static let unnamed = "no name"
    static func added(_ age: String) -> String { "added \(age)" }
    static func revoked(at age: String) -> String { "revoked \(age)" }
    static func named(_ id: String, as name: String) -> String {
        "Device \(id) is now called “\(name)”."
    }
    static let nameFault = "The name of a device has 1 to 200 bytes and no control characters."
    static func notFound(_ text: String) -> String { "You have no device “\(text)”." }
    static func ambiguous(_ text: String) -> String {
        "“\(text)” stands for several devices; give more of the ID."
    }
    static let lists = "`timeline devices` lists yours."
    static let revokesThis = """
        This is the device that you are using. Revoke it from another one, or delete its store.
        """
    static func revoked(_ name: String) -> String {
        "Revoked device \(name). Sync, so that your other devices and your friends learn of it."
    }
    static func notRevoked(_ name: String) -> String { "Did not revoke device \(name)." }
    static func wasRevoked(_ name: String) -> String {
        "Device \(name) has been revoked already."
    }

    // MARK: Before revoking

    static func signed(_ name: String, since age: String?) -> String {
        guard let age else {
            return "Device \(name) has never synced with this one directly. It has signed:"
        }
        return "Since it last synced with this device, \(age), device \(name) has signed:"
    }
    static let nothing = "nothing that this device holds"
    static func statement(_ statement: DeviceActivity.Statement) -> String {
        let text = statement.text.map { $0.isEmpty ? "" : " “\($0)”" } ?? ""
        return switch statement.kind {
        case .postSet: (statement.isEdit ? "an edit of a post" : "a post") + text
        case .postDeleted: "the deletion of a post"
        case .commentAdded: "a comment\(text)"
        case .commentDeleted, .commentHidden: "the deletion of a comment"
        case .liked: "a like"
        case .unliked: "the removal of a like"
        case .followed: "a follow"
        case .unfollowed: "the end of a follow"
        case .profileSet: "a change of your profile"
        case .keyAdded, .keyEnded, .userLeft, nil: "something that this version cannot show"
        }
    }
    static func more(_ count: Int) -> String { "and \(groupedDigits(of: count)) older" }
    static func voided(_ count: Int, since time: String) -> String {
        """
        \(countText(count, "of these is", "of these are")) dated \(time) or later and will be void, deletions too. \
        Posts that they deleted or replaced do not come back unless another device of yours posted them.
        """
    }
    static func loss(_ name: String) -> String {
        """
        Posts from \(name) that this device does not hold will be lost for everyone, also for friends who have them, \
        unless you fetch them first.
        """
    }
    static let syncFirst = "Sync with all your places first?"
    static func question(_ name: String) -> String {
        "Revoke device \(name)? This cannot be undone."
    }
    static func invalidTime(_ text: String) -> String {
        "“\(text)” is not a time, such as 2026-06-30 or 2026-06-30T14:00."
    }

    // MARK: Drafts

    static func drafts(_ count: Int) -> String {
        """
        \(countText(count, "post")) of this device became void when it was revoked. `timeline drafts` lists them, and \
        `timeline drafts sign` publishes them again.
        """
    }
    static let noDrafts = "There are no drafts."
    static func signedDrafts(_ count: Int) -> String {
        "Signed \(countText(count, "draft")). Sync, so that others receive them."
    }
    static func confirmDiscarding(_ count: Int) -> String {
        "Discard \(countText(count, "draft")) with all pictures? This cannot be undone."
    }
    static let keptDrafts = "Kept the drafts."
    static func discardedDrafts(_ count: Int) -> String {
        "Discarded \(countText(count, "draft"))."
    }

    // MARK: Pairing

    static let fileName = "timeline.pair"
    static let direction = "Give either --to or --from."
    static let nameNeedsTo = "--name needs --to; it names the new device."
    static func wrote(_ path: String) -> String {
        "Carry the file “\(path)” to the new device, and type there:"
    }
    static func read(_ file: String) -> String { "timeline pair --from \(file)" }
    static let fromHint = "asks for this code:"
    static let keep = """
        Without the code, nobody can open the file. Delete the file afterwards.
        """
    static let code = "Code"
    static func codeLength(_ count: Int, of total: Int) -> String {
        "The code has \(total) characters, not \(count)."
    }
    static func codeCharacter(_ character: Character) -> String {
        "“\(character)” is not part of any code; check it."
    }
    static let codeCheck = "A character of the code is wrong; check it."
    static func paired(_ username: String) -> String {
        "This is now a device of @\(username), and you are logged in. Sync to receive your posts."
    }
    static let syncHint = "receives your posts"

    // MARK: Identity

    static func exported(to path: String) -> String {
        """
        Copied your identity to “\(path)”, which opens with your present password only. Store it in a safe place, not on \
        this machine alone.
        """
    }
    static func imported(_ username: String) -> String {
        "Restored the identity of @\(username); you are logged in."
    }
    static let identityFileName = "timeline.identity"
    static let copyPassword = "Password of the copy"

    static let wrongCode = """
        The code or the password does not open this file, or the file is damaged.
        """
    static let sealingFailed = "The file cannot be encrypted here."
    static let notSealed = "This file is neither a pairing file nor a copy of an identity."
    static let isPairing = "This is a pairing file; use `timeline pair --from FILE`."
    static let isIdentity = "This is a copy of an identity; use `timeline identity import FILE`."
    static let damaged = "The file is damaged or incomplete; copy it again."
    static let newer = """
        The file was made by a newer version of Timeline; update Timeline to read it.
        """

    static let exportHint = "copies your identity"
}
