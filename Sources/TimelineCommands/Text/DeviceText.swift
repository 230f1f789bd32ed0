import ArgumentParser
import TimelineCore
import TimelineSync

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
        """
        Revoked device \(name). Sync, so that your other devices and your friends learn of it. Whoever has the device can \
        still open your encrypted folders where they reach them: from now on, use folders that they do not reach. Look for \
        peers that you do not know in `timeline sync status`; `timeline block` excludes them.
        """
    }
    static func notRevoked(_ name: String) -> String { "Did not revoke device \(name)." }
    static func wasRevoked(_ name: String) -> String {
        "Device \(name) has been revoked already."
    }

    // MARK: Before revoking

    static func signed(_ name: String, since age: String?) -> String {
        guard let age else {
            return """
                Device \(name) and this one have never been equal after a direct sync. It has signed:
                """
        }
        return "Since both devices were equal, \(age), device \(name) has signed:"
    }
    static func earlier(isVoiding: Bool) -> String {
        isVoiding
            ? "Of what this device held before, these are deletions or will be void:"
            : "Of what this device held before, these are deletions:"
    }
    static let backdated = """
        What is dated back arrived after both were equal, but has an earlier date: by a thief, by a wrong clock, or \
        because this device did not want it before. `--since` does not void it; undo it after revoking.
        """
    static let nothing = "nothing that this device holds"
    static func statement(_ statement: DeviceActivity.Statement, _ age: String) -> String {
        "\(what(statement)), \(age)" + (statement.isBackdated ? ", dated back" : "")
    }
    private static func what(_ statement: DeviceActivity.Statement) -> String {
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
        case .keyAdded, .keyRevoked, .accountDeleted, nil:
            "something that this version cannot show"
        }
    }
    static func more(_ statements: some Collection<DeviceActivity.Statement>) -> String {
        func count(_ kinds: RecordKind...) -> Int {
            statements.count { $0.kind.map(kinds.contains) == true }
        }
        let deletions = statements.count { $0.kind?.isDeletion == true }
        let (posts, comments) = (count(.postSet), count(.commentAdded))
        let (likes, follows) = (count(.liked), count(.followed))
        let others = statements.count - deletions - posts - comments - likes - follows
        let parts = [
            (deletions, "deletion"), (posts, "post"), (comments, "comment"), (likes, "like"),
            (follows, "follow"), (others, "other change"),
        ]
        return "and \(groupedDigits(of: statements.count)) more: \(SyncText.list(of: parts))"
    }
    static func voided(_ count: Int, since time: String) -> String {
        """
        Of everything by this device, \(countText(count, "change is", "changes are")) dated \(time) or later and will be \
        void, deletions too. Posts that they deleted or replaced do not come back unless another device of yours posted \
        them.
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

    // MARK: Drafts

    static func drafts(_ count: Int) -> String {
        """
        \(countText(count, "post or edit", "posts and edits")) of this device became void when it was revoked. \
        `timeline drafts` lists them, and `timeline drafts sign` publishes them again.
        """
    }
    /// Describes what became void along with the drafts, or returns `nil` if there is nothing else.
    static func void(_ counts: [RecordKind: Int]) -> String? {
        let total = counts.values.reduce(0, +)
        guard total > 0 else { return nil }
        let named = [
            (RecordKind.commentAdded, "comment"), (.liked, "like"), (.followed, "follow"),
            (.profileSet, "profile change"),
        ]
        let parts = named.map { (counts[$0.0] ?? 0, $0.1) }
        let others = total - parts.reduce(0) { $0 + $1.0 }
        return """
            \(SyncText.list(of: parts + [(others, "other change")])) of this device became void when it was revoked, and \
            \(total == 1 ? "is" : "are") not kept.
            """
    }
    static let noDrafts = "There are no drafts."
    static let nothingToSign = """
        There is nothing to sign: each draft has been edited later or deleted elsewhere.
        """
    static let edit = "an edit"
    static let noEffect = "later edited or deleted"
    static func confirmSigning(_ count: Int) -> String {
        """
        Sign \(countText(count, "draft")) in your name? Sign only what you made yourself: whoever had this device may \
        have made some.
        """
    }
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
    static let importArchiveHint = "imports your posts, and the names of people"
    static let noAccount = """
        This archive contains no account, because it was exported without --with-account. `timeline import timeline` \
        imports its posts.
        """
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

/// Help texts for the commands about a user's devices and identity.
enum DeviceHelp {
    static let abstract = "List, name or revoke your devices."
    static let listAbstract = "List your devices (the default)."
    static let device = ArgumentHelp(
        "The name of the device, or the beginning of its ID.",
        valueName: "device"
    )

    static let nameAbstract = "Name a device."
    static let nameDiscussion = """
        The name is stored on this device only.
        """
    static let name = ArgumentHelp("The new name.", valueName: ValueName.name)
    static let nameOf = ArgumentHelp(
        "The device to name (default: this one).",
        valueName: "device"
    )

    static let revokeAbstract = "Revoke a device, such as a lost one."
    static let revokeDiscussion = """
        Shows what the device has posted, deleted and liked since both were last equal, asks you to confirm (without a \
        terminal, --yes is required), and prompts for your password. What this device holds of it stays. Everything \
        else that the revoked device has signed or will sign is ignored everywhere, whatever its date, so sync first to \
        keep posts that only your friends hold. The revoked device can no longer sync with your devices once they know \
        of this. This cannot be undone.
        """
    static let since = ArgumentHelp(
        "Also void what the device signed from this time on, such as 2026-06-30 or 2026-06-30T14:00.",
        valueName: ValueName.date
    )
    static let yes: ArgumentHelp = "Do not ask for confirmation."

    enum Drafts {
        static let abstract = "Publish posts again that a revoked device has kept."
        static let discussion = """
            When this device learns that it has been revoked, what the revoking device did not hold becomes void. It \
            keeps posts and edits of posts as drafts, with their pictures. After a login, which gives the device a new \
            key, sign those that are yours: posts return with their former IDs and dates. Comments, likes and changes \
            of the profile are not kept, but counted.
            """
        static let listAbstract = "List the drafts (the default)."
        static let signAbstract = "Sign all drafts, or one, with the new key."
        static let discardAbstract = "Delete all drafts, or one, with their pictures."
        static let id = ArgumentHelp("The ID of a draft (default: all).", valueName: "id")
    }

    enum Pair {
        static let abstract = "Add another device of yours."
        static let discussion = """
            On a device that you have: `timeline pair --to FILE` prompts for your password, writes a file and shows a \
            code. Carry the file to the new device by any means, and type the code there: `timeline pair --from FILE`. \
            The code is never part of the file.
            """
        static let to = ArgumentHelp(
            "Write a pairing file to this path, or as timeline.pair to this folder.",
            valueName: ValueName.file
        )
        static let from = ArgumentHelp("Read a pairing file.", valueName: ValueName.file)
        static let name = ArgumentHelp(
            "A name for the new device, with --to.",
            valueName: ValueName.name
        )
    }

    enum Identity {
        static let abstract = "Copy your identity to a file, or restore it."
        static let exportAbstract = "Copy your identity to a file that your password opens."
        static let exportDiscussion = """
            Anyone with the file and your password can act as you, so store it in a safe place, not beside the store. \
            A later `timeline passwd` does not change the file, which still requires the former password.
            """
        static let importAbstract = "Restore your identity from a file."
        static let importDiscussion = """
            Makes this store a new device of the user, or unlocks the identity after `timeline passwd --reset`. \
            Prompts for the password under which the file was made, and then for the current one if they differ.
            """
        static let newFile = ArgumentHelp("The file to create.", valueName: ValueName.file)
        static let file = ArgumentHelp(
            "A file from `timeline identity export`, or an archive exported with --with-account.",
            valueName: ValueName.file
        )
    }
}
