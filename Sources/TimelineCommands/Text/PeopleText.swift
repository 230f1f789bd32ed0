import TimelineCore

/// Messages of the commands about users.
enum PeopleText {
    static let nothingToChange =
        "Nothing to change. Add --username, --name, --bio, --url or --avatar."

    static func following(_ count: Int) -> String { countText(count, "following", "following") }
    static let posts = "Posts: "

    static let youFollowEachOther = "You follow each other."
    static func youFollow(_ username: String) -> String { "You follow @\(username)." }
    static func youDoNotFollow(_ username: String) -> String { "You do not follow @\(username)." }
    static func forgotten(_ username: String) -> String {
        "You do not follow @\(username), and their posts were removed from this device."
    }
    static func muted(_ username: String) -> String {
        "@\(username) is muted: your feed and your activity no longer show them."
    }
    static func unmuted(_ username: String) -> String { "@\(username) is no longer muted." }
    static let noMutedUsers = "You have not muted anyone."
    static let selfMute = "You cannot mute yourself."
    static func followsYou(_ username: String) -> String { "@\(username) follows you." }

    /// Returns the sentence for a profile whose user or viewer has blocked the other.
    static func blockNote(_ profile: ProfileView) -> String? {
        let username = profile.user.username
        if profile.blockedByViewer { return "You have blocked @\(username)." }
        return profile.blocksViewer ? "@\(username) has blocked you." : nil
    }

    static let noUsers = "There are no users yet."
    static func noUsers(matching text: String) -> String { "No name contains “\(text)”." }
    static let youFollowNobody = "You do not follow anyone yet."
    static func youFollowNobody(matching text: String) -> String {
        "You do not follow anyone with “\(text)” in their name."
    }
    static func noFollowers(_ username: String) -> String { "@\(username) has no followers yet." }
    static func followsNobody(_ username: String) -> String {
        "@\(username) does not follow anyone yet."
    }
}
