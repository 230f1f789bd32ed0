extension TimelineEngine {
    /// The maximum number of photos converted in one transaction.
    private static let conversionLimit = 20

    /// Converts photos from earlier versions.
    ///
    /// See ``StoreOwner/convertPhotos(retrying:progress:)``.
    func convertPhotos(
        retrying isRetrying: Bool,
        _ progress: (_ done: Int, _ total: Int) -> Void
    ) throws -> Int {
        let photos = try unconvertedPhotos(retrying: isRetrying)
        var (processed, converted) = (0, 0)
        while processed < photos.count {
            // A transaction would wait for a lock, and opening a store must not. An empty optional
            // write gives up at once.
            guard try isRetrying || repository.writeAccountsIfPossible({ _, _ in }) else {
                throw TimelineError.storageBusy
            }
            let batch = conversions(of: photos[processed...])
            try convert(batch.conversions)
            processed += batch.processed
            converted += batch.conversions.filter { $0.prepared != nil }.count
            progress(processed, photos.count)
        }
        return converted
    }

    /// Returns the photos to convert, reading them in pages.
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

    /// A photo to convert, with its copies, or without copies if the metadata cannot be stripped.
    private struct Conversion {
        let original: BlobID
        let prepared: PreparedPhoto?
    }

    /// Prepares the conversions of the first photos in the list.
    ///
    /// Stops at the maximum number of photos per transaction, or once the files together reach the
    /// maximum size of a single picture.
    ///
    /// - Returns: The conversions, without unreadable photos, and the number of processed photos,
    ///   including unreadable photos.
    private func conversions(
        of photos: ArraySlice<BlobID>
    ) -> (conversions: [Conversion], processed: Int) {
        var conversions: [Conversion] = []
        var (processed, byteCount) = (0, 0)
        for photo in photos.prefix(Self.conversionLimit) where byteCount < PictureLimits.bytes {
            processed += 1
            // The doctor reports unreadable photos. They may be restored later.
            guard let content = try? blobs.data(for: photo) else { continue }
            let prepared = prepared(PhotoFile(content: content))
            conversions.append(Conversion(original: photo, prepared: prepared))
            byteCount += content.count + (prepared?.byteCount ?? 0)
        }
        return (conversions, processed)
    }

    /// Creates the public copy and the preview of a photo.
    ///
    /// Returns `nil` if the metadata cannot be stripped.
    ///
    /// Earlier versions also stored pictures that had never been decoded. Even if such a picture
    /// cannot be decoded, it receives a public copy, provided that its metadata can be stripped.
    private func prepared(_ file: PhotoFile) -> PreparedPhoto? {
        let processors: [any PhotoProcessor] = [photoProcessor, StrippingPhotoProcessor()]
        // The doctor reports photos whose metadata cannot be stripped.
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
