/// Texts on the login and sign-up pages.
enum LoginText {
    static let sentence = "Your photos and your friends’ photos, all of them, in order."
    static let promise = "In one folder you own. This page loaded nothing from anywhere else."
    static let logIn = "Log in"
    static let signUp = "Sign up"
    static let email = "Email"
    static let emailHint = "Only used to log in. Nobody else sees it."
    static let password = "Password"
    static let passwordHint = "At least 8 characters; 15 or more is better. Any sentence will do."
    static let show = "Show"
    static let newHere = "New here?"
    static let haveAccount = "Already here?"
    static let elsewhere = "On another device already?"
    static let join = "Bring your identity"
    static let joinHint = """
        Timeline on your other device makes a file for this one, or a copy of your identity, under Settings, “Sync and \
        devices”.
        """
    static let file = "File"
    static let fileHint = "It is called timeline-device or timeline-identity."
    static let code = "Code"
    static let codeHint =
        "The code that the other device showed. Leave it empty for a copy of your identity."
    static let joinButton = "Use this identity here"
    static let ended = "You were logged out. Log in to pick up where you left off."
    static let deleted = "Your account was deleted."
    static let passOnDeletion = """
        To delete everything on your other devices, too, run `timeline sync` once more in a terminal.
        """
}
