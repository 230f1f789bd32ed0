import TimelineArchive

/// Messages of `timeline import`.
enum ImportText {
    static let importing = "Importing"

    static func imported(posts: Int, media: Int, isDryRun: Bool) -> String {
        let counts = "\(countText(posts, "post")) with \(countText(media, "picture"))"
        return isDryRun ? "Would import \(counts)." : "Imported \(counts)."
    }
    static func alreadyPresent(posts: Int, media: Int) -> String {
        "Already present: \(countText(posts, "post")), \(countText(media, "picture"))."
    }
    static func notSupported(posts: Int, media: Int) -> String {
        """
        Not supported: \(countText(posts, "post")), \(countText(media, "picture or video", "pictures or videos")).
        """
    }
    static func notKept(_ count: Int) -> String {
        "Left out \(countText(count, "entry", "entries")) other than posts."
    }
    static func rejected(posts: Int, media: Int, files: Int) -> String {
        let counts = [
            countText(posts, "post"), countText(media, "picture or video", "pictures or videos"),
            countText(files, "file"),
        ]
        return "Rejected: \(counts.joined(separator: ", "))."
    }
    static func furtherPosts(_ count: Int) -> String {
        "Created \(countText(count, "further post")) for pictures after the tenth of a post."
    }
    static func continuedCaptions(_ count: Int) -> String {
        "\(countText(count, "long caption")) \(count == 1 ? "continues" : "continue") in the first comment."
    }
    static func profile(_ fields: [PostImportReport.ProfileField], isDryRun: Bool) -> String {
        let names = fields.map { field in
            switch field {
            case .displayName: "display name"
            case .bio: "bio"
            case .photo: "photo"
            }
        }
        let list = names.count > 1 ? names.dropLast().joined(separator: ", ") + " and " : ""
        return "\(isDryRun ? "Would fill in" : "Filled in") your \(list)\(names.last ?? "")."
    }
    static let sameFile = "Choose different files for --people and --report."
    static func people(_ count: Int) -> String {
        """
        The archive lists \(countText(count, "person", "people")) that you follow or that follow you. To invite them, \
        write their usernames to a file with --people FILE.
        """
    }
    static func finding(_ finding: ImportFinding) -> String {
        let place = finding.position.map { "\(finding.file) \($0)" } ?? finding.file
        let count = finding.count > 1 ? " (\(groupedDigits(of: finding.count)))" : ""
        return "\(place): \(finding.reason)\(count)"
    }
    static func moreDetails(_ count: Int) -> String { "… and \(groupedDigits(of: count)) more." }
    static func moreFindings(_ count: Int) -> String {
        "… and \(groupedDigits(of: count)) more; --report FILE lists all."
    }
}
