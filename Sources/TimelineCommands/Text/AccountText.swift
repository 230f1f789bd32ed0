/// Messages of the account commands.
enum AccountText {
    static func welcome(_ username: String) -> String {
        "Welcome, @\(username). You are logged in."
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
        "This deletes @\(username) and everything they posted or wrote, forever."
    }
    static func deletedAccount(of username: String) -> String {
        "Deleted the account of @\(username)."
    }
    static let passOnLeaving =
        "Run `timeline sync` once more, so that other devices delete everything, too."
}
