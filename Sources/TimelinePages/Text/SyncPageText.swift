/// Texts about sync, invitations, and muted and blocked users.
enum SyncPageText {
    static let title = "Sync"
    static let hint = "Your devices and your friends' devices, without a server."
    static let noPeers = "You do not sync with anyone yet."
    static let invite = "Invite a friend"
    static let inviteMore = "Invite a friend…"

    static let explanation = """
        You get a link that is good for one device and seven days. Send it to your friend in private: anyone who has it \
        can fetch your posts once.
        """
    static let address = "Your address"
    static let optional = "optional"
    static let addressHint = """
        Where your friend's device reaches this one, such as http://192.168.1.20:8080. Leave it empty if you share a \
        folder.
        """
    static let create = "Create a link"
    static let createAnother = "Create another link"
    static func ready(until date: String) -> String {
        "The link is good for one device, until \(date). It is shown only now."
    }
    static let code = "The invitation link as a QR code"
    static let copy = "Copy link"
    static let follow = "Your friend types in a terminal:"
    static func followCommand(_ link: String) -> String { "timeline follow '\(link)'" }
    static let withoutAddress = """
        The link contains no address, so you both also need a place to sync with, such as a shared folder.
        """
    static let withAddress = "Keep this server running, so that your friend's device reaches it."

    static let restricted = "Muted and blocked"
    static let restrictedHint =
        "Muted users do not learn of it. You and blocked users do not see each other."
    static let muted = "Muted"
    static let blocked = "Blocked"
}
