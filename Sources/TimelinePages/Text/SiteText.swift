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
enum ErrorPageText {
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
