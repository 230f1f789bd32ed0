import TimelineCore

/// Texts on the settings page and on pages for confirming a deletion.
enum SettingsText {
    static let title = "Settings"
    static let appearance = "Appearance"
    static let appearanceHint = "Light and dark follow your device unless you choose one."
    static func theme(_ theme: Theme) -> String {
        switch theme {
        case .device: "Device"
        case .light: "Light"
        case .dark: "Dark"
        }
    }
    static let shortcuts = "Keyboard shortcuts"
    static let shortcutsHint = "Press ? on any page for the list."
    static let insecure =
        "This page was opened without HTTPS, so you cannot read offline or add your position."
    static let save = "Save"
    static let password = "Password"
    static let passwordHint = "Changing it ends all other sessions."
    static let currentPassword = "Current password"
    static let newPassword = "New password"
    static let changePassword = "Change password"
    static let changedPassword = "Your password was changed, and your other sessions were ended."
    static let sessions = "Sessions"
    static let sessionsHint = "The browsers and programs that are logged in as you."
    static func thisSession(since date: String) -> String { "This one, since \(date)" }
    static func app(_ scopes: String) -> String { "An app with the permissions: \(scopes)" }
    static func lastUsed(_ time: String) -> String { "Last used \(time)" }
    static let endSession = "Log out"
    static let endOthers = "Log out all others"
    static let endedSessions = "Those sessions were ended."
    static let data = "Your data"
    static let dataHint = "Everything is in one folder: one database, and the photos as files."
    static func amount(_ summary: UserSummary) -> String {
        let photos = summary.photoCount
        let addition = photos == 0 ? "" : " with \(CountText.photos(photos))"
        let comments = CountText.comments(summary.commentCount)
        return "You have \(CountText.posts(summary.postCount))\(addition), and wrote \(comments)."
    }
    static func size(_ bytes: Int) -> String {
        let megabytes = Double(bytes) / 1_000_000
        let size =
            switch megabytes {
            case ..<0.1: "less than 0.1"
            case ..<10: tenths(megabytes)
            default: groupedDigits(of: Int(megabytes.rounded()))
            }
        return "The photos take \(size) MB, not counting their originals."
    }
    static let backup = "To back up the whole store while it is in use, run this in a terminal:"
    static let backupCommand = "timeline backup FOLDER"
    static let export =
        "To take everything of yours to another program or place, run this in a terminal:"
    static let exportCommand = "timeline export timeline.zip"
    static let delete = "Delete account"
    static let deleteHint = "Your profile, posts, comments and likes, for good."
    static let deleteButton = "Delete account…"

    static let keep = "Keep it"
    static let deletePostTitle = "Delete this post?"
    static func deletePost(photos: Int, comments: Int, likes: Int) -> String {
        let pictures = photos == 1 ? "Its photo" : "Its \(photos) photos"
        return
            "\(pictures), \(CountText.comments(comments)) and \(CountText.likes(likes)) go with it."
    }
    static let deletePost = "Delete post"
    static let deleteCommentTitle = "Delete this comment?"
    static let deleteComment = "Delete comment"
    static func deleteAccountTitle(_ name: String) -> String { "Delete @\(name)?" }
    static func deleteAccount(_ summary: UserSummary) -> String {
        let (posts, comments, likes) = (summary.postCount, summary.commentCount, summary.likeCount)
        let pictures = posts == 1 ? "its pictures" : "their pictures"
        let things = [
            posts == 0 ? nil : "\(CountText.posts(posts)) with \(pictures)",
            comments == 0 ? nil : CountText.comments(comments),
            likes == 0 ? nil : CountText.likes(likes),
        ]
        .compactMap(\.self)
        let warning =
            switch posts + comments + likes {
            case 0: "Nobody can restore it."
            case 1: "\(list(things)) goes with it. Nobody can restore it."
            default: "\(list(things)) go with it. Nobody can restore them."
            }
        return "\(warning) To keep a copy, download everything first."
    }
    static let deleteForGood = "Delete for good"

    /// Returns a list such as "a, b and c".
    private static func list(_ things: [String]) -> String {
        guard let last = things.last, things.count > 1 else { return things.first ?? "" }
        return "\(things.dropLast().joined(separator: ", ")) and \(last)"
    }

    private static func tenths(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}

/// Texts about sync, invitations, and muted and blocked users.
enum SyncPageText {
    static let title = "Sync"
    static let hint = "Your devices and your friends' devices, without a server."
    static let forget = "Remove"
    static func forget(_ place: String) -> String { "Remove \(place)" }
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
    static let open = "Your friend opens this address, or scans the code:"
    static let follow = "Or your friend types in a terminal:"
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

/// Texts on the page for syncing and devices, and on those for accepting an invitation.
enum DevicesText {
    static let title = "Sync and devices"
    static let sync = "Sync"
    static let syncHint =
        "Brings what is new from your friends and your other devices, and gives them yours."
    static let syncNow = "Sync now"
    static let address = "Address of another device"
    static let addressHint = """
        Of a device of yours, or of a friend whom you have invited or who has invited you, such as \
        http://192.168.1.20:8080/@leia.
        """
    static let addAddress = "Sync with this address"
    static let synced = "Synced"
    static func running(done: Int, total: Int) -> String {
        "Synced with \(done) of \(total) \(total == 1 ? "place" : "places") so far. You can leave this page."
    }
    static let follow = "Accept an invitation…"
    static let devices = "Your devices"
    static let devicesHint =
        "Each has a key of its own and signs as you. Revoke one that you have lost."
    static func unnamed(_ id: String) -> String { "Device \(id)" }
    static func added(_ date: String) -> String { "Added on \(date)." }
    static func revoked(_ date: String) -> String { "Revoked on \(date)." }
    static let this = "This server runs on it."
    static let name = "Name of the device"
    static let rename = "Rename"
    static let revoke = "Revoke…"
    static let revokeWarning = """
        Sync first: what the device has signed and has not sent here becomes void on all your devices. A revoked device \
        cannot come back.
        """
    static let revokeButton = "Revoke the device"
    static let revokedDevice = "The device was revoked."
    static let pair = "Add a device"
    static let pairHint = "For Timeline on another machine of yours, which then syncs as you."
    static let pairButton = "Make a file for it…"
    static let pairFile = "Download this file and carry it to the other device, by any means:"
    static let download = "Download the file"
    static let pairCommand = "There, run this in a terminal:"
    static let pairFrom = "timeline pair --from timeline-device"
    static let pairCode = "It asks for this code, which opens the file:"
    static let pairOnce = "Both are shown only now. Without the code, the file is useless."
    static let identity = "Copy of your identity"
    static let identityHint =
        "With it and your password, you stay yourself if you lose this device."
    static let identityButton = "Download the copy"
    static let accept = "Accept an invitation"
    static let acceptHint = """
        You follow the person who sent it, and their posts are fetched at once if their device answers.
        """
    static let acceptButton = "Accept and fetch"
    static let accepted = "You follow them now."
    static let acceptedWithoutAddress = """
        You follow them now. The link contains no address, so you both also need a place to sync with.
        """
    static let acceptedForLater = "You follow them now. Your next sync fetches their posts."
    static let link = "Link"
    static let linkHint = "It starts with timeline:// or is the address of a page."
    static let invitation = "You are invited"
    static let invited = """
        Somebody who uses Timeline invites you to follow their photos. This link lets one device fetch them; keep it to \
        yourself.
        """
    static let invitedWithoutScript = "The link is in the address of this page, after the #."
    static let invitedHere = "If Timeline runs on this device:"
    static let ownServer = "http://localhost:8080/settings/follow"
    static let invitedElsewhere = """
        Otherwise, copy the link, and paste it in your Timeline under Settings, “Accept an invitation”, or after \
        `timeline follow` in a terminal.
        """
}

/// Texts about importing and exporting archives.
enum TransferText {
    static let title = "Import and export"
    static let hint = "Photos from elsewhere, and everything of yours to take along."
    static let archive = "Archive to import"
    static let archiveHint = """
        The file that Instagram or Mastodon sent you (in JSON), or an archive of Timeline. Up to 2 GB; for a larger \
        one, run this in a terminal:
        """
    static let importCommand = "timeline import instagram FILE"
    static let firebaseHint = """
        A Firebase file, which contains several users, also needs the terminal:
        """
    static let firebaseCommand = "timeline import firebase FILE"
    static let places = "Include places"
    static let placesHint = """
        The places in an archive of Instagram. Your posts show them to everyone.
        """
    static let importButton = "Import"
    static let export = """
        Your posts with all replies, your comments, likes and follows, your photos, and a site that shows them, in one \
        ZIP file.
        """
    static let originals = "Include originals"
    static let originalsHint = """
        The files as you shared them, with their places and other metadata. Keep such an archive to yourself.
        """
    static let leaveOutLost = "Leave out lost pictures"
    static let leaveOutLostHint = """
        Otherwise, nothing is exported if one of your pictures is lost or cannot be converted.
        """
    static let exportButton = "Download everything"
    static let safe = """
        The same archive can be imported again: only what is new comes in. The original times and the order are kept.
        """
    static let idle = "You have not imported an archive here recently."
    static let interrupted = """
        The server was stopped during the last import. Choose the same archive again to import the rest; nothing is \
        imported twice.
        """
    static let lastImport = "Show the last import"
    static let progress = "Progress of the import"
    static let pageTitle = "Import"
    static func running(done: Int, total: Int) -> String {
        total == 0
            ? "The archive is being read."
            : "Imported \(done) of \(total) posts, pictures and other entries so far."
    }
    static let stays = "You can leave this page; the import continues."
    static let refresh = "Show the progress"
    static let failed = "The archive was not imported."
    static let details = "Not imported, or changed"
    static let tallies = "Numbers of entries"
    static let imported = "Imported"
    static let present = "Already here"
    static let notSupported = "Not supported"
    static let rejected = "Rejected"
    static let reason = "Reason"
    static let number = "Number"
    static func places(_ count: Int) -> String { "\(groupedDigits(of: count)) places" }
    static func more(_ count: Int) -> String { "… and \(groupedDigits(of: count)) more." }
    static let back = "Back to Settings"
}
