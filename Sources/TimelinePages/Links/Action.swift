package import TimelineCore

/// An action that a form performs.
///
/// The action determines the form's address and fields, which each case lists.
///
/// Every form is submitted with `POST` and contains the field ``FormField/token`` in addition to
/// those listed.
///
/// The script sends the same requests with `Accept: application/json`, and with the token in the
/// header field `X-Form-Token`. Where the script uses the response, the case describes the
/// response's JSON. Errors are reported as `{"error":{"code","message","field"}}`, where `field` is
/// the raw value of a ``FormField`` and may be missing.
package enum Action: Hashable, Sendable {
    /// Logs in: `/login` with `email`, `password`, `next`.
    case logIn
    /// Creates an account: `/signup` with `email`, `password`, `username`, `bio`, `url`. An empty
    /// bio or URL is ignored.
    case signUp
    /// Logs out: `/logout` without other fields.
    case logOut
    /// Posts photos: `/new`, as `multipart/form-data`, with `photo` (1 to 10 files), `alt` (one for
    /// each file, in order; each may be empty), `caption`, `place`, `position`
    /// (`latitude,longitude` or empty).
    ///
    /// The script receives `{"location":"/#post-<post>"}`.
    case newPost
    /// Edits a post: `/post/<post>/edit` with `caption`, `alt` (one for each photo), `place`,
    /// `position`.
    case editPost(Post.ID)
    /// Deletes a post: `/post/<post>/delete` without other fields.
    ///
    /// The script receives `{}`.
    case deletePost(Post.ID)
    /// Likes a post: `/post/<post>/like` with `next`. The script receives
    /// `{"likeCount","likedByViewer"}`.
    case like(Post.ID)
    /// Removes a like: `/post/<post>/unlike` with `next`. The script receives the same response as
    /// for ``like(_:)``.
    case unlike(Post.ID)
    /// Comments on a post: `/post/<post>/comments` with `text`. The script receives
    /// `{"html","commentCount"}`, with the markup of ``Pages/comment(_:on:)``. Without the script,
    /// the browser is redirected to `/post/<post>#comment-<comment>`.
    case comment(on: Post.ID)
    /// Deletes a comment: `/comment/<comment>/delete` without other fields.
    ///
    /// The script receives `{"commentCount"}`.
    case deleteComment(Comment.ID)
    /// Follows a user: `/@<username>/follow` with `next`. The script receives
    /// `{"followerCount","followedByViewer"}`.
    case follow(String)
    /// Stops following a user: `/@<username>/unfollow` with `next`. The script receives the same
    /// response as for ``follow(_:)``.
    case unfollow(String)
    /// Mutes a user: `/@<username>/mute` with `next`. The script receives `{}`.
    case mute(String)
    /// Unmutes a user: `/@<username>/unmute` with `next`.
    ///
    /// The script receives `{}`.
    case unmute(String)
    /// Blocks a user: `/@<username>/block` with `next`. The script receives `{}`.
    case block(String)
    /// Unblocks a user: `/@<username>/unblock` with `next`.
    ///
    /// The script receives `{}`.
    case unblock(String)
    /// Edits the profile: `/settings/profile`, as `multipart/form-data`, with `username`, `name`,
    /// `bio`, `url`, `photo` (a file of 0 bytes if none was chosen), `remove-photo` (`on` or
    /// missing).
    case editProfile
    /// Sets the appearance: `/settings/appearance` with `theme` (`device`, `light` or `dark`),
    /// `shortcuts` (`on` or missing). The script receives `{}`.
    case setAppearance
    /// Changes the password: `/settings/password` with `password`, `new-password`.
    case changePassword
    /// Ends sessions: `/settings/sessions` with `session`, which is the hexadecimal ID of a
    /// session, or `others` for all sessions except the current one.
    case endSessions
    /// Creates an invitation: `/settings/invite` with `address`, which may be empty.
    ///
    /// The response is the page with the link.
    case invite
    /// Imports an archive: `/settings/import`, as `multipart/form-data`, with `archive` (a file) and
    /// `places` (`on` or missing). The browser is redirected to the page that shows the outcome.
    case importArchive
    /// Downloads an archive: `/settings/export` with `originals` (`on` or missing). The response is a
    /// ZIP file.
    case exportArchive
    /// Deletes the account: `/settings/delete` with `password`.
    case deleteAccount
}

/// A field of a form.
///
/// The raw value is its name.
package enum FormField: String, CaseIterable, Hashable, Sendable {
    /// The token that proves that the form was created for this visitor.
    case token
    /// The email of an account.
    case email
    /// The password of an account.
    case password
    /// A new password.
    case newPassword = "new-password"
    /// A username.
    case username
    /// A display name.
    case name
    /// A user's bio.
    case bio
    /// The address of a user's own website.
    case url
    /// The photos of a post, or an avatar.
    case photo
    /// Whether to remove the avatar.
    case removePhoto = "remove-photo"
    /// The description of a photo.
    case alt
    /// A caption.
    case caption
    /// The name of a place.
    case place
    /// The position of a place, as `latitude,longitude`.
    case position
    /// The maximum distance from a position, such as `1km`.
    case radius
    /// A comment.
    case text
    /// The text to search for.
    case query = "q"
    /// The path of the page to open afterwards.
    case next
    /// The address of this device in an invitation, such as `http://192.168.1.20:8080`.
    case address
    /// The session to end, as a hexadecimal ID or `others`.
    case session
    /// The archive to import.
    case archive
    /// Whether to import the places of posts.
    case includesPlaces = "places"
    /// Whether an archive contains the originals of photos.
    case includesOriginals = "originals"
    /// Whether to export an archive although pictures are missing from the store or damaged.
    case leavesOutLostPictures = "incomplete"
    /// The colour theme of the pages.
    case theme
    /// Whether keyboard shortcuts are turned on.
    case shortcuts
}

/// A page or file that pages link to.
package enum Destination: Hashable, Sendable {
    /// The home timeline: `/`, or `/?before=<post>` for older posts.
    case home(before: Post.ID? = nil)
    /// The login page: `/login`, or `/login?next=<path>` to open a path of this site after the
    /// login.
    case logIn(next: String? = nil)
    /// The sign-up page: `/signup`.
    case signUp
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
    /// A user's followers or the users that a user follows: `/@<username>/followers`, or
    /// `/@<username>/followers?after=<username>`.
    case follows(FollowList, of: String, after: String? = nil)
    /// The most popular posts: `/explore`.
    case popular
    /// Everyone's posts: `/explore/everyone`, or `/explore/everyone?before=<post>`.
    case everyone(before: Post.ID? = nil)
    /// Posts near a position: `/explore/near`, or
    /// `/explore/near?position=<latitude>,<longitude>&radius=1km`.
    case near(SearchArea?, before: Post.ID? = nil)
    /// The most used tags: `/explore/tags`.
    case tags
    /// Posts with a tag: `/tag/<name>`, or `/tag/<name>?before=<post>`.
    case tag(Tag, before: Post.ID? = nil)
    /// The search page: `/search`, or `/search?q=<text>&after=<cursor>`.
    case search(String, after: SearchCursor? = nil)
    /// The viewer's activity: `/activity`, or `/activity?before=<cursor>`.
    case activity(before: String? = nil)
    /// The settings page: `/settings`.
    case settings
    /// The profile editor: `/settings/profile`.
    case editProfile
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

/// A list of a user's follows.
///
/// The raw value is the last component of its path.
package enum FollowList: String, CaseIterable, Hashable, Sendable {
    /// The users that follow a user.
    case followers
    /// The users that a user follows.
    case following
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
    /// The whole photo, at most 2,048 pixels wide and high.
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
