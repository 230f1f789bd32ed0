public import TimelineCore

/// A page or file that pages link to.
public enum Destination: Hashable, Sendable {
    /// `/`, or `/?before=<post>` for older posts.
    case home(before: Post.ID? = nil)
    /// `/login`, or `/login?next=<path>` to open a path of this site after the login.
    case logIn(next: String? = nil)
    /// `/signup`.
    case signUp
    /// `/new`.
    case newPost
    /// `/post/<post>`.
    case post(Post.ID)
    /// `/post/<post>/edit`.
    case editPost(Post.ID)
    /// `/post/<post>/delete`, the page that confirms the deletion.
    case deletePost(Post.ID)
    /// `/post/<post>/likes`, or `/post/<post>/likes?after=<username>`.
    case likes(of: Post.ID, after: String? = nil)
    /// `/comment/<comment>/delete`, the page that confirms the deletion.
    case deleteComment(Comment.ID)
    /// `/@<username>`, or `/@<username>?before=<post>`.
    case profile(String, before: Post.ID? = nil)
    /// `/@<username>/followers`, or `/@<username>/followers?after=<username>`.
    case followers(of: String, after: String? = nil)
    /// `/@<username>/following`, or `/@<username>/following?after=<username>`.
    case following(of: String, after: String? = nil)
    /// `/explore`: popular posts.
    case popular
    /// `/explore/everyone`, or `/explore/everyone?before=<post>`.
    case everyone(before: Post.ID? = nil)
    /// `/explore/near`, or `/explore/near?position=<latitude>,<longitude>&radius=1km`.
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
    /// `/settings/delete`, the page that confirms the deletion.
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

/// A version of a photo that can be requested.
///
/// The raw value is the last part of its address.
public enum PhotoSize: String, CaseIterable, Hashable, Sendable {
    /// The square in the middle of the photo, 320 pixels wide and high.
    case square320
    /// The square in the middle of the photo, 1,080 pixels wide and high.
    case square1080
    /// The whole photo, at most 1,080 pixels wide and high.
    case fit1080
    /// The whole photo, at most 2,048 pixels wide and high.
    case fit2048
    /// The uploaded file without its metadata.
    case copy
    /// The uploaded file, unchanged.
    ///
    /// Only users that share the photo can request it.
    case original
}
