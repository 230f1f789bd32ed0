package import TimelineCore

/// A page or file that pages link to.
package enum Destination: Hashable, Sendable {
    /// The home timeline: `/`, or `/?before=<post>` for older posts.
    case home(before: Post.ID? = nil)
    /// The login page: `/login`, or `/login?next=<path>` to open a path of this site after the
    /// login.
    case logIn(next: String? = nil)
    /// The sign-up page: `/signup`.
    case signUp
    /// The page for bringing an identity from another device: `/join`.
    case join
    /// The composer: `/new`.
    case newPost
    /// The page of a post: `/post/<post>`.
    case post(Post.ID)
    /// The editor for a post: `/post/<post>/edit`.
    case editPost(Post.ID)
    /// The page for confirming the deletion of a post: `/post/<post>/delete`.
    case deletePost(Post.ID)
    /// The users that like a post: `/post/<post>/likes`, or `/post/<post>/likes?after=<username>`.
    case likes(of: Post.ID, after: String? = nil)
    /// The page for confirming the deletion of a comment: `/comment/<comment>/delete`.
    case deleteComment(Comment.ID)
    /// A user's profile: `/@<username>`, or `/@<username>?before=<post>` for older posts.
    case profile(String, before: Post.ID? = nil)
    /// The feed of a user's posts: `/@<username>.atom`.
    case feed(of: String)
    /// A user's followers or the users that a user follows: `/@<username>/followers`, or
    /// `/@<username>/followers?after=<username>`.
    case follows(FollowList, of: String, after: String? = nil)
    /// The most popular posts: `/explore`.
    case popular
    /// The people of the store: `/explore/people`, or `/explore/people?q=<text>&after=<username>`.
    case people(matching: String? = nil, after: String? = nil)
    /// Everyone's posts: `/explore/everyone`, or `/explore/everyone?before=<post>`.
    case everyone(before: Post.ID? = nil)
    /// Posts near a position: `/explore/near`, or
    /// `/explore/near?position=<latitude>,<longitude>&radius=1km`.
    case near(SearchArea?, before: Post.ID? = nil)
    /// Posts near a place with a name: `/explore/near?position=<name>`.
    case nearPlace(String)
    /// The most used tags: `/explore/tags`.
    case tags
    /// Posts with a tag: `/tag/<name>`, or `/tag/<name>?before=<post>`.
    case tag(Tag, before: Post.ID? = nil)
    /// The search page: `/search`, or `/search?q=<text>&after=<cursor>`.
    case search(String, after: SearchCursor? = nil)
    /// The viewer's activity: `/activity`, or `/activity?before=<cursor>`.
    case activity(before: String? = nil)
    /// The posts that the viewer has bookmarked: `/bookmarks`, or `/bookmarks?before=<post>`.
    case bookmarks(before: Post.ID? = nil)
    /// The posts that the viewer likes: `/likes`, or `/likes?before=<post>`.
    case likedPosts(before: Post.ID? = nil)
    /// The settings page: `/settings`.
    case settings
    /// The profile editor: `/settings/profile`.
    case editProfile
    /// The page for syncing and for the user's devices: `/settings/sync`.
    case devices
    /// The page for accepting an invitation: `/settings/follow`, with the link in the fragment.
    case followLink
    /// The page that explains and offers an invitation: `/invitation`, with the link in the
    /// fragment.
    case invitation
    /// The page for creating invitations: `/settings/invite`.
    case invite
    /// The page with the outcome of an import: `/settings/import`.
    case importArchive
    /// The page for confirming the deletion of the account: `/settings/delete`.
    case deleteAccount
    /// A version of a photo: `/photo/<blob>/<rendition>`.
    case photo(BlobID, PhotoSize)
    /// An asset: `/assets/<version>/<name>`; see ``Asset``.
    case asset(Asset)
    /// The web app manifest: `/manifest.webmanifest`; see ``Pages/manifest()``.
    case manifest
    /// The stream of live updates as server-sent events: `/live`.
    case live
}

/// A size in which a photo can be requested.
///
/// The raw value is the last component of the path.
package enum PhotoSize: String, CaseIterable, Hashable, Sendable {
    /// The square in the middle of the photo, 320 pixels wide and high.
    case square320
    /// The square in the middle of the photo, 1,080 pixels wide and high.
    case square1080
    /// The whole photo, at most 1,080 pixels wide and high.
    case fit1080
    /// The whole photo, at most 2,048 pixels wide and high, or more if it is long.
    case fit2048
    /// The uploaded file without its metadata.
    case copy
    /// The uploaded file, unchanged.
    ///
    /// Only users that share the photo can request it.
    case original

    /// Whether the photo is cropped to a square.
    var isSquare: Bool { self == .square320 || self == .square1080 }
}

/// A list of a user's follows.
///
/// The raw value is the last component of its path.
package enum FollowList: String, CaseIterable, Hashable, Sendable {
    /// The users that follow a user.
    case followers
    /// The users that a user follows.
    case following
}
