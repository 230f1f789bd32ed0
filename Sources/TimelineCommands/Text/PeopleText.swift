import ArgumentParser
import TimelineCore

/// Messages of the commands about users.
enum PeopleText {
    static let nothingToChange =
        "Nothing to change. Add --username, --name, --bio, --url or --avatar."

    static func following(_ count: Int) -> String { countText(count, "following", "following") }
    static let posts = "Posts: "

    static let youFollowEachOther = "You follow each other."
    static func youFollow(_ username: String) -> String { "You follow @\(username)." }
    static func alreadyFollowed(_ username: String) -> String {
        "You followed @\(username) already."
    }
    static func unfollowed(_ username: String) -> String { "You no longer follow @\(username)." }
    static func notFollowed(_ username: String) -> String {
        "You did not follow @\(username), so nothing has changed."
    }
    static func forgotten(_ username: String) -> String {
        "You no longer follow @\(username), and their posts were removed from this device."
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

/// Help texts for the commands about users.
enum PeopleHelp {
    static let user = ArgumentHelp("The user.", valueName: ValueName.username)
    static let optionalUser = ArgumentHelp(
        "The user (default: you).",
        valueName: ValueName.username
    )

    enum Profile {
        static let abstract = "Show a profile, or edit yours."
        static let showAbstract = "Show a profile (the default)."
        static let editAbstract = "Edit your profile."
        static let editDiscussion = """
            Options you leave out change nothing; an empty value, as in --bio "", clears a field.
            """
        static let username = ArgumentHelp(
            "Your new username; your posts and followers stay.",
            valueName: ValueName.username
        )
        static let name = ArgumentHelp("Your display name.", valueName: ValueName.name)
        static let bio = ArgumentHelp("A few words about you.", valueName: ValueName.text)
        static let url = ArgumentHelp("Your website.", valueName: ValueName.url)
        static let avatar = ArgumentHelp("Your profile picture.", valueName: ValueName.file)
    }

    enum Users {
        static let abstract = "List the users of this store."
        static let search = ArgumentHelp(
            "Only users with this text in their names, in any case; names that start with it come first.",
            valueName: ValueName.text
        )
        static let following = ArgumentHelp("Only users you follow.")
    }

    enum Follow {
        static let abstract = "Follow a user, or accept an invitation."
        static let discussion = """
            Your feed then includes all their posts, old ones too. An invitation is a link that your friend has made \
            with `timeline invite`; put it in quotation marks.
            """
        static let unfollowAbstract = "Stop following a user."
        static let unfollowDiscussion = """
            Their posts are no longer fetched; those that are here stay. With --forget, their posts, pictures and \
            comments are removed from this device, unless another user of this store follows them. Nothing is deleted \
            elsewhere.
            """
        static let forget = ArgumentHelp("Also remove their posts from this device.")
    }

    enum Mute {
        static let abstract = "Hide a user from your feed and your activity."
        static let discussion = """
            You still follow them, and their posts stay on their profile and in searches. Nobody else learns of it. \
            Without a user, lists the users you have muted.
            """
        static let user = ArgumentHelp(
            "The user (default: list muted users).",
            valueName: ValueName.username
        )
        static let unmuteAbstract = "Show a muted user again."
    }

    enum Followers {
        static let abstract = "List the followers of a user."
        static let followingAbstract = "List the users a user follows."
    }
}

/// Messages about invitations and blocks.
enum InviteText {
    static func explanation(until date: String) -> String {
        """
        Send this link to one friend, in private. Until \(date), the first device that uses it can fetch your posts; \
        it then stays on your list of peers. Your friend types:
        """
    }
    static func follow(_ link: String) -> String { "timeline follow '\(link)'" }
    static let noAddress = """
        The link contains no address, so your friend also needs a place to sync with you, such as a shared folder.
        """
    static let reachable = "Your friend reaches you while this runs:"
    static let invalidAddress = """
        A link cannot contain this address; it should look like tcp://192.168.1.20:4242 or http://192.168.1.20:8080.
        """
    static func addressCount(_ limit: Int) -> String {
        "A link contains at most \(limit) addresses, each once."
    }

    static func follows(_ username: String) -> String { "You follow @\(username)." }
    static let nothingArrived = """
        No post has arrived yet. The invitation is stored: when your friend's device can be reached, or you share a \
        folder, sync again.
        """
    static func refused(_ username: String, _ place: String) -> String {
        """
        You follow @\(username), but \(place) refused the invitation: it has been withdrawn, or another device has used \
        it. Ask @\(username) for a new one; without it, posts reach you only through folders and other devices.
        """
    }
    static let noAddressInLink = """
        The invitation contains no address. Their posts arrive when you both sync with a shared folder, or with a \
        device that has them.
        """
    static let syncHint = "tries again"
    static let feedHint = "shows their posts"

    static func expired(_ username: String) -> String {
        "The invitation of @\(username) has expired; ask for a new one."
    }
    static let damaged = """
        This is not a complete invitation link; copy all of it, in one piece and in quotation marks.
        """
    static let newerVersion = """
        This invitation was made by a newer version of Timeline; update Timeline to use it.
        """

    static func blocked(_ username: String) -> String {
        "You have blocked @\(username): you no longer see each other, and nothing new by them is accepted."
    }
    static func unblocked(_ username: String) -> String {
        "You no longer block @\(username). Follow them again to see their posts in your feed."
    }
    static func notBlocked(_ username: String) -> String { "You have not blocked @\(username)." }
    static let noBlockedUsers = "You have not blocked anyone."
    static let selfBlock = "You cannot block yourself."
}

/// Help texts for invitations and blocks.
enum InviteHelp {
    static let abstract = "Invite a friend with a link."
    static let discussion = """
        Prints a link that is good for one device and seven days. Send it to your friend in private: anyone who has it \
        can fetch your posts once. Your friend types `timeline follow LINK`.
        """
    static let address = ArgumentHelp(
        """
        Where your `timeline sync --listen` or `timeline serve` can be reached, such as tcp://192.168.1.20:4242 or \
        http://192.168.1.20:8080/@leia.
        """,
        valueName: ValueName.address
    )
    static let link = ArgumentHelp(
        "The user, or an invitation link.",
        valueName: "username|link"
    )

    enum Block {
        static let abstract = "Block a user."
        static let discussion = """
            You no longer see each other's posts, comments and names in lists, and you no longer follow each other. Neither \
            of you can comment on the other's posts, or like, follow or mention the other; users of this store get an error \
            that says so. Nothing new by them is accepted from elsewhere, and their devices cannot sync with yours. Only your \
            own devices receive the block. Without a user, lists the users you have blocked.
            """
        static let user = ArgumentHelp(
            "The user (default: list blocked users).",
            valueName: ValueName.username
        )
        static let unblockAbstract = "Stop blocking a user."
    }
}
