import TimelineCore

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
    static let placeFromPhoto = "Use the photo’s place"
    static let placeFromPhotoHint = """
        Everyone who sees the photo then also sees where it was taken, to a few metres.
        """
    static let date = "Date"
    static let time = "Time"
    static let dateHint =
        "When it was taken, for an older photo. Left empty, it is posted as of now."
    static let dateFromPhoto = "Use the photo’s date"
    static let dateFromPhotoHint = "When it was taken, from the photo or the name of its file."
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

/// Texts about the metadata of photos.
enum PrivacyText {
    static let title = "Where you took it, and with what, stays with you."
    static let text =
        "Others get the picture without its location, camera and serial number. Your original is kept unchanged."
}
