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
    /// Makes this store a device of a user of another one: `/join`, as `multipart/form-data`, with
    /// `identity` (a file), `code` (empty for a copy of the identity) and `password`.
    case join
    /// Lets an app act for the user: `/oauth/authorize` with `client_id`, `redirect_uri`,
    /// `response_type`, `scope`, `state`, `code_challenge`, `code_challenge_method` and `decision`
    /// (`allow` or another value).
    case authorize
    /// Logs out: `/logout` with `next`, the page to open after the next login.
    case logOut
    /// Posts photos: `/new`, as `multipart/form-data`, with `photo` (1 to 10 files), `alt` (one for
    /// each file, in order; each may be empty), `caption`, `place`, `position`
    /// (`latitude,longitude` or empty), `place-from-photo` (`on` or missing), `date` (`2024-07-12` or
    /// empty) and `time` (`10:15` or empty).
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
    /// Bookmarks a post: `/post/<post>/bookmark` with `next`. The script receives `{}`.
    case bookmark(Post.ID)
    /// Removes a bookmark: `/post/<post>/unbookmark` with `next`. The script receives `{}`.
    case unbookmark(Post.ID)
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
    /// Syncs with everyone on the list of peers, or with an address: `/settings/sync` with `address`,
    /// which may be missing.
    case sync
    /// Removes a place from the list of peers: `/settings/sync/forget` with `address`.
    case forgetPlace
    /// Accepts an invitation: `/settings/follow` with `link`, which is the link or the address of the
    /// page that offers it.
    case followLink
    /// Names a device: `/settings/devices/name` with `device`, `name`.
    case nameDevice
    /// Revokes a device: `/settings/devices/revoke` with `device`, `password`.
    case revokeDevice
    /// Adds a device: `/settings/devices/pair` with `name`, `password`. The response is the page with
    /// the file and the code.
    case pairDevice
    /// Downloads a copy of the identity: `/settings/devices/identity` with `password`.
    case exportIdentity
    /// Imports an archive: `/settings/import`, as `multipart/form-data`, with `archive` (a file) and
    /// `places` (`on` or missing). The browser is redirected to the page that shows the outcome.
    case importArchive
    /// Downloads an archive: `/settings/export` with `originals` (`on` or missing). The response is a
    /// ZIP file.
    case exportArchive
    /// Deletes the account: `/settings/delete` with `password`.
    case deleteAccount
}
