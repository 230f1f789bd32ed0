import TimelineCore

/// Noun phrases for the mismatches and faults that the doctor reports.
///
/// The report adds the stored and the expected value. Audits also use these texts as keys to
/// compare rows, so different rows must have different texts.
enum DoctorText {
    // MARK: Counts and indexes

    static let words = "words"
    static let countedWords = "counted words"
    static let tags = "tags"
    static let taggedPosts = "posts tagged"
    static let mentions = "mentions"

    static func word(_ word: String) -> String { "“\(word)”" }
    static func tag(_ name: String) -> String { "#\(name)" }
    /// Describes a row of `post_tag`, which contains a tag from a post's caption or from a comment.
    static func tag(_ name: String, of post: Post.ID, in text: TextID) -> String {
        "#\(name) of \(post)" + (text.isComment ? " in \(text.pushID)" : "")
    }
    /// Describes a row of `mention`.
    static func mention(of name: String, in text: TextID) -> String {
        "@\(name) in the \(text.isComment ? "comment" : "post") \(text.pushID)"
    }
    static func wordsOfComments(since first: PushID) -> String {
        "words of the comments since \(first)"
    }
    static func wordsOfCaptions(since first: PushID) -> String {
        "words of the captions since \(first)"
    }

    // MARK: Activity

    static let authorsOfLikedPosts = "likes with a wrong author of their post"
    static let authorsOfCommentedPosts = "comments with a wrong author of their post"
    static let arrivalsOfMentions = "mentions with a wrong arrival number"
    static func wrong(_ count: Int) -> String { "\(count)" }

    // MARK: Places

    static let places = "places of"

    /// Describes a row of the R-tree, with the latitude and the longitude in degrees.
    static func place(_ post: Post.ID?, latitude: Double, longitude: Double) -> String {
        "\(post?.description ?? "") at \(latitude), \(longitude)"
    }
    static func misplaced(_ place: String) -> String { "\(place), out of place" }

    // MARK: Values

    static let newestStamp = "the newest stamp"

    static func newestStamp(of user: String) -> String { "the newest stamp of \(user)" }
    static func displayedUsername(of username: String) -> String {
        "the displayed username of \(username)"
    }
    static func usernamePrecedence(of user: String) -> String {
        "the precedence of the username of \(user)"
    }
    static func searchKey(of username: String) -> String { "the search key of \(username)" }

    // MARK: Faults

    static func dangling(_ count: Int, in table: String, to parent: String) -> String {
        "\(count) \(table) rows refer to missing rows of \(parent)"
    }
    static func withoutPhotos(_ post: Post.ID) -> String { "the post \(post) has no photos" }
}
