#if Cluster
import Foundation
import TimelineCore
import TimelinePostgres
import TimelineS3

extension PostgresRepository: ClosableRepository {
    /// Does nothing, because changes by other servers are seen.
    func requireLasting() {}
}

extension StoreFolder {
    /// Opens a store on servers, and creates its tables if they do not exist.
    ///
    /// - Parameters:
    ///   - server: The address of the store.
    ///   - variables: The environment, with the keys of the bucket.
    /// - Returns: The repository and the photos.
    /// - Throws: `TimelineError`, or ``UsageError`` if it is unknown where the photos are.
    func open(
        _ server: ServerAddress,
        variables: [String: String]
    ) throws -> (PostgresRepository, any BlobStore) {
        guard let photos = server.photos else { throw UsageError(ErrorText.photosMissing) }
        let repository = try PostgresRepository(server.database)
        guard S3Address.isAddress(photos) else {
            return (repository, try FolderBlobStore(folder: URL(filePath: photos)))
        }
        let blobs = try S3BlobStore(
            S3Address(photos),
            settings: S3Settings(environment: variables),
            leases: repository.leases
        )
        return (repository, blobs)
    }
}
#endif
