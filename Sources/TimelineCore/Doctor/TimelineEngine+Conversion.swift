extension TimelineEngine {
    /// The maximum number of photos that are converted in a transaction.
    private static let conversionLimit = 20

    /// Converts photos of earlier versions; ``StoreOwner/convertPhotos(retrying:progress:)``
    /// documents it.
    func convertPhotos(
        retrying isRetrying: Bool,
        _ progress: (_ done: Int, _ total: Int) -> Void
    ) throws -> Int {
        let photos = try unconvertedPhotos(retrying: isRetrying)
        var (processed, converted) = (0, 0)
        while processed < photos.count {
            let batch = conversions(of: photos[processed...])
            try convert(batch.conversions)
            processed += batch.processed
            converted += batch.conversions.filter { $0.prepared != nil }.count
            progress(processed, photos.count)
        }
        return converted
    }

    /// The photos to convert, read in pages.
    func unconvertedPhotos(retrying isRetrying: Bool) throws -> [BlobID] {
        var photos: [BlobID] = []
        while true {
            let page = try repository.read { [last = photos.last] reader in
                try reader.unconvertedPhotos(after: last, limit: 1000, retrying: isRetrying)
            }
            guard !page.isEmpty else { return photos }
            photos += page
        }
    }

    /// A photo to convert, and its public copy; `nil` if the metadata cannot be stripped.
    private struct Conversion {
        let original: BlobID
        let prepared: PreparedPhoto?
    }

    /// Makes the copies of the first photos of a list: as many as a transaction takes, and no more
    /// than fit into the memory of a large one.
    ///
    /// - Returns: the conversions, without photos that cannot be read, and the number of photos
    ///   processed.
    private func conversions(
        of photos: ArraySlice<BlobID>
    ) -> (conversions: [Conversion], processed: Int) {
        var conversions: [Conversion] = []
        var (processed, byteCount) = (0, 0)
        for photo in photos.prefix(Self.conversionLimit) where byteCount < PictureLimits.bytes {
            processed += 1
            // The doctor reports photos that cannot be read; they may be restored.
            guard let content = try? blobs.data(for: photo) else { continue }
            let prepared = prepared(PhotoFile(content: content))
            conversions.append(Conversion(original: photo, prepared: prepared))
            byteCount += content.count + (prepared?.byteCount ?? 0)
        }
        return (conversions, processed)
    }

    /// Makes the copies of a photo.
    ///
    /// Earlier versions also stored pictures whose pixels nobody had decoded; such a picture gets a
    /// public copy if its metadata can be stripped.
    private func prepared(_ file: PhotoFile) -> PreparedPhoto? {
        let processors: [any PhotoProcessor] = [photoProcessor, StrippingPhotoProcessor()]
        // The doctor reports photos that cannot be stripped.
        return processors.lazy.compactMap { try? file.prepared(by: $0) }.first
    }

    /// Stores the copies, then replaces the photos in one transaction.
    private func convert(_ conversions: [Conversion]) throws {
        guard !conversions.isEmpty else { return }
        let files = conversions.flatMap { $0.prepared?.blobs ?? [] }
        try blobs.announcing(files.map(\.id), as: .storing) {
            for file in files { try blobs.put(file) }
            try repository.convert(
                conversions.map { PhotoConversion(of: $0.original, to: $0.prepared?.photo) }
            )
        }
        // The posts may have been deleted in the meantime.
        try removeOrphaned(files.map(\.id))
        renditions?
            .removeRenditions(
                of: conversions.filter { $0.original != $0.prepared?.photo.blob }.map(\.original)
            )
    }
}
