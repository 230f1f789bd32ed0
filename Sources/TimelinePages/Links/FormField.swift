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
    /// The file for a new device, or a copy of an identity.
    case identity
    /// The code that opens the file for a new device.
    case code
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
    /// The position of a place, as `latitude,longitude`, or the name of a place of the store.
    case position
    /// Whether the place of a post is that in the metadata of its photos.
    case placeFromPhoto = "place-from-photo"
    /// The day on which a post was made, as `2024-07-12`, or empty for now.
    case date
    /// The time of that day, as `10:15`, or empty for its beginning.
    case time
    /// Whether the time of a post is that of its photos.
    case dateFromPhoto = "date-from-photo"
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
    /// The link of an invitation.
    case link
    /// A device of the user, as the ID of its key.
    case device
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
    /// The ID of an app that asks a user to let it act for them.
    case clientID = "client_id"
    /// The address to which the app wants the user to be sent back.
    case redirectURI = "redirect_uri"
    /// How the app wants to receive the answer.
    case responseType = "response_type"
    /// What the app asks for.
    case scope
    /// A text that the app receives back.
    case state
    /// The challenge that the app will answer (RFC 7636).
    case codeChallenge = "code_challenge"
    /// The method of the challenge.
    case codeChallengeMethod = "code_challenge_method"
    /// Whether the user lets the app act for them.
    case decision
    /// The colour theme of the pages.
    case theme
    /// Whether keyboard shortcuts are turned on.
    case shortcuts
}
