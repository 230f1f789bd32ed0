import Foundation
import TimelineCore
import TimelineMedia
import TimelineSQLite

#if Cluster
import TimelineCluster
#endif

/// The folder of a store.
///
/// It contains `timeline.sqlite`, the photos in `blobs`, their renditions, and incomplete files. For a
/// store on servers, it is in the user's cache folder and has only the renditions and incomplete files
/// of this machine.
struct StoreFolder: Sendable {
    /// The path of the folder.
    let url: URL
    /// The address of the store, if its database is on servers.
    let server: ServerAddress?

    /// Creates a store folder with the given path.
    init(_ url: URL) {
        self.url = url.standardizedFileURL
        server = nil
    }

    /// Creates the folder of a store on servers.
    private init(_ server: ServerAddress, variables: [String: String]) {
        url =
            userFolder("XDG_CACHE_HOME", default: ".cache", variables: variables)
            .appending(path: "server-\(server.cacheName)").standardizedFileURL
        self.server = server
    }

    /// Selects the folder or the database given by `--store`, or by `$TIMELINE_HOME` if the option is
    /// missing.
    ///
    /// By default, it is `timeline` in the user's data folder (XDG Base Directory Specification). The
    /// photos of a database are where `--photos` or `$TIMELINE_PHOTOS` says.
    ///
    /// - Throws: ``UsageError`` for an address that is not one of a database, and if `--photos` is given
    ///   for a folder.
    init(
        option: String?,
        photos: String? = nil,
        variables: [String: String]
    ) throws(UsageError) {
        if let path = option ?? variables["TIMELINE_HOME"], !path.isEmpty {
            let place = photos ?? variables["TIMELINE_PHOTOS"]
            if let server = try ServerAddress.parsing(path, photos: place) {
                self.init(server, variables: variables)
                return
            }
            self.init(URL(filePath: path))
        } else {
            self.init(
                userFolder("XDG_DATA_HOME", default: ".local/share", variables: variables)
            )
        }
        guard photos == nil else { throw UsageError(ErrorText.photosOfFolder) }
    }

    /// The database file.
    var database: URL { url.appending(path: "timeline.sqlite") }

    /// The folder for photos.
    var blobs: URL { url.appending(path: "blobs") }

    /// The folder for renditions, which can be regenerated at any time.
    var renditions: URL { url.appending(path: "renditions") }

    /// The folder for files that browsers are uploading.
    var uploads: URL { url.appending(path: "uploads") }

    /// The folder for pictures that sync has not received completely.
    var incoming: URL { url.appending(path: "incoming") }

    /// The demo's folder that resembles an Instagram archive.
    var demoArchive: URL { url.appending(path: "instagram-archive") }

    /// Whether the store's database exists, or is on servers, where opening it shows whether it does.
    var exists: Bool { server != nil || FileManager.default.fileExists(atPath: database.path) }

    /// Whether the folder is missing or empty.
    var isVacant: Bool {
        get throws {
            try checkPath()
            return try DurableFile.names(in: url).isEmpty
        }
    }

    /// A warning if the store does not exist yet and other users can write to its folder, or
    /// otherwise `nil`.
    var warning: String? {
        guard !exists, let mode = DurableFile.mode(of: url), mode & 0o022 != 0 else { return nil }
        return DoctorText.writableByOthers(url.path)
    }

    /// Checks that the path refers to a folder or to nothing.
    ///
    /// - Throws: ``CommandError/notAFolder(_:)`` if the path refers to a file.
    func checkPath() throws {
        guard try !DurableFile.exists(url) || DurableFile.isFolder(url) else {
            throw CommandError.notAFolder(url.path)
        }
    }

    /// Opens the store, and creates a folder that does not exist, or missing tables on servers if
    /// `creating` is true.
    ///
    /// - Throws: A ``TimelineError`` if the store cannot be opened or created, or
    ///   ``CommandError/storeNotFound(_:)``.
    func open(
        creating: Bool,
        hasher: any PasswordHasher,
        environment: TimelineEnvironment,
        variables: [String: String],
        repositories: OpenRepositories
    ) throws -> (owner: StoreOwner, blobs: any BlobStore) {
        repositories.willOpen(self)
        try DurableFile.makeFolder(url)
        let (repository, blobs) = try openContents(creating: creating, variables: variables)
        repositories.add(repository)
        #if Cluster
        repositories.addCheck { try PhotoPlace.checkAgain(blobs) }
        #endif
        let owner = StoreOwner(
            repository: repository,
            blobs: blobs,
            renditions: RenditionCache(folder: renditions, blobs: blobs),
            hasher: hasher,
            photoProcessor: MediaPhotoProcessor(),
            environment: environment
        )
        return (owner, blobs)
    }

    private func openContents(
        creating: Bool,
        variables: [String: String]
    ) throws -> (any ClosableRepository, any BlobStore) {
        #if Cluster
        if let server { return try open(server, creating: creating, variables: variables) }
        #else
        guard server == nil else { throw UsageError(ErrorText.serversUnsupported) }
        #endif
        return (try SQLiteRepository(file: database), try FolderBlobStore(folder: blobs))
    }
}

/// Returns the `timeline` folder in one of the user's base folders.
///
/// - Parameters:
///   - variable: The environment variable that contains the path of the base folder.
///   - path: The default base folder, relative to the home folder.
///   - variables: The environment variables.
/// - Returns: The folder, which may not exist.
func userFolder(
    _ variable: String,
    default path: String,
    variables: [String: String]
) -> URL {
    // The specification requires relative paths to be ignored.
    if let base = variables[variable], base.hasPrefix("/") {
        return URL(filePath: base).appending(path: "timeline")
    }
    let home =
        variables["HOME"].map { URL(filePath: $0) }
        ?? FileManager.default.homeDirectoryForCurrentUser
    return home.appending(path: path).appending(path: "timeline")
}

/// The renditions of a store, in a cache that all drawings of a command share.
///
/// The cache is opened on first use, because most commands draw nothing.
final class StoredRenditions: Sendable {
    private let folder: StoreFolder
    private let blobs: any BlobStore
    private let opened = Lock<RenditionCache?>(nil)

    /// Creates the renditions of the given store without opening the cache.
    init(of folder: StoreFolder, blobs: any BlobStore) {
        self.folder = folder
        self.blobs = blobs
    }

    /// Returns the cache.
    ///
    /// Every call returns the same cache.
    func cache() -> RenditionCache {
        opened.withLock { opened in
            if let opened { return opened }
            let cache = RenditionCache(folder: folder.renditions, blobs: blobs)
            opened = cache
            return cache
        }
    }
}

/// A repository that a command can open.
protocol ClosableRepository: Repository {
    /// Checks that the repository may stay open for longer than one command.
    func requireLasting() throws

    /// Reads something trivial, and checks that this program may still use the repository.
    func checkAccess() throws

    /// The number of transactions that were repeated after a conflict or a failure.
    var retryCount: Int { get }

    /// Closes the repository.
    func close() throws
}

extension SQLiteRepository: ClosableRepository {
    func checkAccess() throws { _ = try read { try $1.privateValue(forKey: "") } }

    /// 0, because only one transaction writes at a time.
    var retryCount: Int { 0 }
}

/// The repositories that a command has opened.
///
/// They are closed when the command ends.
final class OpenRepositories: Sendable {
    private let repositories = Lock<[any ClosableRepository]>([])
    private let isOnServers = Lock(false)
    private let checks = Lock<[@Sendable () throws -> Void]>([])

    /// Whether one of them is on servers, even if it could not be opened.
    var areOnServers: Bool { isOnServers.withLock(\.self) }

    /// Notes that a repository is about to be opened, which may fail.
    func willOpen(_ folder: StoreFolder) {
        if folder.server != nil { isOnServers.withLock { $0 = true } }
    }

    /// Adds a check of photos to those of the repositories.
    func addCheck(_ check: @escaping @Sendable () throws -> Void) {
        checks.withLock { $0.append(check) }
    }

    /// Adds an open repository to the list.
    func add(_ repository: any ClosableRepository) {
        repositories.withLock { $0.append(repository) }
    }

    /// Checks that all repositories may stay open for longer than one command.
    ///
    /// - Throws: `TimelineError.storageFailed` if the disk of one was not writable when it was
    ///   opened.
    func requireLasting() throws {
        for repository in repositories.withLock(\.self) { try repository.requireLasting() }
    }

    /// Reads something trivial from all repositories, checks that this program may still use them, and
    /// that photos on servers can be reached.
    ///
    /// - Throws: `TimelineError`.
    func checkAccess() throws {
        for repository in repositories.withLock(\.self) { try repository.checkAccess() }
        for check in checks.withLock(\.self) { try check() }
    }

    /// The number of transactions that were repeated after a conflict or a failure.
    var retryCount: Int { repositories.withLock(\.self).reduce(0) { $0 + $1.retryCount } }

    /// Closes all repositories, so that each database is complete in a single file.
    func close() {
        let open = repositories.withLock { repositories in
            defer { repositories = [] }
            return repositories
        }
        for repository in open {
            // All changes are committed. If the write-ahead log cannot be merged, it remains next
            // to the database.
            try? repository.close()
        }
    }
}
