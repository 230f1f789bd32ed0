import ArgumentParser

/// Help texts for the command about activity.
enum ActivityHelp {
    static let abstract = "Show likes, comments, mentions and new followers."
    static let discussion = """
        The newest items come first; a • marks those that are new since your last visit. Showing the first page counts \
        as a visit.
        """
    static let limit = ArgumentHelp(
        "Maximum number of items, 1 to 1000.",
        valueName: ValueName.count
    )
    static let after = ArgumentHelp(
        "Only items after this cursor (for the next page).",
        valueName: ValueName.cursor
    )
}
