/// Texts about the metadata of photos.
enum PrivacyText {
    static let title = "Where you took it, and with what, stays with you."
    static let text =
        "Others get the picture without its location, camera and serial number. Your original is kept unchanged."
}
