import TimelineCore

/// Messages of `timeline import`.
enum ImportText {
    static let importing = "Importing"

    static let sameFile = "Choose different files for --people and --report."
    static func people(_ count: Int) -> String {
        """
        The archive lists \(countText(count, "person", "people")) that you follow or that follow you. To invite them, \
        write their usernames to a file with --people FILE.
        """
    }
    static func moreFindings(_ count: Int) -> String {
        "… and \(groupedDigits(of: count)) more; --report FILE lists all."
    }
}
