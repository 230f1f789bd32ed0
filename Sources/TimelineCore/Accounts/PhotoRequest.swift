/// A user's request for a full-size photo that is not in the store.
///
/// Sync fetches requested photos first. The limit for pictures by others treats such a photo as if
/// it had been posted at the time of the request, and exempts photos from the latest request for a
/// day.
package struct PhotoRequest: Hashable, Sendable {
    /// The time of the request in milliseconds since 1970.
    package let milliseconds: UInt64

    /// Creates a request.
    package init(milliseconds: UInt64) {
        self.milliseconds = milliseconds
    }

    /// Reads a stored request.
    ///
    /// Returns `nil` if it is malformed.
    package init?(stored bytes: [UInt8]) {
        do throws(RecordError) {
            var reader = CBORReader(bytes)
            milliseconds = try reader.milliseconds()
            try reader.finish()
        } catch {
            return nil
        }
    }

    /// The encoded request, as it is stored.
    package var stored: [UInt8] {
        var writer = CBORWriter()
        writer.write(milliseconds)
        return writer.bytes
    }

    /// The common prefix of the keys for all requests.
    package static let prefix = "sync/requested/"

    /// Returns the key of the newest request for a photo.
    package static func key(of blob: BlobID) -> String { prefix + "\(blob)" }
}

extension AccountReader {
    /// Returns the newest request for a photo, or `nil` if there is none.
    package func photoRequest(for blob: BlobID) throws -> PhotoRequest? {
        try privateValue(forKey: PhotoRequest.key(of: blob)).flatMap { PhotoRequest(stored: $0) }
    }

    /// Returns the newest request for each photo that users have requested.
    package func photoRequests() throws -> [BlobID: PhotoRequest] {
        var requests: [BlobID: PhotoRequest] = [:]
        try forEachPrivateValue(withPrefix: PhotoRequest.prefix) { value in
            let digits = value.key.dropFirst(PhotoRequest.prefix.count)
            if let blob = BlobID(String(digits)) {
                requests[blob] = PhotoRequest(stored: value.bytes)
            }
            return true
        }
        return requests
    }
}

extension AccountWriter {
    /// Stores a request for a photo, or deletes it if `request` is `nil`.
    package func setPhotoRequest(_ request: PhotoRequest?, for blob: BlobID) throws {
        try setPrivateValue(request?.stored, forKey: PhotoRequest.key(of: blob))
    }
}
