extension Change {
    /// Whether the author leaves, and with them an account that they may have here.
    package var endsAccount: Bool {
        if case .profileRemoved = action { true } else { false }
    }

    /// The bytes that the change names.
    package var referencedBlobs: [BlobID] {
        switch action {
        case .postAdded(let content): content.photos.map(\.blob)
        case .profileUpdated(let update): [update.avatar?.value?.blob].compactMap(\.self)
        default: []
        }
    }
}
