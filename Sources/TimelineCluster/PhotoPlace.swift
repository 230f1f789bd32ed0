#if Cluster
package import Foundation
package import TimelineCore
package import TimelineS3

/// The place where the photos of a store are.
package enum PhotoPlace: Hashable, Sendable {
    /// A bucket, or a part of one.
    case bucket(S3Address)
    /// A folder.
    case folder(URL)

    /// Parses the address of a bucket or the path of a folder.
    ///
    /// - Throws: `TimelineError.storageFailed` for an empty text, and for an address that is not one
    ///   of a bucket.
    package init(_ text: String) throws(TimelineError) {
        if text.isEmpty || DurableFile.isLikeAddress(text) {
            self = .bucket(try S3Address(text))
        } else {
            self = .folder(URL(filePath: text))
        }
    }

    /// Returns whether one of two places is inside the other.
    ///
    /// Folders may be spelled differently, and do not have to exist.
    ///
    /// - Throws: `TimelineError.storageFailed` if it is unknown.
    package func overlaps(_ other: PhotoPlace) throws -> Bool {
        switch (self, other) {
        case (.bucket(let one), .bucket(let other)):
            return one.bucket == other.bucket
                && (one.prefix.hasPrefix(other.prefix) || other.prefix.hasPrefix(one.prefix))
        case (.folder(let one), .folder(let other)):
            if try DurableFile.exists(other), try DurableFile.isInside(one, other) { return true }
            return try DurableFile.exists(one) && DurableFile.isInside(other, one)
        default: return false
        }
    }

    /// Checks that photos in a bucket can be listed, unless this was so less than a minute ago.
    ///
    /// - Throws: `TimelineError.storageFailed`.
    package static func checkAgain(_ blobs: any BlobStore) throws(TimelineError) {
        try (blobs as? S3BlobStore)?.checkAgain()
    }

    /// Opens the photos.
    ///
    /// - Parameters:
    ///   - environment: The variables with the settings and the keys of the bucket.
    ///   - leases: The leases of the photos that are in use.
    /// - Returns: The photos.
    /// - Throws: `TimelineError.storageFailed`.
    package func open(
        _ environment: [String: String],
        leases: any BlobLeases
    ) throws -> any BlobStore {
        switch self {
        case .folder(let folder): try FolderBlobStore(folder: folder)
        case .bucket(let address):
            try S3BlobStore(
                address,
                settings: S3Settings(environment: environment),
                leases: leases
            )
        }
    }
}
#endif
