/// Texts in the bar, the tab bar and other parts of every page.
enum BarText {
    static let name = "Timeline"
    static let skip = "Skip to the photos"
    static let home = "Home"
    static let explore = "Explore"
    static let activity = "Activity"
    static let post = "Post"
    static let you = "You"
    static let search = "Search"
    static let pages = "Pages"
    static let tabs = "Tabs"
    static let logIn = "Log in"
    static let signUp = "Sign up"
    static let months = "Months"
    static let more = "More"
    static let yourProfile = "Your profile"
    static let close = "Close"

    static func title(_ page: String) -> String { "\(page) · \(name)" }
    static func unread(_ count: Int) -> String { ", \(count) new" }
    static func newPosts(_ count: Int) -> String {
        switch count {
        case 1: "1 new post"
        case 100...: "99+ new posts"
        default: "\(count) new posts"
        }
    }
}

/// Texts on pages that report faults.
enum ErrorText {
    static let photoTitle = "This photo is not here"
    static let photo =
        "It was deleted, or there is a typo in the address. Nothing is wrong on your end."
    static let pageTitle = "This page is not here"
    static let page = "There is a typo in the address, or the page has moved."
    static let userTitle = "This person is not here"
    static let user = "They left, took another name, or there is a typo in the address."
    static let notAllowedTitle = "This is private"
    static let notAllowed = "You do not have access to this."
    static let staleTitle = "This form is too old"
    static let stale = "Go back, reload the page and send it again. Nothing was changed."
    static let failedTitle = "That did not work"
    static func failed(_ sentence: String) -> String { "The server says: \(sentence)" }
    static let offlineTitle = "The server is not responding"
    static let offline = "This page opens when the server is back."
    static let backHome = "Back to Home"
    static let tryAgain = "Try again"
}

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
    static let ended = "You were logged out. Log in to pick up where you left off."
    static let deleted = "Your account was deleted."
    static let passOnLeaving = """
        To delete everything on your other devices, too, run `timeline sync` once more in a terminal.
        """
}

/// Texts on profiles and in lists of users.
enum PeopleText {
    static let follow = "Follow"
    static let following = "Following"
    static func unfollow(_ name: String) -> String { "Stop following \(name)" }
    static func follow(_ name: String) -> String { "Follow \(name)" }
    static func mute(_ name: String) -> String { "Mute \(name)" }
    static func unmute(_ name: String) -> String { "Stop muting \(name)" }
    static func block(_ name: String) -> String { "Block \(name)" }
    static func unblock(_ name: String) -> String { "Stop blocking \(name)" }
    static let muted = "You muted this user. Your feed and your activity no longer show them."
    static let unmuted = "You no longer mute this user."
    static let blocked = "You blocked this user. You no longer see each other."
    static func blockedNote(_ name: String) -> String { "You have blocked @\(name)." }
    static func blockingNote(_ name: String) -> String { "@\(name) has blocked you." }
    static let unblocked = "You no longer block this user."
    static let followers = "Followers"
    static let edit = "Edit profile"
    static let settings = "Settings"
    static let logOut = "Log out"
    static let menu = "More about this person"
    static let followsYou = "Follows you"
    static func followers(of name: String) -> String { "Followers of \(name)" }
    static func followed(by name: String) -> String { "Followed by \(name)" }
    static let noFollowers = "Nobody follows this person yet."
    static let followsNobody = "This person does not follow anyone yet."
    static let more = "More people"
    static let username = "Username"
    static let usernameHint = "1 to 30 of a–z, 0–9, “_” and “.”."
    static let name = "Name"
    static let bio = "About you"
    static let url = "Web address"
    static let avatar = "Picture"
    static let removeAvatar = "Remove the picture"
    static let save = "Save changes"
    static let optional = "optional"
}
