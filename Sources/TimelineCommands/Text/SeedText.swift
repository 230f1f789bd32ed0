import TimelineArchive
import TimelineCore

/// Messages of `timeline seed` and `timeline demo`.
enum SeedText {
    static let loading = "Loading"
    static let creatingAccounts = "Creating accounts"
    static let preparing = "Preparing pictures"
    static let generating = "Generating"

    static let tooLarge = "it is larger than 1 GiB."
    static func password(_ password: String) -> String { "(password: \(password))" }
    static let claimHint = "creates an account for one of them"

    static func generated(users: Int, posts: Int, records: Int) -> String {
        """
        Generated \(countText(users, "user")) and \(countText(posts, "post")) in \(countText(records, "record")).
        """
    }
    static func outOfRange(_ option: String, allowed range: ClosedRange<Int>) -> String {
        "\(option) must be \(groupedDigits(of: range.lowerBound)) to \(groupedDigits(of: range.upperBound))."
    }

    // MARK: Import reports

    static func counts(
        users: Int,
        posts: Int,
        media: Int,
        comments: Int,
        likes: Int,
        follows: Int
    ) -> String {
        let counts = [
            countText(users, "user"),
            "\(countText(posts, "post")) with \(countText(media, "picture"))",
            countText(comments, "comment"), countText(likes, "like"), countText(follows, "follow"),
        ]
        return counts.joined(separator: ", ")
    }
    static func loaded(_ counts: String, isDryRun: Bool) -> String {
        isDryRun ? "Would load \(counts)." : "Loaded \(counts)."
    }
    static func alreadyPresent(_ counts: String) -> String { "Already present: \(counts)." }
    static func merged(likes: Int, isDryRun: Bool) -> String {
        "\(isDryRun ? "Would merge" : "Merged") \(countText(likes, "duplicate like"))."
    }
    static func created(users: Int, isDryRun: Bool) -> String {
        "\(isDryRun ? "Would create" : "Created") \(countText(users, "user")) that the archive mentions but lacks."
    }
    static let renamed = "These usernames were taken and got a suffix:"
    static func rejected(_ count: Int) -> String {
        "Rejected \(countText(count, "entry", "entries"))"
    }
    static func rejection(_ rejection: ImportReport.Rejection) -> String {
        "\(rejection.entry): \(rejection.reason)"
    }
    static func moreRejections(_ count: Int) -> String {
        "… and \(groupedDigits(of: count)) more; pipe the output into a file to list all."
    }

    // MARK: The demo

    static func notEmpty(_ path: String) -> String {
        "The demo creates a new store, but “\(path)” is not empty. Choose another folder."
    }
    static let nextSteps = "Next steps"
    static func continueAs(_ username: String) -> String {
        "You are @\(username) in a store of your own. To continue there, first type:"
    }
    static let thenTry = "Then try:"
    static let sampleComment = "Lovely light."
    static let sampleCaption = "My first"
    static let archivedAlbum = "Café du soir, and the way home ☕️ #lateposts"
    static let archivedPost = "Found at the bottom of an old phone."
    static func otherUsers(password: String) -> String {
        """
        The other users are @leia, @ob1kenob, @3po and more. To log in as one of them, use the password “\(password)”:
        """
    }
    static func removal(_ command: String) -> String { "To delete the store: \(command)" }
}
