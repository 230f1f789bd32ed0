import ArgumentParser

/// Messages of the account commands.
enum AccountText {
    static func welcome(_ username: String, insteadOf former: String?) -> String {
        "Welcome, @\(username). You are logged in\(former.map { "; @\($0) is logged out" } ?? "")."
    }
    static func willLogOut(_ username: String) -> String {
        """
        @\(username) is logged in here. A new account logs @\(username) out, who can log in again with \
        `timeline login`; Ctrl-C leaves everything as it is.
        """
    }
    static let usersHint = "lists users to follow"
    static let postHint = "shares a picture"
    static let claimedProfile = """
        An imported user already has a profile. Claim it first, then edit it with `timeline profile edit`.
        """

    static func claimed(_ username: String) -> String {
        "@\(username) has an account now and can log in."
    }

    static let newDeviceKey = """
        This device has a new key, because it had been revoked or another device used the former one. Sync to let others know.
        """
    static func welcomeBack(_ username: String) -> String { "Welcome back, @\(username)." }
    static func passwordWasReset(_ age: String) -> String {
        """
        Your password was reset \(age) by someone with write access to this store, and all your sessions were ended. \
        If that was not you, choose a new password with `timeline passwd`.
        """
    }

    static func goodbye(_ username: String) -> String {
        "Goodbye, @\(username). You are logged out."
    }
    static let wasNotLoggedIn = "You were not logged in."

    static func appScopes(_ scopes: String) -> String { " (app: \(scopes))" }
    static func lastUse(_ age: String) -> String { ", last used \(age)" }
    static let currentSession = "(current)"
    static let sessionOrOthers = "Specify either a session or --others."
    static func endedSession(_ id: String) -> String { "Ended session \(id)." }
    static let endedOtherSessions = "Ended all your other sessions."

    static let changedPassword = "Changed your password and ended your other sessions."
    static func resetPassword(of username: String) -> String {
        """
        Reset the password of @\(username) and ended all their sessions. To add or revoke devices, or to delete the account, \
        they need the former password, or a copy of their identity (`timeline identity import FILE`).
        """
    }

    static func deletionWarning(_ username: String) -> String {
        """
        This deletes @\(username) and everything they posted or wrote, forever. No archive brings it back: import one, and \
        posts and comments of this account stay deleted. Pictures saved with `timeline export folder` can be posted \
        again from a new account.
        """
    }
    static func deletedAccount(of username: String) -> String {
        "Deleted the account of @\(username)."
    }
    static let passOnDeletion =
        "Run `timeline sync` once more, so that other devices delete everything, too."
}

/// Help texts for the account commands.
enum AccountHelp {
    enum SignUp {
        static let abstract = "Create an account and log in."
        static let discussion = "Prompts for anything you leave out."
        static let email = ArgumentHelp(
            "Your email address, to log in with. Nothing is ever sent to it.",
            valueName: ValueName.address
        )
        static let username = ArgumentHelp(
            "Your username: 1 to 30 of a-z, 0-9, \"_\" and \".\".",
            valueName: ValueName.username
        )
        static let claim = ArgumentHelp(
            "Take over this imported user instead of creating a new one.",
            valueName: ValueName.username
        )
    }

    enum Claim {
        static let abstract = "Create an account for an imported user."
        static let discussion = """
            For the owner of the store: the user can then log in, with everything that they had before. You stay logged in.
            """
        static let username = ArgumentHelp(
            "The username of a user without an account.",
            valueName: ValueName.username
        )
        static let email = ArgumentHelp(
            "The user's email address, to log in with.",
            valueName: ValueName.address
        )
    }

    enum LogIn {
        static let abstract = "Log in."
        static let email = ArgumentHelp("Your email address.", valueName: ValueName.address)
    }

    enum LogOut {
        static let abstract = "Log out."
        static let discussion = "Also removes a damaged session file."
        static let all = ArgumentHelp("End all your sessions, on other devices too.")
    }

    enum WhoAmI {
        static let abstract = "Show the logged-in user."
    }

    enum Sessions {
        static let abstract = "List or end your sessions."
        static let listAbstract = "List your sessions (the default)."
        static let revokeAbstract = "End one session, or all others."
        static let session = ArgumentHelp(
            "The ID of the session, as `timeline sessions` shows it.",
            valueName: ValueName.session
        )
        static let others = ArgumentHelp("End all sessions except this one.")
    }

    enum Token {
        static let abstract = "Let apps and scripts use your account."
        static let createAbstract = "Make a token for an app or a script."
        static let createDiscussion = """
            The token is shown once, and stored only as a hash. Whoever has it can do what its scopes allow until you \
            end it with `timeline sessions revoke`, or 30 days pass without a use. `timeline serve` accepts it in the \
            header `Authorization: Bearer TOKEN`.
            """
        static let name = ArgumentHelp(
            "A name for the list of sessions.",
            valueName: ValueName.text
        )
        static let scope = ArgumentHelp(
            "What the token allows, such as read, write, follow or write:media; may be repeated (default: read).",
            valueName: ValueName.text
        )
    }

    enum Password {
        static let abstract = "Change your password and end your other sessions."
        static let discussion = """
            With --reset, sets a new password for any user without asking for the current one. Everyone with write \
            access to the store can do this. It ends all sessions of that user, and their next login reports it.
            """
        static let reset = ArgumentHelp(
            "Set a new password for this user without the current one.",
            valueName: ValueName.username
        )
        static let fromInput = ArgumentHelp("Read passwords from standard input, one per line.")
    }

    enum Account {
        static let abstract = "Delete your account."
        static let deleteAbstract = "Delete your account and everything you posted or wrote."
        static let deleteDiscussion = "Prompts for your password. This cannot be undone."
    }
}
