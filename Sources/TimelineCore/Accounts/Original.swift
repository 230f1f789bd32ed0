/// A file that a user shared, if its public copy differs from it.
///
/// The file contains metadata that nobody else may see, so its hash is private data.
public struct Original: Hashable, Sendable {
    /// The user that shared the file.
    public let user: User.ID
    /// The public copy.
    public let photo: BlobID
    /// The file as the user uploaded it.
    public let file: BlobID

    /// Creates an original.
    public init(user: User.ID, photo: BlobID, file: BlobID) {
        self.user = user
        self.photo = photo
        self.file = file
    }

    /// What some originals have in common.
    public enum Selection: Hashable, Sendable {
        /// The same public copy.
        case photo(BlobID)
        /// The same user.
        case user(User.ID)
        /// The same file.
        case file(BlobID)
    }
}

extension AccountReader {
    /// Returns the original of a photo that the given user shares, or `nil` if no original is
    /// recorded because the public copy is identical.
    public func original(of photo: BlobID, by user: User.ID) throws -> BlobID? {
        try originals(.photo(photo)).first { $0.user == user }?.file
    }

    /// Returns whether the given blob is the original of any user's photo.
    package func isOriginal(_ blob: BlobID) throws -> Bool { try !originals(.file(blob)).isEmpty }
}
