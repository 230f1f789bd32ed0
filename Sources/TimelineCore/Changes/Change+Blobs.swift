extension Change {
    /// Whether the change removes its author, and with them an account in this store.
    public var endsAccount: Bool {
        if case .profileRemoved = action { true } else { false }
    }

    /// The blobs that the change references.
    public var referencedBlobs: [BlobID] {
        switch action {
        case .postAdded(let content): content.photos.map(\.blob)
        case .profileUpdated(let update): [update.avatar?.value?.blob].compactMap(\.self)
        default: []
        }
    }
}
