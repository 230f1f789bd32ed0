package import Foundation
package import TimelineCore

/// A blob store in a bucket of a server with the S3 API.
///
/// Several processes on several machines may use one store, if they share its ``BlobLeases``. The
/// server must be strongly consistent, as Amazon's is: what has been written, deleted or copied is
/// so for every request that begins later. It must compare bodies with `x-amz-checksum-sha256`, and
/// write what it acknowledges to its disks.
///
/// Each request has time limits, and is repeated a few times if it fails for a passing reason, so a
/// call may block for a minute. Errors name the host and a remedy, and never a key.
///
/// ```swift
/// let blobs = try S3BlobStore(
///     S3Address("s3://bucket/photos"),
///     settings: S3Settings(environment: ProcessInfo.processInfo.environment),
///     leases: leases
/// )
/// ```
package struct S3BlobStore: BlobStore {
    /// The address of the store.
    package let address: S3Address
    let host: String
    let bucket: S3Bucket
    let keys: BlobKeys
    let leases: LeaseHolder
    /// The last time when the bucket was known to exist.
    let confirmation = Confirmation()

    /// Creates a store without sending a request; see ``check()``.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)`` if libcurl is missing or too old.
    package init(
        _ address: S3Address,
        settings: S3Settings,
        leases: any BlobLeases
    ) throws(TimelineError) {
        do throws(S3Fault) {
            self.init(address, settings.host, try S3Client(settings), LeaseHolder(leases))
        } catch {
            throw error.failure(.opening, address, settings.host)
        }
    }

    init(
        _ address: S3Address,
        _ host: String,
        _ client: S3Client,
        _ leases: LeaseHolder
    ) {
        self.address = address
        self.host = host
        bucket = S3Bucket(address.bucket, client: client)
        keys = BlobKeys(prefix: address.prefix)
        self.leases = leases
    }

    /// Checks that the bucket exists and its objects may be listed.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package func check() throws(TimelineError) {
        try during(.opening) { () throws(S3Fault) in try confirmBucket() }
    }

    /// Checks the bucket like ``check()``, unless it was known to exist less than a minute ago.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package func checkAgain() throws(TimelineError) {
        if !confirmation.isRecent { try check() }
    }

    // MARK: Writing

    /// Stores a blob, replacing a damaged object.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package func put(_ blob: Blob) throws {
        try during(.writing(blob.id)) { () throws(S3Fault) in
            try write(.bytes(blob.content), as: blob.id)
        }
    }

    /// Stores complete files, several at once, and deletes them.
    ///
    /// The files are sent while they are read. Files that do not exist are ignored.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``, also if the bytes of a file do not match its
    ///   ID.
    package func adopt(_ files: [(id: BlobID, file: URL)]) throws {
        _ = try concurrently(files, width: S3Limits.width) { id, path in
            let folder = try OpenFolder(path.deletingLastPathComponent())
            guard let file = try folder?.file(path.lastPathComponent) else { return }
            try during(.writing(id)) { () throws(S3Fault) in try write(.file(file), as: id) }
            try folder?.remove(path.lastPathComponent)
        }
    }

    /// Writes an object, unless a whole one exists.
    private func write(_ body: S3Request.Body, as id: BlobID) throws(S3Fault) {
        guard body.byteCount <= S3Limits.blob else { throw .tooLarge }
        let key = keys.main(id)
        for _ in 1...Self.attempts {
            if try bucket.write(body, digest: id, to: key, replacing: false) { return }
            // A removal may have set the object aside in the meantime.
            guard let found = try bucket.properties(of: key) else { continue }
            var isWhole = found.byteCount == body.byteCount
            if isWhole {
                if let checksum = found.checksum {
                    isWhole = checksum == id.checksum
                } else {
                    isWhole = try bucket.content(of: key).map(BlobID.init(of:)) == id
                }
            }
            if isWhole { return }
            if try bucket.write(body, digest: id, to: key, replacing: true) { return }
        }
        throw .contended
    }

    private static let attempts = 5

    // MARK: Reading

    /// Returns the bytes of a blob, or `nil` if it does not exist.
    ///
    /// Also finds a copy that a removal has set aside or retained.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)`` if the bytes cannot be read or have changed.
    package func data(for id: BlobID) throws -> Data? {
        guard let content = try content(of: id, orRetained: true) else { return nil }
        guard BlobID(of: content) == id else {
            throw TimelineError.unreadable(id, fault: .changed)
        }
        return content
    }

    /// Returns whether the blob's object exists, without reading it.
    ///
    /// A blob that a removal has set aside is not found, because it may be about to be deleted.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package func contains(_ id: BlobID) throws -> Bool { try byteCount(of: id) != nil }

    /// Returns the size of the blob's object in bytes, or `nil` if it does not exist.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package func byteCount(of id: BlobID) throws -> Int? {
        try during(.finding(id)) { () throws(S3Fault) in
            let found = try bucket.properties(of: keys.main(id))
            if found == nil, !confirmation.isRecent { try confirmBucket() }
            return found?.byteCount
        }
    }

    /// Returns whether the blob's object, or a copy that a removal has set aside, exists and its
    /// bytes match the ID.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package func isWhole(_ id: BlobID) throws -> Bool {
        try content(of: id, orRetained: false).map(BlobID.init(of:)) == id
    }

    /// Returns the bytes of a blob's object or of a copy, without checking them.
    private func content(of id: BlobID, orRetained isRetained: Bool) throws(TimelineError) -> Data?
    {
        try during(.reading(id)) { () throws(S3Fault) in
            if let content = try bucket.content(of: keys.main(id)) { return content }
            // A removal may make, restore or delete a copy while this method searches for it.
            for _ in 1...Self.attempts {
                let found = try bucket.objects(withPrefix: keys.main(id), limit: 10).keys
                let readable = found.filter { key in
                    key == keys.main(id) || keys.isAside(key, of: id)
                        || isRetained && key == keys.retained(id)
                }
                if readable.isEmpty { return nil }
                for key in readable {
                    if let content = try bucket.content(of: key) { return content }
                }
            }
            throw .contended
        }
    }

    // MARK: Errors

    /// Runs requests, and names the operation if one fails.
    func during<Output>(
        _ operation: S3Operation,
        _ body: () throws(S3Fault) -> Output
    ) throws(TimelineError) -> Output {
        do throws(S3Fault) {
            return try body()
        } catch {
            throw error.failure(operation, address, host)
        }
    }

    private func confirmBucket() throws(S3Fault) {
        _ = try bucket.objects(withPrefix: keys.prefix, limit: 1)
        confirmation.renew()
    }
}

extension S3Fault {
    /// Returns the error of an operation.
    func failure(_ operation: S3Operation, _ address: S3Address, _ host: String) -> TimelineError {
        guard self != .busy else { return .busy }
        return .storageFailed(
            StorageError(
                operation: operation.text(address),
                reason: reason(host: host),
                isDiskFull: isDiskFull
            )
        )
    }
}

/// The last time when a bucket was known to exist.
///
/// S3 does not tell the lack of an object from that of the whole bucket, unless it is asked for
/// more. Asking once per minute is enough to notice a wrong name.
final class Confirmation: Sendable {
    private let time = Lock<ContinuousClock.Instant?>(nil)

    /// Whether the bucket was known to exist less than a minute ago.
    var isRecent: Bool {
        time.withLock { $0.map { $0.duration(to: .now) < .seconds(60) } ?? false }
    }

    func renew() { time.withLock { $0 = .now } }
}
