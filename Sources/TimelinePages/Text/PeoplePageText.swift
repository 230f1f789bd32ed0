/// Texts on profiles and in lists of users.
enum PeoplePageText {
    static let follow = "Follow"
    static let following = "Following"
    static func unfollow(_ name: String) -> String { "Stop following \(name)" }
    static func follow(_ name: String) -> String { "Follow \(name)" }
    static func mute(_ name: String) -> String { "Mute \(name)" }
    static func unmute(_ name: String) -> String { "Stop muting \(name)" }
    static func block(_ name: String) -> String { "Block \(name)" }
    static func unblock(_ name: String) -> String { "Stop blocking \(name)" }
    static func posts(by name: String) -> String { "Posts by @\(name)" }
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
