public import TimelineCore

/// The address of a form.
///
/// All are sent with `POST`, the field ``FormField/token`` and the fields listed
/// here.
///
/// The script sends the same requests with `Accept: application/json` and the token in the header
/// `X-Form-Token`; the answers to these are listed under "script". Errors are
/// `{"error":{"code","message","field"}}`, in which `field` is a raw value of ``FormField`` or is
/// missing.
public enum Action: Hashable, Sendable {
    /// `/login`: `email`, `password`, `next`.
    case logIn
    /// `/signup`: `email`, `password`, `username`, `bio`, `url`; empty ones are omitted.
    case signUp
    /// `/logout`.
    case logOut
    /// `/new`, as `multipart/form-data`: `photo` (1 to 10 files), `alt` (one for each file, in
    /// order, may be empty), `caption`, `place`, `position` (`latitude,longitude` or empty).
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
    /// ``Pages/comment(_:on:)``. Without script, redirects to `/post/<post>#comment-<comment>`.
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
    /// `/settings/sessions`: `session`, the hexadecimal digits of a session's ID, or `others`.
    case endSessions
    /// `/settings/delete`: `password`.
    case deleteAccount
}

/// The name of a form's field.
public enum FormField: String, CaseIterable, Hashable, Sendable {
    /// The proof that the form was made for this visitor.
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
    /// A self-description.
    case bio
    /// The address of a user's own page.
    case url
    /// The files of a post or an avatar.
    case photo
    /// Whether to remove the avatar.
    case removePhoto = "remove-photo"
    /// The descriptions of the photos.
    case alt
    /// A caption.
    case caption
    /// The name of a place.
    case place
    /// The position of a place, as `latitude,longitude`.
    case position
    /// The distance from a position, such as `1km`.
    case radius
    /// A comment.
    case text
    /// A search text.
    case query = "q"
    /// The page to go to afterwards.
    case next
    /// A session to end.
    case session
    /// The setting of colours.
    case theme
    /// The setting of keyboard shortcuts.
    case shortcuts
}
