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
    func picture(_ blob: BlobID, at path: String) throws(EntryError) -> Blob {
        let picture = Blob(try stream(at: path).readAll(limit: PictureLimits.bytes))
        guard picture.id == blob else { throw .wrongHash }
        // Any error means that the file is not a picture.
        guard (try? PictureHeader(reading: picture.content)) != nil else {
            throw .unreadablePicture
        }
        return picture
    }

    /// Reads a file that an export attached, or returns `nil` if the archive does not list it.
    ///
    /// - Throws: `TimelineError.archiveUnreadable` if the file is damaged.
    package func attachment(_ path: String, limit: Int) throws(TimelineError) -> Data? {
        guard manifest.files.contains(where: { $0.path == path }) else { return nil }
        do throws(EntryError) {
            return try stream(at: path).readAll(limit: limit)
        } catch {
            throw .archiveUnreadable("\(path): \(error.reason)")
        }
    }

    private func stream(at path: String) throws(EntryError) -> any ByteStream {
        guard let entry = entries[path] else { throw .fileMissing }
        return try source.open(entry)
    }
}

/// A reader of the lines of a file, a chunk at a time.
struct LineReader {
    private let stream: any ByteStream
    /// The bytes that have been read but not returned.
    private var rest = Data()
    private var number = 0
    private var isAtEnd = false
    /// Whether the start of the current line has been dropped, because the line is too long.
    private var isTooLong = false

    /// The maximum length of a line in bytes.
    private static let lineLimit = 1 << 20
    /// The number of lines, and their size in bytes, at which a chunk ends.
    ///
    /// Files that an export writes are not larger.
    private static let chunkLimit = (lines: 50_000, bytes: 8 << 20)

    /// A line without its line break.
    struct Line {
        /// The number of the line, from 1.
        let number: Int
        /// The bytes, or the fault of a line that is too long.
        let content: Result<Data, EntryError>
    }

    /// Creates a reader of the lines in a stream.
    init(_ stream: any ByteStream) {
        self.stream = stream
    }

    /// Reads the next lines that are not empty.
    ///
    /// - Returns: The lines, or `nil` at the end of the file.
    /// - Throws: ``EntryError`` if the file is damaged.
    mutating func nextChunk() throws(EntryError) -> [Line]? {
        var lines: [Line] = []
        var byteCount = 0
        while lines.count < Self.chunkLimit.lines, byteCount < Self.chunkLimit.bytes,
            let line = try next()
        {
            if case .success(let content) = line.content {
                guard !content.isEmpty else { continue }
                byteCount += content.count
            }
            lines.append(line)
        }
        return lines.isEmpty ? nil : lines
    }

    private mutating func next() throws(EntryError) -> Line? {
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) { return line(endingAt: end) }
            guard !isAtEnd else {
                return rest.isEmpty && !isTooLong ? nil : line(endingAt: rest.endIndex)
            }
            if rest.count > Self.lineLimit { (rest, isTooLong) = (Data(), true) }
            let part = try stream.next()
            if part.isEmpty { isAtEnd = true } else { rest += part }
        }
    }

    private mutating func line(endingAt end: Data.Index) -> Line {
        let content = rest[..<end]
        rest = rest[end...].dropFirst()
        number += 1
        defer { isTooLong = false }
        let isAllowed = !isTooLong && content.count <= Self.lineLimit
        return Line(number: number, content: isAllowed ? .success(content) : .failure(.lineTooLong))
    }
}
