public import Foundation
public import TimelineCore

extension StoreOwner {
    /// Exports entries and photos to an archive that other programs can read.
    ///
    /// Docs/Archive.md describes the format. The archive contains one snapshot, even if others
    /// write to the store meanwhile, and identical stores produce identical archives. An export
    /// takes memory for one photo, 8 MiB of entries, and about 300 bytes per photo. The archive
    /// appears at its path once it is complete.
    ///
    /// ```swift
    /// let report = try await owner.export(to: folder.appending(path: "leia.zip"), as: .zip)
    /// ```
    ///
    /// - Parameters:
    ///   - target: The path of the archive. Nothing may exist at this path, except an empty folder
    ///     for ``ArchiveForm/folder``.
    ///   - form: The format of the archive.
    ///   - options: The contents of the archive.
    ///   - progress: Called with the number of entries and 0, and then with the number of photos,
    ///     previews and originals written and their total number. The site is not included. An
    ///     error that it throws ends the export and removes the incomplete archive.
    /// - Returns: The numbers of exported entries and photos.
    /// - Throws: A `TimelineError` if reading or writing fails, or the error of `progress`.
    @concurrent
    public func export(
        to target: URL,
        as form: ArchiveForm,
        _ options: ArchiveOptions = ArchiveOptions(),
        progress: @escaping @Sendable (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
    ) async throws -> ExportReport {
        let (repository, blobs) = (engine.syncedRepository, engine.syncedBlobs)
        // Use a separate lane, because an export can take minutes.
        return try await BlockingExecutor(width: 1)
            .run {
                switch form {
                case .zip:
                    var export = ArchiveExport(
                        to: try ZipWriter(target),
                        blobs: blobs,
                        options: options,
                        progress: progress
                    )
                    return try export.run(repository)
                case .folder:
                    var export = ArchiveExport(
                        to: try FolderWriter(target),
                        blobs: blobs,
                        options: options,
                        progress: progress
                    )
                    return try export.run(repository)
                }
            }
    }
}

/// The options for exporting an archive.
public struct ArchiveOptions: Sendable {
    /// The user to export, or `nil` for everything in the store.
    ///
    /// The entries of a user are their own records, the replies to their posts, and the keys and
    /// profiles of the users that these entries mention.
    public var user: User.ID?
    /// Whether to include the original files of photos, with all metadata.
    public var includesOriginals: Bool
    /// Additional files by path, such as a sealed account.
    public var attachments: [String: Data]
    /// A function that writes the pages of a site that shows the photos of the archive, or `nil` to
    /// write no site.
    public var site: SiteWriter?

    /// A closure that writes a site from the snapshot of the archive.
    ///
    /// It receives the reader of the snapshot, the paths of the photos and previews relative to the
    /// folder of the site, and a closure that writes a file at a path relative to that folder.
    public typealias SiteWriter =
        @Sendable (
            _ reader: any SocialReader,
            _ pictures: [BlobID: String],
            _ write: (_ path: String, _ content: Data) throws -> Void
        ) throws -> Void

    /// Creates export options.
    public init(
        of user: User.ID? = nil,
        includingOriginals: Bool = false,
        attaching attachments: [String: Data] = [:],
        site: SiteWriter? = nil
    ) {
        self.user = user
        includesOriginals = includingOriginals
        self.attachments = attachments
        self.site = site
    }
}

/// The format of an archive on disk.
public enum ArchiveForm: Sendable, Hashable {
    /// A ZIP file.
    case zip
    /// A folder with the same files.
    case folder
}

/// A summary of an exported archive.
///
/// Reports are encoded as JSON. See Docs/JSON.md.
public struct ExportReport: Encodable, Sendable, Hashable {
    /// The number of entries.
    public internal(set) var entries = 0
    /// The numbers of entries by what they are to people.
    package internal(set) var contents = RecordTally()
    /// The number of photos, each counted once.
    public internal(set) var photos = 0
    /// The number of previews of photos.
    public internal(set) var previews = 0
    /// The number of original files.
    public internal(set) var originals = 0
    /// The size of all files in bytes.
    public internal(set) var bytes = 0
    /// The number of photos, previews and originals left out because their files are missing from
    /// the store or damaged.
    public internal(set) var lostPhotos = 0
    /// The number of photos, previews and originals left out because sync has not received them
    /// yet, or because a storage budget has removed them.
    public internal(set) var unavailablePhotos = 0
}

/// A summary of an export in the Firebase layout or as files.
public struct PostExportReport: Encodable, Sendable, Hashable {
    /// The number of exported posts.
    public internal(set) var posts = 0
    /// The number of exported photos.
    public internal(set) var photos = 0
    /// The number of photos left out because their files are missing from the store or damaged.
    public internal(set) var lostPhotos = 0
    /// The number of photos left out because sync has not received them yet, or because their
    /// metadata could not be removed.
    public internal(set) var unavailablePhotos = 0
    /// The number of posts left out because their first photo could not be read.
    ///
    /// Only the Firebase layout requires a photo.
    public internal(set) var omittedPosts = 0
    /// The number of photos after the first one of a post, which the Firebase layout cannot
    /// contain.
    public internal(set) var omittedPhotos = 0
    /// The number of descriptions of exported photos, which the Firebase layout cannot contain.
    public internal(set) var omittedDescriptions = 0
    /// The number of display names and avatars, which the Firebase layout cannot contain.
    public internal(set) var omittedProfileFields = 0

    /// Reads the public copy of a photo and counts it as exported.
    ///
    /// - Returns: The bytes, or `nil` if they cannot be read, in which case the photo is counted as
    ///   lost or unavailable.
    /// - Throws: `TimelineError.storageFailed` if the private data cannot be read.
    mutating func read(
        _ photo: Photo,
        from blobs: any BlobStore,
        _ accounts: any AccountReader
    ) throws -> Data? {
        switch try blobs.exported(photo.blob, accounts) {
        case .content(let content):
            photos += 1
            return content
        case .lost: lostPhotos += 1
        case .unavailable: unavailablePhotos += 1
        }
        return nil
    }
}

/// The contents of a blob for an export, or the reason that it is left out.
enum ExportedBlob {
    case content(Data)
    /// The file is missing from the store or damaged.
    case lost
    /// Sync has not received the blob yet, or a storage budget has removed it.
    case unavailable
}

extension BlobStore {
    /// Reads a blob for an export.
    ///
    /// - Throws: `TimelineError.storageFailed` if the private data cannot be read.
    func exported(_ blob: BlobID, _ accounts: any AccountReader) throws -> ExportedBlob {
        do {
            if let content = try data(for: blob) { return .content(content) }
        } catch TimelineError.storageFailed {
            return .lost
        }
        return try accounts.isAwaited(blob) ? .unavailable : .lost
    }
}
