import Foundation
import TimelineCore

/// An export of one snapshot of a store.
struct ArchiveExport<Writer: ArchiveWriter> {
    private var writer: Writer
    private let blobs: any BlobStore
    private let options: ArchiveOptions
    private let progress: (_ done: Int, _ total: Int) throws -> Void
    private var manifest: ArchiveManifest
    private var report = ExportReport()

    /// Creates an export that writes nothing yet.
    init(
        to writer: Writer,
        blobs: any BlobStore,
        options: ArchiveOptions,
        progress: @escaping (_ done: Int, _ total: Int) throws -> Void
    ) {
        self.writer = writer
        self.blobs = blobs
        self.options = options
        self.progress = progress
        manifest = ArchiveManifest(of: options.user)
    }

    /// Writes the archive.
    ///
    /// - Throws: A `TimelineError` if reading or writing fails, or an error of the progress. The
    ///   incomplete archive is removed.
    mutating func run(_ repository: any Repository) throws -> ExportReport {
        do {
            // A repository in which blobs are reserved accepts no write while a snapshot is read.
            let known = try repository.read { try $0.referencedBlobs() }
            try Self.reserving(known, in: blobs) {
                try repository.readAtLength { reader, accounts in
                    let added = try reader.referencedBlobs().subtracting(known)
                    try Self.reserving(added, in: blobs) {
                        let photos = try writeEntries(reader)
                        try writePhotos(photos, accounts)
                    }
                    if let site = options.site { try write(site, reader: reader) }
                }
            }
            for (path, content) in options.attachments.sorted(by: { $0.key < $1.key }) {
                try add(path, content)
            }
            let content = manifest.json
            report.bytes += content.count
            try writer.add(ArchiveManifest.path, content: content)
            try writer.finish()
            return report
        } catch {
            writer.discard()
            throw error
        }
    }

    /// Announces the photos of the snapshot, so that they stay in the store until `body` has copied
    /// them.
    ///
    /// If the store's disk is full or read-only, nothing can be announced, and others can hardly
    /// remove a photo. If they do, it counts as lost.
    private static func reserving(
        _ photos: Set<BlobID>,
        in blobs: any BlobStore,
        _ body: () throws -> Void
    ) throws {
        guard !photos.isEmpty else { return try body() }
        var isReserved = false
        do {
            try blobs.reserving(photos.sorted(), as: .storing) {
                isReserved = true
                try body()
            }
        } catch is TimelineError where !isReserved {
            try body()
        }
    }

    /// Writes a file and lists it in the manifest.
    private mutating func add(_ path: String, _ content: Data, hash: BlobID? = nil) throws {
        try writer.add(path, content: content)
        report.bytes += content.count
        manifest.files.append(
            ArchiveManifest.File(
                path: path,
                byteCount: content.count,
                hash: hash ?? BlobID(of: content)
            )
        )
    }

    /// Writes a site, which the manifest does not list: it can be recreated from the entries, and
    /// two stores with the same entries can show different usernames.
    private mutating func write(
        _ site: ArchiveOptions.SiteWriter,
        reader: any SocialReader
    ) throws {
        var pictures: [BlobID: String] = [:]
        for file in manifest.files {
            guard let (folder, blob) = ArchiveLayout.blob(at: file.path), folder != .originals
            else { continue }
            pictures[blob] = "../" + file.path
        }
        try site(reader, pictures) { path, content in
            try writer.add(ArchiveLayout.site + path, content: content)
            report.bytes += content.count
        }
    }

    // MARK: Entries

    /// The blobs that the exported entries reference.
    private struct Photos {
        var blobs: Set<BlobID> = []
        var previews: Set<BlobID> = []
        var owners: [BlobID: Set<User.ID>] = [:]
    }

    private mutating func writeEntries(_ reader: any SocialReader) throws -> Photos {
        let selection = try EntrySelection(of: options.user, in: reader)
        var photos = Photos()
        var files = RecordFiles()
        try reader.forEachRecord { record in
            guard selection.includes(record) else { return }
            for photo in record.photos {
                photos.blobs.insert(photo.blob)
                if let preview = photo.preview { photos.previews.insert(preview.blob) }
                if options.includesOriginals {
                    photos.owners[photo.blob, default: []].insert(record.author)
                }
            }
            report.contents.add(record)
            try files.append(record) { try add($0, $1) }
            if files.count.isMultiple(of: 1000) { try progress(files.count, 0) }
        }
        try files.finish { try add($0, $1) }
        photos.previews.subtract(photos.blobs)
        report.entries = files.count
        manifest.entryCount = files.count
        return photos
    }

    // MARK: Photos

    /// Writes the public copies, the previews, and the originals with their list.
    private mutating func writePhotos(
        _ photos: Photos,
        _ accounts: any AccountReader
    ) throws {
        let originals = try originals(of: photos, accounts)
        let files: [(blob: BlobID, folder: ArchiveLayout.Folder)] =
            photos.blobs.sorted().map { ($0, .blobs) }
            + photos.previews.sorted().map { ($0, .previews) }
            + Set(originals.map(\.original)).sorted().map { ($0, .originals) }
        var writtenOriginals: Set<BlobID> = []
        for (index, file) in files.enumerated() {
            if try write(file.blob, to: file.folder, accounts) {
                switch file.folder {
                case .blobs: report.photos += 1
                case .previews: report.previews += 1
                case .originals: writtenOriginals.insert(file.blob)
                }
            }
            try progress(index + 1, files.count)
        }
        report.originals = writtenOriginals.count
        try writeList(of: originals.filter { writtenOriginals.contains($0.original) })
    }

    /// Writes a blob, or counts it as lost or unavailable.
    ///
    /// - Returns: Whether the archive contains the blob.
    private mutating func write(
        _ blob: BlobID,
        to folder: ArchiveLayout.Folder,
        _ accounts: any AccountReader
    ) throws -> Bool {
        let exported = try blobs.exported(blob, accounts)
        guard case .content(let content) = exported else {
            if case .lost = exported {
                report.lostPhotos += 1
            } else {
                report.unavailablePhotos += 1
            }
            // No line lists an original that the archive lacks.
            if folder != .originals { manifest.missing.append(blob) }
            return false
        }
        // Any error means that the file is not a picture that this version knows.
        let type = try? PictureHeader(reading: content).mediaType
        let path = ArchiveLayout.path(
            of: blob,
            in: folder,
            extension: type?.fileExtension ?? ArchiveLayout.unknownExtension
        )
        try add(path, content, hash: blob)
        return true
    }

    // MARK: Originals

    /// A file that a user shared, and the photo that is its public copy.
    private struct Original {
        let original: BlobID
        let photo: BlobID
        let user: User.ID
    }

    /// Returns the originals to export, in the order of the photos and their users.
    private func originals(
        of photos: Photos,
        _ accounts: any AccountReader
    ) throws -> [Original] {
        var originals: [Original] = []
        for (photo, owners) in photos.owners.sorted(by: { $0.key < $1.key }) {
            for owner in owners.sorted() where options.user == nil || owner == options.user {
                guard let original = try accounts.original(of: photo, by: owner) else { continue }
                originals.append(Original(original: original, photo: photo, user: owner))
            }
        }
        return originals
    }

    private mutating func writeList(of originals: [Original]) throws {
        guard !originals.isEmpty else { return }
        let lines = originals.map { original in
            let line = JSONValue.object([
                "original": .string(original.original.description),
                "public": .string(original.photo.description), "user": JSONValue(original.user),
            ])
            return line.json + "\n"
        }
        try add(ArchiveLayout.originals, Data(lines.joined().utf8))
    }
}

/// The records that belong to the archive of a user, or of the whole store.
struct EntrySelection {
    private let user: User.ID?
    /// The users that the records mention, whose keys and profiles are included.
    private var introduced: Set<User.ID> = []

    /// Selects records.
    ///
    /// For a single user, this reads all records in the store.
    init(of user: User.ID?, in reader: any SocialReader) throws {
        self.user = user
        guard let user = self.user else { return }
        try reader.forEachRecord { record in
            guard record.concerns(user) else { return }
            introduced.formUnion([record.author, record.scope])
            if case .followed(let other) = record.content { introduced.insert(other) }
        }
    }

    /// Returns whether a record is exported.
    func includes(_ record: VerifiedRecord) -> Bool {
        guard let user else { return true }
        return record.concerns(user)
            || record.introducesAuthor && introduced.contains(record.author)
    }
}

extension VerifiedRecord {
    /// Whether a user is the author of the record, or of the post that it concerns.
    fileprivate func concerns(_ user: User.ID) -> Bool {
        author == user || scope == user
    }
}

/// A writer of the files in `records`, one after the other.
struct RecordFiles {
    /// The maximum number of lines in a file.
    private static let lineLimit = 50_000
    /// The size in bytes at which a new file is started.
    private static let byteLimit = 8 << 20

    private var content = Data()
    private var lineCount = 0
    private var number = 0
    /// The number of lines added so far.
    private(set) var count = 0

    /// Adds a record.
    ///
    /// - Parameters:
    ///   - record: The record, whose position is higher than that of the previous one.
    ///   - add: Writes a complete file.
    /// - Throws: Any error thrown by `add`.
    mutating func append(
        _ record: VerifiedRecord,
        _ add: (_ path: String, Data) throws -> Void
    ) throws {
        content.append(contentsOf: record.archiveLine.utf8)
        content.append(UInt8(ascii: "\n"))
        (lineCount, count) = (lineCount + 1, count + 1)
        if lineCount >= Self.lineLimit || content.count >= Self.byteLimit { try finish(add) }
    }

    /// Writes the current file, unless it is empty.
    mutating func finish(_ add: (_ path: String, Data) throws -> Void) throws {
        guard lineCount > 0 else { return }
        number += 1
        try add(ArchiveLayout.records(number), content)
        (content, lineCount) = (Data(), 0)
    }
}
