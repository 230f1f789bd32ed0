import Foundation

/// Messages of `timeline doctor` and `timeline backup`.
enum DoctorText {
    static let checking = "Checking pictures"
    static let healthy = "All is well."
    static let healthyNow = "All is well now."
    static func repaired(_ finding: String) -> String { "\(finding) Repaired." }
    static let repairHint = "Some of these can be repaired: "

    static func datedAhead(_ username: String, _ date: Date) -> String {
        "@\(username) has items dated \(date.formatted(.iso8601)), ahead of this machine's clock."
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
