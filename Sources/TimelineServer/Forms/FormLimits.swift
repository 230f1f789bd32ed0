#if Server
import TimelineCore

/// The limits of a form's size.
struct FormLimits: Hashable, Sendable {
    /// The maximum number of bytes of the body.
    let bytes: Int
    /// The maximum number of files.
    let files: Int

    /// The maximum number of bytes of all texts together.
    ///
    /// A caption has at most 2,200 characters of up to 32 bytes, each written as three.
    static let textBytes = 1 << 19
    /// The maximum number of fields.
    static let fields = 200

    /// A form without files.
    static let usual = FormLimits(bytes: textBytes, files: 0)
    /// A form with an avatar.
    static let avatar = FormLimits(files: 1)
    /// A form with the photos of a post.
    static let post = FormLimits(files: Change.photoCount.upperBound)

    /// The limits of a form with files, each within the limit of pictures.
    private init(files: Int) {
        self.init(bytes: files * PictureLimits.bytes + 2 * Self.textBytes, files: files)
    }

    private init(bytes: Int, files: Int) {
        self.bytes = bytes
        self.files = files
    }
}
#endif
