extension Change {
    /// Whether the change removes its author, and with them an account in this store.
    public var endsAccount: Bool {
        if case .profileRemoved = action { true } else { false }
    }

    /// The photos that the change shares.
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
