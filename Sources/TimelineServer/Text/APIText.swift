import TimelineCore

/// Texts in the answers of the client APIs.
enum APIText {
    /// The version of the Mastodon API, and that of this program.
    static let version = "4.2.0 (compatible; Timeline \(TimelineVersion.number))"
    static let description = "Photos of people who share this server, in the order of time."
    /// The name of the field with the address of a user's website.
    static let website = "Website"
    static let rule = "Every post has a photo."
    static let photoMissing =
        "A post needs at least one photo; upload one first, or reply to a post."
    static let fileMissing = "The upload has no photo; send one as the file “file”."
    static let uploadMissing = """
        A photo of the post is not there: it belongs to another user or post, or was uploaded more than a day ago. \
        Upload it again.
        """
    static let repliesHavePhotos = "A comment has no photos; post them by themselves."
    static let onlyPhotos = "Posts here are photos, posted at once; nothing was posted."
    static let photosStay = """
        The photos of a post cannot be added, removed or reordered, only their descriptions changed; nothing was \
        changed. Delete the post and post it again with other photos.
        """
    static let nothingHidden = """
        Nothing can be hidden behind a warning here: everyone sees the photos at once. Nothing was posted or changed; \
        send it without a content warning, and not marked as sensitive.
        """
    static let mutesLast =
        "A mute lasts until you end it; nobody was muted. Mute without a duration."
    static let commentsStay = "A comment cannot be edited; delete it and write another."
    static let onlyPosts = "Only posts can be liked or bookmarked, not comments."
    static let placeMissing = "No location has this ID."
    static let noRequests =
        "The action must be follow, unfollow, block or unblock; nobody has to ask before they follow."
    static func photo(by name: String) -> String { "Photo by @\(name)" }
    static func unsupportedMark(_ name: String) -> String {
        "Posts here cannot have “\(name)”."
    }
    static func narrower(_ visibility: String) -> String {
        "Posts here cannot be “\(visibility)”: more people see them. Nothing was posted."
    }
}

extension ClientAPI {
    /// The scheme that a call without a valid token needs (RFC 6750, section 3).
    static let challenge = "Bearer realm=\"Timeline\", error=\"invalid_token\""
    // Clients compare these four.
    static let invalidToken = "The access token is invalid"
    static let revokedToken = "The access token was revoked"
    static let scopeMissing = "This action is outside the authorized scopes"
    static let notFound = "Record not found"
    static let credentialInvalid = """
        The access_token is missing or not valid; guests need a client_id, and a server that shows posts to them.
        """
}
