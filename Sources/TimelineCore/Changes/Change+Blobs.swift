extension Change {
    /// The bytes that the change names.
    package var namedBlobs: [BlobID] {
        switch action {
        case .postAdded(let content): content.photos.map(\.blob)
        case .profileUpdated(let update): [update.avatar?.value?.blob].compactMap(\.self)
        default: []
        }
    }
}
