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
