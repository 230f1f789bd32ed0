#if Cluster
public import Foundation
public import TimelineCore
package import TimelinePostgres

/// A store on servers: everything but photos in PostgreSQL, and the photos in S3 or in a folder that
/// all machines share.
///
/// Any number of processes may use one store at once. Docs/Cluster.md says what the servers must
/// promise and how to set them up.
///
/// ```swift
/// let store = try ClusterStore(
///     database: "postgres://db1,db2,db3/timeline",
///     photos: "s3://bucket/photos"
/// )
/// defer { store.close() }
/// let engine = StoreOwner(
///     repository: store.repository,
///     blobs: store.blobs,
///     hasher: Argon2Hasher()
/// )
/// ```
public struct ClusterStore: Sendable {
    /// The repository in PostgreSQL, whose writes are repeated on another of the hosts if one fails.
    public var repository: any Repository { database }
    /// The photos.
    public let blobs: any BlobStore
    package let database: PostgresRepository

    /// Opens a store, and creates its tables if they do not exist.
    ///
    /// - Parameters:
    ///   - database: A connection string or URI of PostgreSQL, with one or several hosts.
    ///   - photos: The address of a bucket, with a prefix or without, or the path of a folder.
    ///   - environment: The variables with the settings and the keys of the bucket, under the names
    ///     that AWS's programs use.
    /// - Throws: `TimelineError.storeTooNew`, `storeTooOld`, or `storageFailed` with the host and a
    ///   remedy. It never contains a password or a key.
    public init(
        database: String,
        photos: String,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws {
        try self.init(
            database: database,
            photos: photos,
            environment: environment,
            creating: true
        )
    }

    /// Opens a store, whose tables may be created if they do not exist.
    ///
    /// - Throws: ``MissingStore``, or as the public initializer does.
    package init(
        database: String,
        photos: String,
        environment: [String: String],
        creating: Bool
    ) throws {
        let place = try PhotoPlace(photos)
        self.database = try PostgresRepository(database, creating: creating)
        blobs = try place.open(environment, leases: self.database.leases)
    }

    /// Closes all connections to the database, after which all calls throw an error.
    public func close() { database.close() }
}
#endif
