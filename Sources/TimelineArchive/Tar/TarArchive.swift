import Foundation
import TimelineCore

/// A tar archive, with or without gzip compression.
///
/// The whole archive is read once to list its entries. If a header is damaged, the entries after it
/// are unreachable and missing from the list.
struct TarArchive: ArchiveSource {
    let entries: [ArchiveEntry]
    let rejections: [RejectedEntry]
    private let bytes: TarBytes

    /// Opens an archive and lists its entries.
    ///
    /// - Throws: `TimelineError.archiveUnreadable` if the file does not start with a header.
    init(_ file: ArchiveFile) throws(TimelineError) {
        do throws(EntryError) {
            bytes = try GzipFile.isGzip(file) ? .compressed(GzipFile(file)) : .plain(file)
            let listing = TarListing(of: try bytes.stream(from: 0))
            guard !listing.isEmpty else { throw .damagedHeader }
            (entries, rejections) = (listing.entries, listing.rejections)
        } catch {
            throw .archiveUnreadable(ArchiveText.notAnArchive)
        }
    }

    func open(_ entry: ArchiveEntry) throws(EntryError) -> any ByteStream {
        TarEntryStream(try bytes.stream(from: entry.position), byteCount: entry.byteCount)
    }
}

/// The bytes of a tar archive after decompression.
private enum TarBytes: Sendable {
    case plain(ArchiveFile)
    case compressed(GzipFile)

    /// Returns the bytes from a position to the end.
    func stream(from position: Int) throws(EntryError) -> any ByteStream {
        switch self {
        case .plain(let file):
            FileStream(file, range: min(position, file.byteCount)..<file.byteCount)
        case .compressed(let file): try file.stream(from: position)
        }
    }
}

/// The bytes of one entry of a tar archive.
private final class TarEntryStream: ByteStream {
    private let archive: any ByteStream
    private var remaining: Int

    init(_ archive: any ByteStream, byteCount: Int) {
        self.archive = archive
        remaining = byteCount
    }

    func next() throws(EntryError) -> Data {
        guard remaining > 0 else { return Data() }
        let bytes = try archive.next().prefix(remaining)
        guard !bytes.isEmpty else { throw .truncatedFile }
        remaining -= bytes.count
        return bytes
    }
}
