/// Texts about apps that act for a user.
enum AppText {
    static func title(_ app: String) -> String { "Let “\(app)” use Timeline?" }
    static let `as` = "You are logged in as"
    static func reads(whole: Bool) -> String {
        whole ? "It sees what you see." : "It sees some of what you see."
    }
    static let writes =
        "It posts, comments, likes, edits and deletes as you, and edits your profile."
    static func writes(_ scope: String) -> String {
        switch scope {
        case "write:statuses":
            "It posts and comments as you, and edits and deletes what you posted."
        case "write:media": "It uploads photos for your posts."
        case "write:favourites": "It likes posts as you."
        case "write:bookmarks": "It changes your bookmarks."
        case "write:accounts": "It edits your profile."
        case "write:follows": "It follows people as you."
        case "write:blocks": "It blocks people for you."
        case "write:mutes": "It mutes people for you."
        case "write:notifications": "It marks your activity as seen."
        default: "It has the permission “\(scope)”."
        }
    }
    static let follows = "It follows, mutes and blocks people as you."
    static let never =
        "It cannot see or change your password and email, delete your account, or sync."
    static let unverified =
        "Anyone can write an app and name it. Allow only what you started yourself."
    static func website(_ address: String) -> String { "It says that it is from \(address)." }
    static func target(_ address: String?) -> String {
        guard let address else { return "You receive a code to paste into the app." }
        return "You are then sent to \(address)."
    }
    static let allow = "Allow"
    static let deny = "Do not allow"
    static let otherUser = "Log in as someone else"
    static func refusedTitle(_ app: String) -> String { "“\(app)” cannot use Timeline" }
    static let wrongAnswer = "It asks for a kind of answer that it cannot have here."
    static let wrongScope =
        "It asks for more than it has registered for, or for something that does not exist here."
    static let wrongChallenge = "It protects its code in a way that this server does not know."
    static func refused(_ code: String) -> String {
        "Nothing was allowed. Its developers know this error as \(code)."
    }
    static func back(_ app: String) -> String { "Back to “\(app)”" }
    static let codeTitle = "Copy this code"
    static func codeHint(_ app: String) -> String {
        "Paste it into “\(app)” within ten minutes. It works once."
    }
}
