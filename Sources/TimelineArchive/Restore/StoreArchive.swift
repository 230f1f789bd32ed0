public import Foundation
public import TimelineCore

/// An archive of Timeline that is a folder, such as an extracted ZIP file.
///
/// Only files that the manifest lists are read, and only under paths of known forms, so an archive
/// cannot lead outside its folder.
public struct StoreArchive: Sendable {
    private let folder: URL
    let manifest: ArchiveManifest
    /// The paths of all blobs.
    let blobs: [BlobID: String]

    /// The maximum size of a file with entries, in bytes.
    private static let recordsLimit = 256 << 20

    /// Opens an archive and reads its manifest.
    ///
    /// - Throws: `TimelineError.archiveUnreadable` if the folder contains no valid manifest.
    public init(folder: URL) throws(TimelineError) {
        guard DurableFile.isFolder(folder) else {
            throw .archiveUnreadable(ArchiveText.notAFolder)
        }
        self.folder = folder
        let path = folder.appending(path: ArchiveManifest.path)
        guard let size = DurableFile.size(of: path), size <= ArchiveManifest.sizeLimit,
            let json = try DurableFile.read(path)
        else { throw .archiveUnreadable(ArchiveText.notAnArchive) }
        manifest = try ArchiveManifest(reading: json)
        var blobs: [BlobID: String] = [:]
        for file in manifest.files {
            guard let (_, blob) = ArchiveLayout.blob(at: file.path) else { continue }
            blobs[blob] = file.path
        }
        self.blobs = blobs
    }

    /// The files with entries, in the order of their paths.
    var recordFiles: [ArchiveManifest.File] {
        manifest.files.filter { ArchiveLayout.isRecords($0.path) }.sorted { $0.path < $1.path }
    }

    /// Reads a file with entries.
    ///
    /// - Returns: The contents and whether they match the manifest, or `nil` if the file is missing
    ///   or too large.
    func records(_ file: ArchiveManifest.File) -> (content: Data, isWhole: Bool)? {
        guard let content = content(at: file.path, limit: Self.recordsLimit) else {
            return nil
        }
        return (content, BlobID(of: content) == file.hash)
    }

    /// Reads a photo or preview, and checks its hash and that it is a picture.
    ///
    /// - Throws: ``EntryFault``.
    func picture(_ blob: BlobID, at path: String) throws(EntryFault) -> Blob {
        guard let content = content(at: path, limit: PictureLimits.bytes) else {
            throw EntryFault.fileMissing
        }
        let picture = Blob(content)
        guard picture.id == blob else { throw EntryFault.wrongHash }
        // Any error means that no reader could show the picture.
        guard (try? PictureHeader(reading: content)) != nil else { throw EntryFault.notAPicture }
        return picture
    }

    /// Returns the contents of a regular file, or `nil` if there is none that can be read.
    private func content(at path: String, limit: Int) -> Data? {
        let url = folder.appending(path: path)
        guard let size = DurableFile.size(of: url), size <= limit else { return nil }
        // An error concerns one file of the archive, which is reported as missing.
        return (try? DurableFile.readFile(url)) ?? nil
    }
}
