import Foundation
import TimelineCore
import TimelineMedia
import TimelineSQLite

/// The folder of a store: `timeline.sqlite`, the photos in `blobs`, and their renditions.
struct StoreFolder: Sendable {
    /// The path of the folder.
    let url: URL

    /// Selects the folder at a path.
    init(_ url: URL) {
        self.url = url.standardizedFileURL
    }

    /// Selects the folder of `--store`; else of `$TIMELINE_HOME`; else `timeline` in the user's
    /// data folder (XDG Base Directory Specification).
    init(option: String?, variables: [String: String]) {
        if let path = option ?? variables["TIMELINE_HOME"], !path.isEmpty {
            self.init(URL(filePath: path))
        } else {
            self.init(
                userFolder("XDG_DATA_HOME", default: ".local/share", variables: variables)
            )
        }
    }

    /// The repository's file.
    var database: URL { url.appending(path: "timeline.sqlite") }

    /// The folder of the photos.
    var blobs: URL { url.appending(path: "blobs") }

    /// The folder of the renditions, which can be created again.
    var renditions: URL { url.appending(path: "renditions") }

    /// The folder of files while they are uploaded by browsers.
    var uploads: URL { url.appending(path: "uploads") }

    /// Whether the store exists.
    var exists: Bool { FileManager.default.fileExists(atPath: database.path) }

    /// Whether the folder is missing or empty.
    var isVacant: Bool {
        get throws {
            try checkPath()
            return try DurableFile.names(in: url).isEmpty
        }
    }

    /// A warning about the folder of a store that does not exist yet; `nil` if the folder is safe.
    var warning: String? {
        guard !exists, let mode = DurableFile.mode(of: url), mode & 0o022 != 0 else { return nil }
        return DoctorText.writableByOthers(url.path)
    }

    /// Checks that the path leads to a folder, or to nothing.
    ///
    /// - Throws: ``CommandError/notAFolder(_:)``.
    func checkPath() throws {
        guard try !DurableFile.exists(url) || DurableFile.isFolder(url) else {
            throw CommandError.notAFolder(url.path)
        }
    }

    /// Opens the store, and creates it if it does not exist.
    ///
    /// - Throws: ``TimelineError``.
    func open(
        hasher: any PasswordHasher,
        environment: TimelineEnvironment,
        repositories: OpenRepositories
    ) throws -> StoreOwner {
        try DurableFile.makeFolder(url)
        let repository = try SQLiteRepository(file: database)
        repositories.add(repository)
        let blobs = try FolderBlobStore(folder: blobs)
        return StoreOwner(
            repository: repository,
            blobs: blobs,
            renditions: RenditionCache(folder: renditions, blobs: blobs),
            hasher: hasher,
            photoProcessor: MediaPhotoProcessor(),
            environment: environment
        )
    }
}

/// Returns the `timeline` folder in one of the user's base folders.
///
/// - Parameters:
///   - variable: the environment variable with the base folder's path.
///   - path: the base folder below the home folder if the variable is unset.
///   - variables: the environment variables.
/// - Returns: the folder, which may not exist.
func userFolder(
    _ variable: String,
    default path: String,
    variables: [String: String]
) -> URL {
    // The specification demands that paths that are not absolute are ignored.
    if let base = variables[variable], base.hasPrefix("/") {
        return URL(filePath: base).appending(path: "timeline")
    }
    let home =
        variables["HOME"].map { URL(filePath: $0) }
        ?? FileManager.default.homeDirectoryForCurrentUser
    return home.appending(path: path).appending(path: "timeline")
}
