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
