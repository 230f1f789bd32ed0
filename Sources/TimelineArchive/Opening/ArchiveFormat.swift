public import Foundation
public import TimelineCore

/// The format of an archive or folder from which posts are imported.
public enum ArchiveFormat: Hashable, Sendable {
    /// An archive that Instagram creates with "Download your information" in JSON: a zip archive or
    /// its extracted folder.
    ///
    /// Layouts from 2020 to 2026 are recognized. With `places`, the coordinates of pictures and the
    /// names of places are imported, too.
    case instagram(places: Bool)

    /// An archive that a Mastodon server creates for a user: a compressed tar archive, a zip
    /// archive or its extracted folder.
    ///
    /// Posts for followers only and direct messages are imported only with `includesPrivate`,
    /// because all posts in Timeline have the same audience.
    case mastodon(includesPrivate: Bool)
    /// A folder with pictures, each of which becomes a post.
    ///
    /// With `albums`, the pictures of each folder become one post; pictures that the folder gains
    /// later become a further post. With `places`, the locations of pictures are imported, too. Dates
    /// are taken from Exif, XMP or IPTC, a sidecar, the name of the file or its time. The time zone is
    /// that of dates without an offset.
    case folder(albums: Bool, places: Bool = false, timeZone: TimeZone = .current)

    /// Opens a source.
    ///
    /// This call blocks.
    ///
    /// - Parameters:
    ///   - path: The archive or folder.
    ///   - now: The current time.
    /// - Returns: The source.
    /// - Throws: `TimelineError.archiveUnreadable` if the archive has another format.
    func source(at path: URL, now: Date) throws(TimelineError) -> any PostSource {
        try source(of: ArchiveOpening.open(path), now: now)
    }

    /// Recognizes the contents of an archive.
    ///
    /// This call blocks.
    ///
    /// - Throws: `TimelineError.archiveUnreadable` if the archive has another format.
    func source(of archive: any ArchiveSource, now: Date) throws(TimelineError) -> any PostSource {
        switch self {
        case .instagram(let places):
            return try InstagramSource(archive, includesPlaces: places)
        case .mastodon(let includesPrivate):
            return try MastodonSource(archive, includesPrivate: includesPrivate)
        case .folder(let albums, let places, let timeZone):
            guard let folder = archive as? FolderSource else {
                throw .archiveUnreadable(ArchiveText.notAFolder)
            }
            let settings = PhotoFolderSettings(
                formsAlbums: albums,
                includesPlaces: places,
                timeZone: timeZone,
                now: now,
                name: folder.name
            )
            return PhotoFolderSource(folder, settings)
        }
    }
}

extension UserSession {
    /// Imports the posts in an archive from another service, or in a folder, as posts by the
    /// session's user.
    ///
    /// The posts get their original times, and are signed by the user's device. Importing the same
    /// archive again imports nothing, on this device or another one, and deleted posts stay
    /// deleted. A damaged or hostile entry is rejected and does not affect the others.
    ///
    /// The archive is read in place. The import uses a transaction for every hundred posts or 4 MiB
    /// of pictures. If it is interrupted, importing the archive again completes it.
    ///
    /// - Parameters:
    ///   - path: The archive or folder.
    ///   - format: The format of the archive.
    ///   - isDryRun: Whether to examine everything but write nothing.
    ///   - report: Receives each finding, in the order of the archive.
    ///   - progress: Receives the number of processed posts, pictures and videos, and the total
    ///     number.
    /// - Returns: The numbers of posts, pictures and videos by outcome.
    /// - Throws: `TimelineError.archiveUnreadable` if the archive as a whole cannot be read,
    ///   `TimelineError.notLoggedIn`, a storage error, `CancellationError`, or an error thrown by
    ///   `report`.
    public func importPosts(
        from path: URL,
        as format: ArchiveFormat,
        isDryRun: Bool = false,
        report: @escaping @Sendable (ImportFinding) throws -> Void = { _ in },
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws -> PostImportReport {
        let now = importTime
        let (source, total) = try await readingArchive {
            let source = try format.source(at: path, now: now)
            return (source, source.entryCount())
        }
        var work = PostImport(of: source, into: self, isDryRun: isDryRun, report: report)
        try await work.run { progress($0, total) }
        return work.result
    }
}

/// The kind of an archive, recognized by the names of its files.
public enum RecognizedArchive: Hashable, Sendable {
    /// A Timeline archive, to be opened as a ``StoreArchive``.
    case timeline
    /// An archive from another service, which contains the posts of one user.
    case posts(ArchiveFormat)
}

extension UserSession {
    /// Determines the kind of an archive.
    ///
    /// The files in the archive are not read, so that an archive of an unwanted kind can be refused
    /// at little cost.
    ///
    /// - Parameters:
    ///   - path: The file or folder.
    ///   - includesPlaces: Whether to import places from an archive of another service.
    /// - Returns: The kind. An unknown archive is treated as an Instagram archive, which the import
    ///   then rejects with a reason.
    /// - Throws: `TimelineError.archiveUnreadable` if the file is not an archive, or a storage
    ///   error.
    public func recognizeArchive(
        at path: URL,
        includingPlaces includesPlaces: Bool = false
    ) async throws -> RecognizedArchive {
        try await readingArchive {
            let names = try ArchiveOpening.open(path).entries.map(\.path)
            if names.contains(ArchiveManifest.path) { return .timeline }
            let hasOutbox = names.contains { $0.split(separator: "/").last == "outbox.json" }
            return .posts(
                hasOutbox ? .mastodon(includesPrivate: false) : .instagram(places: includesPlaces)
            )
        }
    }
}

/// Opens a zip archive, a tar archive or a folder, according to its contents.
enum ArchiveOpening {
    /// Opens an archive or a folder.
    ///
    /// This call blocks. A compressed tar archive is read to the end.
    static func open(_ path: URL) throws(TimelineError) -> any ArchiveSource {
        if DurableFile.isFolder(path) { return try FolderSource(path) }
        let file = try ArchiveFile(path)
        return try isZip(file) ? ZipArchive(file) : TarArchive(file)
    }

    /// Returns whether a file starts with the signature of a zip archive, which may be empty.
    private static func isZip(_ file: ArchiveFile) throws(TimelineError) -> Bool {
        do throws(EntryError) {
            let start = Array(try file.read(4, at: 0))
            return start.starts(with: [0x50, 0x4B, 3, 4]) || start.starts(with: [0x50, 0x4B, 5, 6])
        } catch {
            throw .archiveUnreadable(error.reason)
        }
    }
}
