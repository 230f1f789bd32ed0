#if Cluster
import TimelineCluster
import TimelineCore
import TimelinePostgres

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
        let store = try ClusterStore(
            database: server.database,
            photos: photos,
            environment: variables
        )
        return (store.database, store.blobs)
    }
}
#endif
