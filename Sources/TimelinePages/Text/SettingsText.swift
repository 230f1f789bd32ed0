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
