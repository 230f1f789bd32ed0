public import Foundation
public import TimelineCore

/// A Timeline archive: a ZIP file, or a folder with the same files.
///
/// ZIP files are read in place. Only files that the manifest lists are read, and only under paths
/// of known forms, so an archive cannot reach files outside its folder.
public struct StoreArchive: Sendable {
    private let source: any ArchiveSource
    private let entries: [String: ArchiveEntry]
    let manifest: ArchiveManifest
    /// The paths of photos and previews.
    let blobs: [BlobID: String]
    /// The paths of originals.
    let originals: [BlobID: String]
    /// The photos and previews that the export left out.
    let missing: Set<BlobID>

    /// Opens an archive and reads its manifest.
    ///
    /// This call blocks.
    ///
    /// - Throws: `TimelineError.archiveUnreadable` if the path is not that of an archive with a
    ///   valid manifest.
    public init(at path: URL) throws(TimelineError) {
        source = try ArchiveOpening.open(path)
        entries = Dictionary(source.entries.map { ($0.path, $0) }) { first, _ in first }
        let json: Data
        do throws(EntryError) {
            guard let entry = entries[ArchiveManifest.path] else { throw .fileMissing }
            json = try source.open(entry).readAll(limit: ArchiveManifest.sizeLimit)
        } catch {
            throw .archiveUnreadable(ArchiveText.noManifest)
        }
        manifest = try ArchiveManifest(reading: json)
        var (blobs, originals): ([BlobID: String], [BlobID: String]) = ([:], [:])
        for file in manifest.files {
            guard let (folder, blob) = ArchiveLayout.blob(at: file.path) else { continue }
            if folder == .originals { originals[blob] = file.path } else { blobs[blob] = file.path }
        }
        (self.blobs, self.originals) = (blobs, originals)
        missing = Set(manifest.missing)
    }

    /// The files with entries, in the order of their paths.
    var recordFiles: [ArchiveManifest.File] {
        manifest.files.filter { ArchiveLayout.isRecords($0.path) }.sorted { $0.path < $1.path }
    }

    /// The list of originals, or `nil` if the archive has none.
    var originalList: ArchiveManifest.File? {
        manifest.files.first { $0.path == ArchiveLayout.originals }
    }

    /// Reads a file to the end, and returns whether it matches the manifest.
    ///
    /// - Throws: ``EntryError`` if the file is missing or damaged.
    func isWhole(_ file: ArchiveManifest.File) throws(EntryError) -> Bool {
        let stream = try stream(at: file.path)
        return try BlobID(hashing: stream.next) == file.hash
    }

    /// Opens a file to read it line by line.
    ///
    /// - Throws: ``EntryError`` if the file is missing or cannot be opened.
    func lines(of file: ArchiveManifest.File) throws(EntryError) -> LineReader {
        LineReader(try stream(at: file.path))
    }

    /// Reads a photo, preview or original, and checks its hash and that it is a picture.
    ///
    /// - Throws: ``EntryError``.
    func picture(_ blob: BlobID, at path: String) throws(EntryError) -> Blob {
        let picture = Blob(try stream(at: path).readAll(limit: PictureLimits.bytes))
        guard picture.id == blob else { throw .wrongHash }
        // Any error means that the file is not a picture.
        guard (try? PictureHeader(reading: picture.content)) != nil else {
            throw .unreadablePicture
        }
        return picture
    }

    private func stream(at path: String) throws(EntryError) -> any ByteStream {
        guard let entry = entries[path] else { throw .fileMissing }
        return try source.open(entry)
    }
}
