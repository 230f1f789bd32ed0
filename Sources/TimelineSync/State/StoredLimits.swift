import TimelineCore

/// A store's limits for posts and pictures by other users.
struct StoredLimits: StateValue, Hashable {
    static let elementCount = 3

    /// The time of the oldest posts to fetch, in milliseconds since 1970, or `nil` for all posts.
    var oldestPost: UInt64?
    /// The maximum size of full-size pictures, in bytes, or `nil` for any.
    var pictureBytes: UInt64?
    /// The time from which full-size pictures are kept: that of the oldest such post or request.
    ///
    /// It is computed from ``pictureBytes`` and the stored pictures.
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

extension BlobReference {
    /// Returns whether the blob, by a user of another store, is a full-size picture beyond the limit.
    func isExcess(_ limits: StoredLimits, _ requests: PhotoRequests) -> Bool {
        !isFirstCopy && time(requests) < limits.oldestPicture
    }

    /// Returns the time by which the limit ranks the picture: that of its post, or of a later
    /// request.
    func time(_ requests: PhotoRequests) -> UInt64 {
        max(milliseconds, requests.times[blob] ?? 0)
    }
}

/// The pictures that users of the store have requested.
struct PhotoRequests {
    /// The time for which the latest request exempts its pictures from the limit: a day, in
    /// milliseconds.
    static let sparedTime: UInt64 = 86_400_000
    /// The time that ranks an exempt picture above all others.
    ///
    /// Only the pictures of the latest request are exempt, so requests cannot defeat the limit.
    static let spared = UInt64.max

    /// The time of each request in milliseconds since 1970, or ``spared``.
    let times: [BlobID: UInt64]

    /// The requested pictures, most recently requested first.
    var newestFirst: [BlobID] {
        times.sorted { ($0.value, $0.key) > ($1.value, $1.key) }.map(\.key)
    }
}

extension AccountReader {
    /// Returns the requests as of a time in milliseconds since 1970.
    func photoRequests(at now: UInt64) throws -> PhotoRequests {
        let requests = try blobs(marked: .requested)
        let latest = requests.values.max()
        return PhotoRequests(
            times: requests.mapValues { time in
                let isSpared = time == latest && time + PhotoRequests.sparedTime > now
                return isSpared ? PhotoRequests.spared : time
            }
        )
    }
}
