import ArgumentParser

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
