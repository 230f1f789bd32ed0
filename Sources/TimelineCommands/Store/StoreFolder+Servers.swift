#if Cluster
import TimelineCluster
import TimelineCore
import TimelinePostgres

extension PostgresRepository: ClosableRepository {
    /// Does nothing, because changes by other servers are seen.
    func requireLasting() {}
}

extension StoreFolder {
    /// Opens a store on servers.
    ///
    /// - Parameters:
    ///   - server: The address of the store.
    ///   - creating: Whether missing tables are created.
    ///   - variables: The environment, with the keys of the bucket.
    /// - Returns: The repository and the photos.
    /// - Throws: `TimelineError`, ``CommandError/storeNotFound(_:)``, or ``UsageError`` if it is unknown
    ///   where the photos are.
    func open(
        _ server: ServerAddress,
        creating: Bool,
        variables: [String: String]
    ) throws -> (PostgresRepository, any BlobStore) {
        guard let photos = server.photos else { throw UsageError(ErrorText.photosMissing) }
        do {
            let store = try ClusterStore(
                database: server.database,
                photos: photos,
                environment: variables,
                creating: creating
            )
            return (store.database, store.blobs)
        } catch is MissingStore {
            throw CommandError.storeNotFound(server.database)
        }
    }
}
#endif
