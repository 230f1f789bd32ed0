import TimelineCore

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
    static func open(comments count: Int) -> String { "Comments, \(CountText.comments(count))" }
    static func photo(by name: String, _ date: String) -> String { "Photo by \(name), \(date)" }
    static func several(_ count: Int) -> String { "\(CountText.photos(count)), scroll sideways" }
    static func step(_ number: Int, of count: Int) -> String { "\(number) of \(count)" }
    static let previousPhoto = "Previous photo"
    static let nextPhoto = "Next photo"
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

/// Texts about activity: likes, comments, mentions and followers.
enum ActivityText {
    static let title = "Activity"
    static let empty = "Quiet so far. Likes, comments and new followers show up here."
    static let older = "Older activity"
    static func others(_ count: Int) -> String {
        count == 1 ? " and 1 other" : " and \(count) others"
    }
    static func likes(_ count: Int) -> String {
        count == 1 ? " likes your photo " : " like your photo "
    }
    static let wrote = " wrote "
    static let mentioned = " mentioned you: "
    static func follows(_ count: Int) -> String { count == 1 ? " follows you " : " follow you " }
    static func quote(_ text: String) -> String { "“\(text)”" }
    static let new = "New"
}

/// Texts in the composer and in the editor for posts.
enum ComposerText {
    static let title = "New post"
    static let editTitle = "Edit post"
    static let dropTitle = "Drop photos here"
    static let dropHint = """
        \(MediaType.formatNames). Up to \(Post.photoCount.upperBound) photos of up to \
        \(PictureLimits.bytes >> 20) MB each.
        """
    static let choose = "Choose photos"
    static func describe(_ number: Int, of count: Int) -> String {
        "Describe photo \(number) of \(count)"
    }
    static let altHint = "Read aloud to people who cannot see it."
    static let caption = "Caption"
    static let place = "Place"
    static let optional = "optional"
    static let locate = "Locate me"
    static let post = "Post"
    static let save = "Save changes"
    static let failed = "Nothing was posted."
    static let kept = "Your text is still here."
    static let photos = "Photos, in order"
    static let add = "Add photos"
    static let draft = "Your draft is still here."
    static let discard = "Discard"
    static let remove = "Remove this photo"
}

/// Texts on the explore and search pages.
enum DiscoverText {
    static let popular = "Popular"
    static let everyone = "Everyone"
    static let near = "Near a place"
    static let tags = "Tags"
    static let kinds = "Kinds of photos"
    static let position = "Position"
    static let positionHint = "Latitude and longitude, such as 69.65,18.96."
    static let radius = "Within"
    static let show = "Show photos"
    static let locate = "Locate me"
    static func within(_ distance: String) -> String { "within \(distance)" }
    static let searchFor = "Search for people, tags, captions and places"
    static let clear = "Clear"
    static let people = "People"
    static let texts = "Captions and comments"
    static let more = "More results"
    static func noResults(_ text: String) -> String {
        "No results for “\(text)”. Try fewer letters."
    }
}

/// Texts about the metadata of photos.
enum PrivacyText {
    static let title = "Where you took it, and with what, stays with you."
    static let text =
        "Others get the picture without its location, camera and serial number. Your original is kept unchanged."
}
