extension Change {
    /// Whether the change removes its author, along with the author's account if one exists in this
    /// store.
    public var endsAccount: Bool {
        if case .profileRemoved = action { true } else { false }
    }

    /// The photos that the change adds to a post or sets as an avatar.
    public var photos: [Photo] {
        switch action {
        case .postAdded(let content): content.photos
        case .profileUpdated(let update): [update.avatar?.value].compactMap(\.self)
        default: []
        }
    }

    /// The blobs that the change references: the public copies and previews of its photos.
    public var referencedBlobs: [BlobID] { photos.flatMap(\.blobs) }
}
