import TimelineCore

/// The outcomes of imports.
enum ImportText {
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
    static let displayName = "display name"
    static func profile(_ names: [String], isDryRun: Bool) -> String {
        let list = names.count > 1 ? names.dropLast().joined(separator: ", ") + " and " : ""
        return "\(isDryRun ? "Would fill in" : "Filled in") your \(list)\(names.last ?? "")."
    }
    static func entries(_ count: Int, _ outcomes: String) -> String {
        "\(countText(count, "entry", "entries")): \(outcomes)."
    }
    static func pictures(_ count: Int, _ outcomes: String) -> String {
        "\(countText(count, "picture")): \(outcomes)."
    }
    static func outcomes(imported: Int, present: Int, unsupported: Int, rejected: Int) -> String {
        let counts = [
            (imported, "imported"), (present, "already present"), (unsupported, "not supported"),
            (rejected, "rejected"),
        ]
        return counts.map { "\(groupedDigits(of: $0.0)) \($0.1)" }.joined(separator: ", ")
    }
    static func line(_ number: Int, of file: String) -> String { "\(file), line \(number)" }
}
