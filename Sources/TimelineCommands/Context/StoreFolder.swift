import Foundation
import TimelineCore
import TimelineMedia
import TimelineSQLite

/// The folder that holds a store: `timeline.sqlite` and the photos in `blobs`.
struct StoreFolder: Sendable {
    /// Where the folder lies.
    let url: URL

    /// The folder at a path.
    init(_ url: URL) {
        self.url = url.standardizedFileURL
    }

    /// The folder that `--store` names; else `$TIMELINE_HOME`; else `timeline` in the user's data folder (XDG
    /// Base Directory Specification).
    init(option: String?, variables: [String: String]) {
        if let named = option ?? variables["TIMELINE_HOME"], !named.isEmpty {
            self.init(URL(filePath: named))
        } else {
            self.init(userFolder("XDG_DATA_HOME", ".local/share", variables))
        }
    }

    /// The file that holds the repository.
    var database: URL { url.appending(path: "timeline.sqlite") }

    /// The folder that holds the photos.
    var blobs: URL { url.appending(path: "blobs") }

    /// The folder that holds light copies of the photos, which can be made again.
    var renditions: URL { url.appending(path: "renditions") }

    /// Whether a store is there.
    var exists: Bool { FileManager.default.fileExists(atPath: database.path) }

    /// Whether nothing is there at all.
    var isVacant: Bool {
        get throws {
            try checkPath()
            return try DurableFile.names(in: url).isEmpty
        }
    }

    /// A warning about the folder in which a store is about to be created; `nil` when it is safe.
    var warning: String? {
        guard !exists, let mode = DurableFile.mode(of: url), mode & 0o022 != 0 else { return nil }
        return "Others can write to \(url.path), where the store is created; "
            + "`timeline doctor --repair` closes it to them."
    }

    /// Makes sure that no file lies where the folder is or will be.
    ///
    /// - Throws: ``CommandError/notAFolder(_:)``.
    func checkPath() throws {
        guard try !DurableFile.exists(url) || DurableFile.isFolder(url) else {
            throw CommandError.notAFolder(url.path)
        }
    }

    /// Opens the store, which is made when it is missing.
    ///
    /// - Throws: ``TimelineError``.
    func open(
        hasher: any PasswordHasher,
        environment: TimelineEnvironment,
        noting opened: OpenedStores
    ) throws -> StoreOwner {
        try DurableFile.makeFolder(url)
        let repository = try SQLiteRepository(file: database)
        opened.add(repository)
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

/// The `timeline` folder within one of the user's base folders.
func userFolder(_ variable: String, _ custom: String, _ variables: [String: String]) -> URL {
    // The specification has paths that are not absolute ignored.
    if let base = variables[variable], base.hasPrefix("/") {
        return URL(filePath: base).appending(path: "timeline")
    }
    let home =
        variables["HOME"].map { URL(filePath: $0) }
        ?? FileManager.default.homeDirectoryForCurrentUser
    return home.appending(path: custom).appending(path: "timeline")
}
