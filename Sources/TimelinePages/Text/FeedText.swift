/// Texts in feeds, posts, comments and grids.
enum FeedText {
    static let emptyTitle = "Nothing hangs here yet"
    static let empty =
        "Post your first photo, or follow someone: all of their photos appear at once, back to the first."
    static let postPhoto = "Post a photo"
    static let findPeople = "Find people"
    static let leftOff = "You left off here"
    static let endTitle = "That is everything."
    static func end(_ count: Int?, since date: String) -> String {
        guard let count else { return "Back to \(date)." }
        return "\(CountText.posts(count)), back to \(date)."
    }
    static let older = "Older posts"
    static let newer = "Newest posts"
    static let noPhotos = "No photos yet."
    static func noPosts(with tag: String) -> String { "Nobody has used \(tag) yet." }
    static let noTags = "Nobody has used a tag yet."
    static let nothingPopular = "Nobody has liked or commented on a photo yet."
    static let nothingNear = "No photos from around here yet."

    static func like(_ count: Int) -> String { "Like, \(CountText.likes(count))" }
    static let bookmark = "Bookmark"
    static let bookmarks = "Bookmarks"
    static let noBookmarks =
        "No bookmarks yet. The ribbon beside a photo keeps it here, and only you see it."
    static let likedPosts = "Liked photos"
    static let noLikedPosts = "You have not liked a photo yet."
    static let morePosts = "More photos"
    static func open(comments count: Int) -> String { "Comments, \(CountText.comments(count))" }
    static func mention(_ name: String) -> String { "@\(name)" }
    static func photo(by name: String, _ date: String) -> String { "Photo by \(name), \(date)" }
    static func several(_ count: Int) -> String { "\(CountText.photos(count)), scroll sideways" }
    static func step(_ number: Int, of count: Int) -> String { "\(number) of \(count)" }
    static let previousPhoto = "Previous photo"
    static let nextPhoto = "Next photo"
    static func notDrawn(_ count: Int) -> String {
        "\(count == 1 ? "This picture" : "A picture") could not be drawn where it was posted. If it does not appear "
            + "here either, save it to see it."
    }
    static let readMore = "Read more"
    static let menu = "More about this photo"
    static let save = "Save"
    static let fullSize = "Full size"
    static let saveCopy = "Save without metadata"
    static let edit = "Edit"
    static let delete = "Delete"
    static let copyLink = "Copy link"
    static let page = "Photo"

    static let comments = "Comments"
    static let noComments = "No comments yet."
    static let comment = "Say something about it"
    static let send = "Send"
    static let deleteComment = "Delete comment"
    static let logInToComment = "Log in to comment."
    static let likedBy = "Liked by"

    /// Returns a sentence about the users that like a post, such as "You, leia and 8 others like
    /// this".
    ///
    /// The sentence contains at most two names. If the viewer likes the post, it starts with "You".
    static func likers(_ names: [String], viewer: Bool, of count: Int) -> String {
        let named = (viewer ? ["You"] : []) + names
        let shown = Array(named.prefix(2))
        guard !shown.isEmpty else { return "\(CountText.likes(count))" }
        let others = count - shown.count
        let verb = count == 1 && !viewer ? "likes" : "like"
        if others <= 0 { return "\(shown.joined(separator: " and ")) \(verb) this" }
        let rest = others == 1 ? "1 other" : "\(others) others"
        return "\(shown.joined(separator: ", ")) and \(rest) like this"
    }
}
