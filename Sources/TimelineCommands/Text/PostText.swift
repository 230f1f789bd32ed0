import ArgumentParser
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
    static func notDrawn(_ name: String) -> String {
        "\(name) was posted, but cannot be drawn here. Where nothing can draw it, people see a grey picture instead."
    }
    static let noPositionInPhotos = "No picture contains a position. Add --at LAT,LON."
    static let positionNotShared = """
        The picture contains the place where it was taken. This is not shared: others get a copy without metadata. \
        To share the place, post with --place-from-photo.
        """
    static let noDateInPhotos = "No picture or file name contains a date. Add --date 2018-05-01."
    static let timeZoneNeedsDate = "--time-zone needs --date."
    /// Says what is not exact about the date of a picture, or returns `nil`.
    static func note(on date: PictureDate) -> String? {
        switch date.remark {
        case .partial(let written):
            "The picture's date is only \(written.description); the post is dated at its beginning."
        case .early(let written):
            "The picture's date, \(written.description), is before 1970; the post is dated 1970-01-01."
        case .future(let written):
            "A date in the picture, \(written.description), is in the future and was ignored."
        case nil: date.source == .fileName ? "The date is that in the name of the file." : nil
        }
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

    static let edited = ", edited"
    static func edited(_ age: String) -> String { ", edited \(age)" }
    static let noLikes = "no likes"
    static func likes(_ count: Int, withYours: Bool) -> String {
        withYours ? "\(countText(count, "like")), yours too" : countText(count, "like")
    }
    static let nobodyLikes = "Nobody likes this post yet."
    static let postOrMine = "Specify either a post or --mine."
    static let afterOrBefore =
        "--after continues a list of users, and --before one of posts (--mine)."
    static let noLikedPosts = "You like no posts yet."

    static func bookmarked(_ id: String) -> String { "Bookmarked post \(id)." }
    static func unbookmarked(_ id: String) -> String { "Removed the bookmark of post \(id)." }
    static let noBookmarks = "You have no bookmarks yet. Add one with `timeline bookmark POST`."
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

/// Help texts for the commands about posts and comments.
enum PostHelp {
    static let post = ArgumentHelp(
        "The post's ID or short ID.",
        valueName: ValueName.post
    )

    enum Share {
        static let abstract = "Share one to ten pictures."
        static let photos = ArgumentHelp(
            "The picture files: \(MediaType.formatNames).",
            valueName: ValueName.file
        )
        static let image = ArgumentHelp("The same as <file>.", valueName: ValueName.file)
        static let alt = ArgumentHelp(
            "The description of a picture; repeat it for each picture, in order.",
            valueName: ValueName.text
        )
        static let caption = ArgumentHelp(
            "The caption; - reads it from standard input.",
            valueName: ValueName.text
        )
        static let edit = ArgumentHelp("Write the caption in $EDITOR.")
        static let date = ArgumentHelp(
            "The original time, such as 2018-05-01 or \"2018-05-01 12:00\", or `photo` for that in the picture or its name.",
            valueName: ValueName.date
        )
        static let timeZone = ArgumentHelp(
            """
            The time zone of a date without one, such as Europe/Berlin or +02:00 (default: that of this computer).
            """,
            valueName: ValueName.zone
        )
        static let place = ArgumentHelp("The name of the place.", valueName: ValueName.name)
        static let position = ArgumentHelp(
            "The position of the place in degrees, as in -33.9,18.4.",
            valueName: ValueName.position
        )
        static let placeFromPhoto = ArgumentHelp(
            "Share the position that the first picture with one contains."
        )
        static let fuzz = ArgumentHelp("Round the position to about 1 km before sharing it.")
    }

    enum Feed {
        static let abstract = "Show a feed, newest first."
        static let discussion = """
            Without options, shows your feed: your posts and those of everyone you follow.
            """
        static let new = ArgumentHelp("Only posts that are new since your last visit.")
        static let resume = ArgumentHelp("Continue where you stopped reading.")
        static let watch = ArgumentHelp("Keep running and print new posts, until Ctrl-C.")
        static let of = ArgumentHelp(
            "Show the posts of this user instead.",
            valueName: ValueName.username
        )
        static let everyone = ArgumentHelp("Show the posts of all users instead.")
    }

    enum Show {
        static let abstract = "Show a post with all its comments."
        static let watch = ArgumentHelp("Keep running and show changes, until Ctrl-C.")
    }

    enum Edit {
        static let abstract = "Change the caption, the place or the descriptions of your post."
        static let discussion = """
            Parts that you leave out stay as they are: --place alone keeps the position, and --at alone the name.
            """
        static let alt = ArgumentHelp(
            "The new description of a picture; repeat it for each picture, in order. Empty removes it.",
            valueName: ValueName.text
        )
        static let place = ArgumentHelp("The new name of the place.", valueName: ValueName.name)
        static let noPlace = ArgumentHelp("Remove the place.")
        static let caption = ArgumentHelp(
            "The new caption; - reads it from standard input.",
            valueName: ValueName.text
        )
    }

    enum Like {
        static let abstract = "Like a post."
        static let listAbstract = "List the users that like a post, or your likes."
        static let mine = ArgumentHelp("List the posts that you like, the newest like first.")
        static let limit = ArgumentHelp(
            "Maximum number of users or posts, 1 to 1000 (default: 50 users; one screen of posts, or 20).",
            valueName: ValueName.count
        )
        static let before = ArgumentHelp(
            "With --mine, only posts below this one in the list (for the next page).",
            valueName: ValueName.post
        )
        static let unlikeAbstract = "Remove your like from a post."
    }

    enum Bookmark {
        static let abstract = "Bookmark a post."
        static let discussion = """
            Only you see your bookmarks, on all of your devices. Of more than 10,000, the oldest are removed.
            """
        static let removeAbstract = "Remove the bookmark of a post."
        static let listAbstract = "List your bookmarked posts, the newest bookmark first."
    }

    enum Comment {
        static let abstract = "Comment on a post."
        static let discussion = "On a terminal, a comment without a text is written in $EDITOR."
        static let text = ArgumentHelp(
            "The comment; - reads it from standard input.",
            valueName: ValueName.text
        )
    }

    enum Delete {
        static let abstract = "Delete your post, or a comment."
        static let discussion = """
            Deleting a post also deletes its pictures, comments and likes. You can delete your own comments, and all \
            comments on your posts. On a terminal, the command prompts for confirmation.
            """
        static let yes = ArgumentHelp("Delete without confirmation.")
        static let id = ArgumentHelp(
            "The ID or short ID of a post or comment.",
            valueName: ValueName.id
        )
    }

    enum Open {
        static let abstract = "Show the pictures of a post in the system's viewer."
        static let discussion = """
            The pictures are copied to a temporary folder, without metadata about places, devices and people. \
            Set $TIMELINE_OPEN to use another program instead of `xdg-open`, or `open` on a Mac.
            """
    }

    enum Save {
        static let abstract = "Save the pictures of a post or of a user as files."
        static let discussion = """
            Your own pictures are saved byte for byte. Those of others, and yours with --stripped, are saved without \
            metadata about places, devices and people; their pixels do not change.

            With --all, pictures that cannot be saved are listed, and all others are saved. The exit status is then \
            74 if the store has lost a picture, and 65 otherwise.
            """
        static let all = ArgumentHelp(
            "Save all pictures of this user, named by date (UTC); skip existing files.",
            valueName: ValueName.username
        )
        static let output = ArgumentHelp(
            "The file or folder to write; a name without an extension is a folder.",
            valueName: ValueName.path
        )
        static let stripped = ArgumentHelp("Remove metadata from your own pictures too.")
    }
}

/// Messages of the command about activity.
enum ActivityText {
    static let empty = "Quiet so far. Likes, comments and new followers show up here."
    static let noOlder = "No older activity."
    static let newMark = "• "

    /// The maximum number of users for which a sentence lists all usernames.
    private static let namedUsers = 3

    /// Returns the subject of a sentence, such as "@ana" or "@ana, @ben and 2 others".
    static func names(_ names: [String]) -> String {
        let named = names.count > namedUsers ? Array(names.prefix(namedUsers - 1)) : names
        let others = names.count - named.count
        let last = others > 0 ? "\(groupedDigits(of: others)) others" : named.last ?? ""
        let first = others > 0 ? named[...] : named.dropLast()
        return first.isEmpty ? last : "\(first.joined(separator: ", ")) and \(last)"
    }

    /// Returns the rest of a sentence, after its subject.
    static func sentence(_ kind: ActivityKind, inComment isComment: Bool) -> String {
        switch kind {
        case .like: " liked your post"
        case .comment: " commented on your post"
        case .mention: isComment ? " mentioned you in a comment" : " mentioned you in a post"
        case .follow: " followed you"
        }
    }
}

/// Help texts for the command about activity.
enum ActivityHelp {
    static let abstract = "Show likes, comments, mentions and new followers."
    static let discussion = """
        What arrived last comes first; a • marks those that are new since your last visit. Showing the first page counts \
        as a visit.
        """
    static let limit = ArgumentHelp(
        "Maximum number of items, 1 to 1000 (default: one screen, or 20).",
        valueName: ValueName.count
    )
    static let after = ArgumentHelp(
        "Only items after this cursor (for the next page).",
        valueName: ValueName.cursor
    )
}
