import ArgumentParser

/// Help texts and messages about pages of lists.
enum PageText {
    static let nextPage = "Next page: "
    static let noOlderPosts = "No older posts."
    static let leftOff = "You left off here."
    static let noMoreResults = "No more results."
    static let noMoreUsers = "No more users."

    static let more = "More: "

    static let pager = ArgumentHelp("Show the text in $PAGER (default: less), without pictures.")
    static let postLimit = limit(
        "Maximum number of posts, 1 to 1000 (default: one screen, or 20)."
    )
    static let userLimit = limit("Maximum number of users, 1 to 1000.")
    static let tagLimit = limit("Maximum number of tags, 1 to 1000.")
    static let resultLimit = limit(
        "Maximum number of captions and comments, 1 to 1000 (default: one screen, or 20)."
    )

    static let before = ArgumentHelp(
        "Only posts older than this one (for the next page).",
        valueName: ValueName.post
    )
    static let afterUser = ArgumentHelp(
        "Only users after this one (for the next page).",
        valueName: ValueName.username
    )
    static let afterResult = ArgumentHelp(
        "Only results after this cursor (for the next page).",
        valueName: ValueName.cursor
    )

    private static func limit(_ abstract: String) -> ArgumentHelp {
        ArgumentHelp(abstract, valueName: ValueName.count)
    }
}
