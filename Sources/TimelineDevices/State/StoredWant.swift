import TimelineCore
import TimelineRecords

/// A reference from a live record to a blob that the store lacks.
struct StoredWant: StateValue, Hashable {
    static let elementCount = 8

    let blob: BlobHash
    /// The size of the blob in bytes, as the record states.
    let byteCount: UInt64
    let isPreview: Bool
    let record: RecordID
    /// The time of the record in milliseconds since 1970.
    let milliseconds: UInt64
    let scope: RecordUserID
    let author: RecordUserID
    /// Whether the record sets its author's avatar, which is wanted wherever the author replies.
    let isAvatar: Bool

    init(blob: BlobHash, byteCount: UInt64, isPreview: Bool, of record: VerifiedRecord) {
        self.blob = blob
        self.byteCount = byteCount
        self.isPreview = isPreview
        self.record = record.id
        milliseconds = record.body.stamp.milliseconds
        scope = record.body.scope
        author = record.body.author
        isAvatar = record.introducesAuthor
    }

    init(reading reader: inout CBORReader) throws(RecordError) {
        blob = try reader.value()
        byteCount = try reader.unsigned(atMost: PhotoRule.byteCount.upperBound)
        isPreview = try reader.bit()
        record = try reader.value()
        milliseconds = try reader.milliseconds()
        scope = try reader.value()
        author = try reader.value()
        isAvatar = try reader.bit()
    }

    func write(to writer: inout CBORWriter) {
        writer.write(blob)
        writer.write(byteCount)
        writer.write(bit: isPreview)
        writer.write(record)
        writer.write(milliseconds)
        writer.write(scope)
        writer.write(author)
        writer.write(bit: isAvatar)
    }

    /// The key that orders the blobs: previews before originals, and newest first within each.
    var orderKey: String {
        let inverted = String(RecordPushID.maximumMilliseconds - milliseconds, radix: 16)
        let digits = String(repeating: "0", count: max(0, 12 - inverted.count)) + inverted
        let prefix = isPreview ? StateKey.wantedPreviews : StateKey.wantedOriginals
        return "\(prefix)\(digits)/\(record)/\(blob)"
    }

    /// The key that looks up the references to a blob.
    var blobKey: String {
        "\(WantedBlobKey.prefix(of: BlobID(blob)))\(kind)/\(record)"
    }

    private var kind: Int { isPreview ? 0 : 1 }
}

extension VerifiedRecord {
    /// The references to all blobs of the record's photos.
    var blobReferences: [StoredWant] {
        body.photos.flatMap { photo -> [StoredWant] in
            let first = photo.firstCopy.map { want(of: $0, isPreview: true) }
            return [first].compactMap(\.self)
                + photo.laterCopies.map { want(of: $0, isPreview: false) }
        }
    }

    private func want(of copy: RecordPhoto.Preview, isPreview: Bool) -> StoredWant {
        StoredWant(blob: copy.blob, byteCount: copy.byteCount, isPreview: isPreview, of: self)
    }
}

extension AccountReader {
    /// Returns all references to a blob that the store lacks.
    func wants(of blob: BlobHash) throws -> [StoredWant] {
        try states(StoredWant.self, withPrefix: WantedBlobKey.prefix(of: BlobID(blob))).map(\.value)
    }
}

extension AccountWriter {
    /// Stores a reference under both keys.
    func add(_ want: StoredWant) throws {
        try setState(want, forKey: want.orderKey)
        try setState(want, forKey: want.blobKey)
    }

    /// Deletes a reference.
    func remove(_ want: StoredWant) throws {
        try setPrivateValue(nil, forKey: want.orderKey)
        try setPrivateValue(nil, forKey: want.blobKey)
    }
}
