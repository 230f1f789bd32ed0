import ArgumentParser
import TimelineCore

/// Help texts for the program itself, its command groups and the options shared by all commands.
enum ProgramText {
    static let version = TimelineVersion.number
    static let abstract = "Your photos and your friends' photos, in one folder you own."
    static let discussion = """
        Everything is stored on this machine; nothing waits for a network. To refer to a post or a comment, type the short ID \
        that lists show at its right. Try `timeline demo` for a tour.
        """

    static let usage = "USAGE: timeline <command> [<argument> ...]"
    static let commandsLabel = "COMMANDS:"
    static let moreHelp = [
        (command: "timeline help COMMAND", purpose: "explains a command"),
        (command: "timeline help commands", purpose: "lists all commands with a summary"),
        (command: "man timeline", purpose: "shows the manual, with examples"),
    ]
    /// The labels with which the parser starts a usage line, in help and in errors.
    static let usageLabels = ["USAGE: ", "Usage: "]
    /// The labels with which the parser starts its lists of arguments and options.
    static let argumentLabels = ["ARGUMENTS:", "OPTIONS:"]

    static let accountGroup = "Account"
    static let peopleGroup = "People"
    static let postGroup = "Posts"
    static let discoverGroup = "Discover"
    static let syncGroup = "Sync"
    static let storeGroup = "Store"

    #if Cluster
    static let store = ArgumentHelp(
        "The folder or postgres:// address of the store (default: $TIMELINE_HOME, or your data folder).",
        valueName: ValueName.folder
    )
    static let photos = ArgumentHelp(
        "The photos of a store in PostgreSQL: s3://BUCKET/PREFIX, or a folder (default: $TIMELINE_PHOTOS).",
        valueName: "address"
    )
    #else
    static let store = ArgumentHelp(
        "The folder of the store (default: $TIMELINE_HOME, or your data folder).",
        valueName: ValueName.folder
    )
    #endif
    static let format = ArgumentHelp("The output format.", valueName: "text|json")
    static let images = ArgumentHelp(
        "How to draw pictures in a terminal.",
        valueName: "auto|kitty|iterm|sixel|blocks|none"
    )

    /// The shell command for paging if `$PAGER` is not set.
    static let pager = "command -v less >/dev/null || exec cat; exec less"

    /// Returns the label shown for a session in the list of sessions.
    static func sessionLabel(host: String) -> String { "timeline on \(host)" }
    static let unknownHost = "an unknown machine"

    static func error(_ message: String) -> String { "Error: \(message)" }
    static func warning(_ message: String) -> String { "Warning: \(message)" }
}

/// The labels of prompts and the messages shown for invalid input.
enum PromptText {
    static let email = "Email"
    static let username = "Username"
    static let password = "Password"
    static let repeatPassword = "Repeat password"
    static let currentPassword = "Current password"
    static let newPassword = "New password"
    static let repeatNewPassword = "Repeat new password"

    static let yes = "yes"
    static let no = "no"
    static let yesOrNo = "yes or no"
    static let hiddenQuestion =
        "Standard error is redirected, so it cannot show a question. Add --yes to go on without one."

    static func label(_ name: String) -> String { "\(name): " }

    static func passwordAdvice(_ length: ClosedRange<Int>, advised: Int) -> String {
        """
        Passwords have \(length.lowerBound) to \(length.upperBound) characters; \(advised) or more are recommended.
        """
    }
    /// The line below which text in the editor is ignored.
    static let scissors = "------------------------ >8 ------------------------"
    static let captionNote = """
        Write the caption above the line. Everything below it is ignored.
        Without a caption, the pictures are posted alone. To post nothing, leave the editor with an
        error (:cq in vi).
        """
    static let commentNote = "Write the comment above the line. Everything below it is ignored."

    static let passwordsDiffer = "The passwords do not match; try again."

    static func required(_ option: String) -> String {
        "\(option) is required without a terminal."
    }
    static let missingPassword = """
        Standard input ended before a password; write one password per line.
        """
    static let invalidInput = "Standard input is not valid UTF-8."
    static let invalidText = "The edited text is not valid UTF-8."
}

/// Help texts and messages about pages of lists.
enum PageText {
    static let nextPage = "Next page: "
    static let noOlderPosts = "No older posts."
    static let noMorePosts = "No more posts."
    static let leftOff = "You left off here."
    static let noMoreResults = "No more results."
    static let noMoreUsers = "No more users."

    static let more = "More: "

    static let pager = ArgumentHelp("Show the text in $PAGER (default: less), without pictures.")
    static let textPager = ArgumentHelp("Show the text in $PAGER (default: less).")
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
    static let beforeListed = ArgumentHelp(
        "Only posts below this one in the list (for the next page).",
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

/// The placeholders for values in the help, such as `--before <post>`.
///
/// `ArgumentPreprocessor` also uses them to recognize values that may start with a dash.
enum ValueName {
    static let address = "address"
    static let age = "age"
    static let count = "count"
    static let cursor = "cursor"
    static let date = "date"
    static let distance = "distance"
    static let file = "file"
    static let folder = "folder"
    /// The ID of a post or comment.
    static let id = "id"
    static let name = "name"
    static let number = "number"
    static let path = "path"
    /// Degrees of latitude and longitude, negative in the south and west.
    static let position = "lat,lon"
    /// The ID of a post.
    static let post = "post"
    static let session = "session"
    static let tag = "tag"
    /// Free text written by the user, such as a caption.
    static let text = "text"
    static let url = "url"
    static let username = "username"
    static let words = "words"
    /// The name of a time zone or its offset.
    static let zone = "zone"
}

/// Numbers formatted as text.
enum ProgressText {
    /// Formats the numbers in a progress line.
    static func progress(
        _ done: Int,
        of total: Int,
        perSecond rate: Double,
        secondsLeft: Double
    ) -> String {
        let amount = "\(groupedDigits(of: done)) of \(groupedDigits(of: total))"
        return "\(amount), \(text(perSecond: rate)), \(left(secondsLeft))"
    }

    /// Formats the numbers in a progress line for work whose total is unknown.
    static func progress(_ done: Int, perSecond rate: Double) -> String {
        "\(groupedDigits(of: done)), \(text(perSecond: rate))"
    }

    private static func text(perSecond rate: Double) -> String {
        let number = rate < 10 ? "\((rate * 10).rounded() / 10)" : groupedDigits(of: Int(rate))
        return "\(number)/s"
    }

    /// Formats the rate of a transfer, such as "1.2 MB/s".
    static func bytes(perSecond rate: Double) -> String {
        "\(byteText(UInt64(max(0, rate))))/s"
    }

    private static func left(_ seconds: Double) -> String {
        let seconds = Int(seconds.rounded(.up))
        return seconds < 100 ? "\(seconds) s left" : "\((seconds + 30) / 60) min left"
    }
}

/// Messages about dates that users type.
enum DateText {
    static func invalid(_ text: String) -> String {
        """
        “\(text)” is not a date since 1970; write it like 2018-05-01, "2018-05-01 12:00" or \
        2018-05-01T12:00:00+02:00.
        """
    }
    static func invalidTimeZone(_ text: String) -> String {
        "“\(text)” is not a time zone; write it like Europe/Berlin or +02:00."
    }
}

/// Messages about sizes.
enum ByteText {
    static func invalid(_ text: String) -> String {
        "“\(text)” is not a size; write a number with KB, MB or GB, as in 500MB or 2GB."
    }
}
