import TimelineCore

/// The limits for the size of a form.
struct FormLimits: Hashable, Sendable {
    /// The maximum size of the body in bytes.
    let bytes: Int
    /// The maximum number of files.
    let files: Int
    /// The maximum size of a file in bytes.
    let fileBytes: Int

    /// The maximum total size of text fields, in bytes.
    ///
    /// A caption has at most `TextField.limit` characters of up to 32 bytes each, and URL encoding
    /// can triple the size.
    static let textBytes = 1 << 19
    /// The maximum number of fields.
    static let fields = 200

    /// The limits for a form without files.
    static let usual = FormLimits(bytes: textBytes, files: 0, fileBytes: 0)
    /// The limits for a form with an avatar.
    static let avatar = FormLimits(files: 1)
    /// The limits for a form with an upload and its thumbnail, which is ignored.
    static let upload = FormLimits(
        bytes: avatar.bytes,
        files: 2,
        fileBytes: avatar.fileBytes
    )
    /// The limits for a form with the photos of a post.
    static let post = FormLimits(files: Post.photoCount.upperBound)

    /// The limits for a form with an archive.
    static let archive = FormLimits(
        bytes: (2 << 30) + 2 * textBytes,
        files: 1,
        fileBytes: 2 << 30
    )

    /// The limits for a form with the file for a new device, which has at most 4 MiB.
    static let identity = FormLimits(
        bytes: (4 << 20) + 2 * textBytes,
        files: 1,
        fileBytes: 4 << 20
    )

    /// Creates the limits for a form with the given number of files, each of which may have the
    /// maximum size of a picture.
    private init(files: Int) {
        self.init(
            bytes: files * PictureLimits.bytes + 2 * Self.textBytes,
            files: files,
            fileBytes: PictureLimits.bytes
        )
    }

    private init(bytes: Int, files: Int, fileBytes: Int) {
        self.bytes = bytes
        self.files = files
        self.fileBytes = fileBytes
    }
}
