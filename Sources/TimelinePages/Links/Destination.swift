public import TimelineCore

/// A page or file that pages link to.
public enum Destination: Hashable, Sendable {
    /// `/`, or `/?before=<post>` for older posts.
    case home(before: Post.ID? = nil)
    /// `/login`; after the login the browser goes to `next`, a path of this site.
    case logIn(next: String? = nil)
    /// `/signup`.
    case signUp
    /// `/new`.
    case newPost
    /// `/post/<post>`.
    case post(Post.ID)
    /// `/post/<post>/edit`.
    case editPost(Post.ID)
    /// `/post/<post>/delete`, which asks for confirmation.
    case deletePost(Post.ID)
    /// `/post/<post>/likes`; the next page comes after a username.
    case likes(of: Post.ID, after: String? = nil)
    /// `/comment/<comment>/delete`, which asks for confirmation.
    case deleteComment(Comment.ID)
    /// `/@<username>`, or `/@<username>?before=<post>`.
    case profile(String, before: Post.ID? = nil)
    /// `/@<username>/followers`, from the user after `after`.
    case followers(of: String, after: String? = nil)
    /// `/@<username>/following`, from the user after `after`.
    case following(of: String, after: String? = nil)
    /// `/explore`: popular posts.
    case popular
    /// `/explore/everyone`, or `/explore/everyone?before=<post>`.
    case everyone(before: Post.ID? = nil)
    /// `/explore/near`, or with a position `?position=<latitude>,<longitude>&radius=1km`.
    case near(Vicinity?, before: Post.ID? = nil)
    /// `/explore/tags`.
    case tags
    /// `/tag/<name>`, or `/tag/<name>?before=<post>`.
    case tag(Tag, before: Post.ID? = nil)
    /// `/search`, or `/search?q=<text>&after=<cursor>`.
    case search(String, after: SearchCursor? = nil)
    /// `/activity`, or `/activity?before=<cursor>`.
    case activity(before: String? = nil)
    /// `/settings`.
    case settings
    /// `/settings/profile`.
    case editProfile
    /// `/settings/delete`, which asks for confirmation.
    case deleteAccount
    /// `/photo/<blob>/<rendition>`.
    case photo(BlobID, PhotoSize)
    /// `/assets/<version>/<name>`; see ``Asset``.
    case asset(Asset)
    /// `/manifest.webmanifest`; see ``Pages/manifest()``.
    case manifest
    /// `/live`, the stream of server-sent events.
    case live
}

/// A size in which a photo is served; the raw values end its address.
public enum PhotoSize: String, CaseIterable, Hashable, Sendable {
    /// The square in the middle, 320 pixels a side.
    case square320
    /// The square in the middle, 1,080 pixels a side.
    case square1080
    /// The whole photo, at most 1,080 pixels a side.
    case fit1080
    /// The whole photo, at most 2,048 pixels a side.
    case fit2048
    /// The file without metadata.
    case copy
    /// The file as uploaded, for its owner.
    case original
}
