import TimelineCore

/// Messages of the commands about posts and comments.
enum PostText {
    // MARK: Sharing

    static let pictureRequired = "A post needs a picture: timeline post FILE."
    static func tooManyPictures(_ count: Int, maximum: Int) -> String {
        """
        A post can have at most \(maximum) pictures, but you gave \(count). `timeline import folder FOLDER` makes a post \
        of each picture in a folder.
        """
    }
    static let editNeedsTerminal =
        "--edit needs a terminal, or a graphical editor in $EDITOR. Without either, use --caption TEXT."
    static let fuzzNeedsPosition =
        "--fuzz needs a position. Add --at LAT,LON or --place-from-photo."
    static let tooManyDescriptions = "There are more descriptions (--alt) than pictures."
    static let positionOrPhoto = "--at and --place-from-photo cannot be combined."
    static let noPositionInPhotos = "No picture contains a position. Add --at LAT,LON."
    static let positionNotShared = """
        The picture contains the place where it was taken. This is not shared: others get a copy without metadata. \
        To share the place, post with --place-from-photo.
        """
    static let noDateInPhotos = "No picture contains its time. Add --date 2018-05-01."
    static func invalidDate(_ text: String) -> String {
        """
        “\(text)” is not a date since 1970; write it like 2018-05-01, "2018-05-01 12:00" or 2018-05-01T12:00:00+02:00.
        """
    }
    static let dateInFuture = "--date must not be in the future."
    static let posting = "Posting"

    // MARK: Comments

    static let textRequired =
        "Without a terminal, a comment needs a text: timeline comment POST TEXT."

    // MARK: Editing

    static let nothingToEdit =
        "Nothing to change. Add --caption, --alt, --place, --at or --no-place."
    static let placeOrNone = "--no-place cannot be combined with --place or --at."

    // MARK: Feeds

    static let ofOrEveryone = "--of and --everyone cannot be combined."
    static let resumeOrWatchAlone =
        "--resume and --watch cannot be combined with each other, nor with --before or --new."
    static let ownFeedOnly = "--new and --resume apply to your own feed only."
    static let nothingNew = "Nothing new since your last visit."
    static func noPosts(by username: String) -> String { "@\(username) has not posted yet." }
    static let noPosts =
        "There are no posts yet. Share a picture with `timeline post FILE`."
    static let emptyFeed = """
        Your feed is empty. Find someone to follow with `timeline users`, or share a picture with \
        `timeline post FILE`.
        """

    // MARK: A post

    static let noLikes = "no likes"
    static func likes(_ count: Int, withYours: Bool) -> String {
        withYours ? "\(countText(count, "like")), yours too" : countText(count, "like")
    }
    static let nobodyLikes = "Nobody likes this post yet."
    static let noComments = "no comments"
    static func comments(_ count: Int) -> String { countText(count, "comment") }
    static func on(_ post: String) -> String { "on \(post)" }

    static let postWasDeleted = "The post was deleted."
    static func opened(_ id: String) -> String { "Opened the pictures of post \(id)." }
    static func confirmDeletion(of post: String, photos: Int, comments: Int, likes: Int) -> String {
        """
        Delete post \(post) with \(countText(photos, "picture")), \(countText(comments, "comment")) and \
        \(countText(likes, "like"))? It cannot be restored.
        """
    }
    static func confirmDeletion(ofComment comment: String) -> String {
        "Delete comment \(comment)? It cannot be restored."
    }
    static func notDeleted(_ id: String) -> String { "Kept \(id)." }
    static func deletedPost(_ id: String) -> String { "Deleted post \(id)." }
    static func deletedComment(_ id: String) -> String { "Deleted comment \(id)." }

    // MARK: Saving

    static let postOrAll = "Specify either a post or --all USERNAME."
    static let allNeedsOutput = "--all needs --output FOLDER."
    static let saving = "Saving"
    static func saved(_ path: String) -> String { "Saved \(path)" }
    static func saved(_ count: Int, of username: String, skipped: Int) -> String {
        let sentence = "Saved \(countText(count, "picture")) of @\(username)"
        guard skipped > 0 else { return sentence + "." }
        return "\(sentence); \(countText(skipped, "picture")) already existed."
    }
    static func failure(of post: String, _ reason: String) -> String { "\(post): \(reason)" }
}
