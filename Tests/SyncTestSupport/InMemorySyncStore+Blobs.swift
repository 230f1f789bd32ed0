import TimelineCrypto
package import TimelineCore
@testable package import TimelineSync

extension InMemorySyncStore {
    /// Returns the blobs that the live records of a selection reference and the store lacks.
    package func wantedBlobs(of selection: RecordSelection, limit: Int) -> [WantedBlob] {
        let records = select(selection).records
        let referenced = records.flatMap(\.photos).flatMap { [$0.blob, $0.preview?.blob] }
        guard referenced.contains(where: { $0.map { blobs[$0] == nil } == true }) else { return [] }
        let newestFirst = records.sorted { first, second in
            let times = [first, second].map { ($0.concernedPost?.pushID ?? $0.stamp).milliseconds }
            return times[0] == times[1] ? first > second : times[0] > times[1]
        }
        let copies = newestFirst.flatMap { record in
            record.photos.flatMap { photo in
                BlobReference.references(
                    to: (photo.blob, photo.byteCount),
                    preview: photo.preview.map { ($0.blob, $0.byteCount) },
                    author: record.scope,
                    milliseconds: 0
                )
            }
        }
        var wanted: [WantedBlob] = []
        var seen: Set<BlobID> = []
        for copy in copies where copy.isFirstCopy { append(copy) }
        var sizes: [User.ID: UInt64] = [:]
        for copy in copies where !copy.isFirstCopy {
            sizes[copy.author, default: 0] += copy.byteCount
            if sizes[copy.author, default: 0] <= SessionLimits.scopePictures { append(copy) }
        }
        return Array(wanted.prefix(limit))

        func append(_ copy: BlobReference) {
            guard blobs[copy.blob] == nil, seen.insert(copy.blob).inserted else { return }
            wanted.append(
                WantedBlob(
                    blob: copy.blob,
                    byteCount: copy.byteCount,
                    isPreview: copy.isFirstCopy
                )
            )
        }
    }

    /// Returns the number of bytes of a wanted blob that have arrived.
    package func receivedByteCount(of blob: BlobID) -> UInt64? {
        blobs[blob] == nil ? UInt64(partialBlobs[blob]?.count ?? 0) : nil
    }

    /// Returns the public blobs that the store holds and live records of a selection reference, with
    /// their sizes in bytes.
    package func heldBlobs(of selection: RecordSelection) -> [BlobID: UInt64] {
        let photos = select(selection).records.flatMap(\.photos)
        let referenced = photos.map(\.blob) + photos.compactMap { $0.preview?.blob }
        return referenced.reduce(into: [:]) { held, blob in
            held[blob] = blobs[blob].map { UInt64($0.count) }
        }
    }

    /// Returns a part of a public blob that a live record of the selection references.
    package func readBlob(
        _ blob: BlobID,
        at offset: UInt64,
        count: Int,
        of selection: RecordSelection
    ) -> [UInt8]? {
        let records = select(selection).records
        guard let bytes = blobs[blob], offset <= bytes.count,
            Self.size(of: blob, in: records) != nil
        else { return nil }
        return Array(bytes.dropFirst(Int(offset)).prefix(count))
    }

    /// Appends bytes to a partial blob.
    package func appendBlob(
        _ blob: BlobID,
        at offset: UInt64,
        bytes: [UInt8],
        of byteCount: UInt64
    ) throws(SyncError) -> UInt64 {
        let partial = partialBlobs[blob] ?? []
        guard blobs[blob] == nil, offset == partial.count, offset <= byteCount,
            UInt64(bytes.count) <= byteCount - offset
        else { return UInt64(partial.count) }
        try beforeChange()
        partialBlobs[blob] = partial + bytes
        return UInt64(partial.count + bytes.count)
    }

    /// Checks the hashes of complete partial blobs, and only then adds them.
    package func finishBlobs(_ candidates: [BlobID]) throws(SyncError) -> Set<BlobID> {
        var added: Set<BlobID> = []
        for blob in candidates {
            guard let bytes = partialBlobs[blob] else { continue }
            try beforeChange()
            partialBlobs[blob] = nil
            guard BlobID(bytes: SHA256.hash(bytes).bytes) == blob else { continue }
            blobs[blob] = bytes
            added.insert(blob)
        }
        return added
    }

    /// Returns the users that follow the user of this store.
    package func followers() -> Set<User.ID> {
        Set(
            live.values.compactMap { record in
                record.content == .followed(user) ? record.author : nil
            }
        )
    }

    /// Returns the largest size that the records state for a blob.
    private static func size(
        of blob: BlobID,
        in records: some Sequence<VerifiedRecord>
    ) -> UInt64? {
        records.flatMap(\.photos)
            .flatMap { photo in
                let preview = photo.preview.map { [($0.blob, $0.byteCount)] } ?? []
                return [(photo.blob, photo.byteCount)] + preview
            }
            .filter { $0.0 == blob }.map { UInt64($0.1) }.max()
    }
}
