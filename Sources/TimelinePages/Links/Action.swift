public import TimelineCore

/// An action that a form performs.
///
/// It determines the form's address and fields.
///
/// Every form is sent with `POST` and contains the field ``FormField/token`` in addition to the
/// fields listed here.
///
/// The script sends the same requests with `Accept: application/json`, and with the token in the
/// header field `X-Form-Token`. The responses to these requests are listed after "Script". Errors
/// are reported as `{"error":{"code","message","field"}}`, where `field` is the raw value of a
/// ``FormField`` and may be missing.
public enum Action: Hashable, Sendable {
    /// `/login`: `email`, `password`, `next`.
    case logIn
    /// `/signup`: `email`, `password`, `username`, `bio`, `url`. An empty bio or URL is ignored.
    case signUp
    /// `/logout`, without further fields.
    case logOut
    /// `/new`, as `multipart/form-data`: `photo` (1 to 10 files), `alt` (one for each file, in
    /// order; each may be empty), `caption`, `place`, `position` (`latitude,longitude` or empty).
    ///
    /// Script: `{"location":"/#post-<post>"}`.
    case newPost
    /// `/post/<post>/edit`: `caption`, `alt` (one for each photo), `place`, `position`.
    case editPost(Post.ID)
    /// `/post/<post>/delete`. Script: `{}`.
    case deletePost(Post.ID)
    /// `/post/<post>/like`: `next`. Script: `{"likeCount","likedByViewer"}`.
    case like(Post.ID)
    /// `/post/<post>/unlike`: `next`. Script: as for ``like(_:)``.
    case unlike(Post.ID)
    /// `/post/<post>/comments`: `text`. Script: `{"html","commentCount"}`, with the markup of
    /// ``Pages/comment(_:on:)``. Without the script, the browser is redirected to
    /// `/post/<post>#comment-<comment>`.
    case comment(on: Post.ID)
    /// `/comment/<comment>/delete`. Script: `{"commentCount"}`.
    case deleteComment(Comment.ID)
    /// `/@<username>/follow`: `next`. Script: `{"followerCount","followedByViewer"}`.
    case follow(String)
    /// `/@<username>/unfollow`: `next`. Script: as for ``follow(_:)``.
    case unfollow(String)
    /// `/settings/profile`, as `multipart/form-data`: `username`, `name`, `bio`, `url`, `photo`
    /// (a file of 0 bytes if none was chosen), `remove-photo` (`on` or missing).
    case editProfile
    /// `/settings/appearance`: `theme` (`device`, `light` or `dark`), `shortcuts` (`on` or
    /// missing). Script: `{}`.
    case setAppearance
    /// `/settings/password`: `password`, `new-password`.
    case changePassword
    /// `/settings/sessions`: `session`, which is the hexadecimal ID of a session, or `others` for
    /// all sessions except the current one.
    case endSessions
    /// `/settings/delete`: `password`.
    case deleteAccount
}

/// A field of a form.
///
/// The raw value is its name.
public enum FormField: String, CaseIterable, Hashable, Sendable {
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
    /// A user's description of themselves.
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
    /// The session to end.
    case session
    /// The colours of the pages.
    case theme
    /// Whether keyboard shortcuts are turned on.
    case shortcuts
}
