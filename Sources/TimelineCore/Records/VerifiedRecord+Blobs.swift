extension VerifiedRecord {
    /// The blobs of the photos in the record: public copies and previews.
    package var blobs: [BlobID] {
        body.photos.flatMap { [$0.blob] + [$0.preview?.blob].compactMap(\.self) }
    }
}
