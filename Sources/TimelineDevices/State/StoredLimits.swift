import TimelineCore
import TimelineRecords

/// The limits for the posts and pictures of others that a store keeps.
struct StoredLimits: StateValue, Hashable {
    static let elementCount = 3

    /// The time of the oldest posts to fetch, in milliseconds since 1970, or `nil` for all posts.
    var oldestPost: UInt64?
    /// The maximum size of full-size pictures, in bytes, or `nil` for any.
    var pictureBytes: UInt64?
    /// The time of the oldest post whose full-size pictures are kept.
    ///
    /// It follows from ``pictureBytes`` and the pictures themselves.
    var oldestPicture: UInt64 = 0

    init() {}

    init(reading reader: inout CBORReader) throws(RecordError) {
        oldestPost = try reader.optional { reader throws(RecordError) in try reader.unsigned() }
        pictureBytes = try reader.optional { reader throws(RecordError) in try reader.unsigned() }
        oldestPicture = try reader.unsigned()
    }

    func write(to writer: inout CBORWriter) {
        writer.optional(oldestPost) { $0.write($1) }
        writer.optional(pictureBytes) { $0.write($1) }
        writer.write(oldestPicture)
    }
}

extension AccountReader {
    /// Returns the limits of the store.
    func storageLimits() throws -> StoredLimits {
        try state(StoredLimits.self, forKey: StateKey.storageLimits) ?? StoredLimits()
    }
}

extension StoredWant {
    /// Whether the blob is a full-size picture that exceeds the limit for pictures of others.
    func isExcess(_ limits: StoredLimits, users: Set<RecordUserID>) -> Bool {
        !isPreview && milliseconds < limits.oldestPicture && !users.contains(scope)
    }
}
