import Foundation
import TimelineCore

/// Messages of `timeline doctor` and `timeline backup`.
enum DoctorText {
    static let checking = "Checking pictures"
    static let healthy = "All is well."
    static let healthyNow = "All is well now."
    static func repaired(_ finding: String) -> String { "\(finding) Repaired." }
    static let repairHint = "Some of these can be repaired: "

    static func password(of username: String) -> String {
        "Password of @\(username) (empty if you do not know it)"
    }
    static func needsPassword(_ username: String) -> String {
        """
        Their keys have such a date too, so nobody else accepts anything of theirs before it. The repair needs the \
        password of @\(username): `timeline doctor --repair --password-stdin`.
        """
    }
    static func otherDevices(_ devices: [String]) -> String {
        """
        Some were signed by \(countText(devices.count, "other device")) (\(devices.joined(separator: ", "))): repair \
        the store there, sync with it, then repeat this.
        """
    }
    static func mayReturn(_ parts: [String]) -> String {
        """
        Without the password, what folders or other devices still hold may return: \(parts.joined(separator: "; ")). \
        Deleted posts and comments stay deleted.
        """
    }
    static func returning(_ kind: RecordKind, _ date: Date) -> String {
        let what =
            switch kind {
            case .profileSet: "changes of the profile"
            case .postSet: "edits of posts"
            case .liked, .unliked: kind == .liked ? "likes" : "withdrawn likes"
            case .followed, .unfollowed: kind == .followed ? "follows" : "ended follows"
            default: "others"
            }
        return "\(what) from \(date.formatted(.iso8601)) on"
    }
    static func moved(_ count: Int) -> String {
        count == 1 ? "It has a new ID:" : "\(count) posts and comments have new IDs:"
    }
    static func unfinished(_ path: String) -> String { "\(path) is incomplete and unused." }
    static func orphanedRenditions(_ count: Int) -> String {
        "The store contains \(countText(count, "orphaned rendition"))."
    }
    static func permissions(of path: String, _ mode: String, expected: String) -> String {
        "The permissions of \(path) are \(mode), not \(expected)."
    }
    static func openToOthers(_ path: String, mode: String, expected: String) -> String {
        "Others can open \(path): its permissions are \(mode), not \(expected)."
    }
    static func link(_ path: String) -> String {
        "\(path) is a symbolic link, which Timeline does not follow; put the file itself there."
    }
    static func wrongKind(_ path: String) -> String {
        "\(path) has an unexpected file type; move it elsewhere."
    }
    static func writableByOthers(_ path: String) -> String {
        """
        Others can write to \(path), where the store is created; run `timeline doctor --repair` to prevent this.
        """
    }

    static let copying = "Copying photos"
    static func backedUp(to folder: String, files: Int, new: Int) -> String {
        "Backed up to \(folder): \(countText(files, "photo file")), \(groupedDigits(of: new)) new."
    }
    static func damaged(_ count: Int) -> String {
        let isAre = count == 1 ? "is" : "are"
        let files = countText(count, "photo file")
        return "\(files) \(isAre) missing or damaged; `timeline doctor` shows details."
    }
}
