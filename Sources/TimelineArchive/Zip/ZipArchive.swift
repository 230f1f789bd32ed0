import Foundation
import TimelineCore

/// A zip archive, read in place through its central directory.
///
/// Supports stored and deflated entries, and ZIP64. Everything is checked against the directory: an
/// entry is rejected if its local header differs, because other programs might then read a
/// different file.
struct ZipArchive: ArchiveSource {
    let entries: [ArchiveEntry]
    let rejections: [RejectedEntry]
    private let file: ArchiveFile
    private let directory: ZipDirectory
    /// The records of the entries, in the order of their positions.
    private let records: [ZipRecord]

    /// The maximum number of entries.
    private static let entryLimit = 1_000_000
    /// The size of a local header before the path.
    private static let headerCount = 30

    /// Opens an archive and reads its directory.
    ///
    /// - Throws: `TimelineError.archiveUnreadable` if the directory is missing or damaged.
    init(_ file: ArchiveFile) throws(TimelineError) {
        self.file = file
        do throws(EntryError) {
            directory = try ZipDirectory(of: file)
            guard directory.entryCount <= Self.entryLimit else { throw .tooManyEntries }
            let listing = try Listing(of: file, directory)
            (entries, rejections, records) = (listing.entries, listing.rejections, listing.records)
        } catch {
            throw .archiveUnreadable(ArchiveText.unreadableDirectory(error.reason))
        }
    }

    func open(_ entry: ArchiveEntry) throws(EntryError) -> any ByteStream {
        let record = records[entry.position]
        var header = LittleEndian(try file.readExactly(Self.headerCount, at: record.offset))
        guard try header.number(4) == 0x0403_4B50 else { throw .headersDiffer }
        _ = try header.number(2)
        let flags = try header.number(2)
        let method = try header.number(2)
        _ = try header.number(4)
        let checksum = UInt32(try header.number(4))
        let sizes = (try header.number(4), try header.number(4))
        let counts = (try header.number(2), try header.number(2))
        let names = try file.readExactly(
            counts.0 + counts.1,
            at: record.offset + Self.headerCount
        )
        guard method == record.method, flags & 0x2061 == record.flags & 0x2061,
            names.prefix(counts.0) == record.name
        else { throw .headersDiffer }
        // If the header lacks these values, a data descriptor with them follows the file.
        if flags & 8 == 0 || checksum != 0 || sizes != (0, 0) {
            var wide = try ZipRecord.wideValues(in: names.dropFirst(counts.0))
            let byteCount = sizes.1 == 0xFFFF_FFFF ? try wide.number(8) : sizes.1
            let compressed = sizes.0 == 0xFFFF_FFFF ? try wide.number(8) : sizes.0
            let isDeferred = flags & 8 != 0 && checksum == 0 && byteCount == 0 && compressed == 0
            guard
                isDeferred
                    || checksum == record.checksum && byteCount == record.byteCount
                        && compressed == record.compressedCount
            else { throw .headersDiffer }
        }
        let start = record.offset + Self.headerCount + counts.0 + counts.1
        guard record.compressedCount <= directory.offset - start else { throw .outsideArchive }
        let bytes = FileStream(file, range: start..<start + record.compressedCount)
        return try ZipEntryStream(bytes, record: record)
    }

    /// The checked entries of a directory.
    private struct Listing {
        var entries: [ArchiveEntry] = []
        var rejections: [RejectedEntry] = []
        var records: [ZipRecord] = []

        init(of file: ArchiveFile, _ directory: ZipDirectory) throws(EntryError) {
            try read(file, directory: directory)
            rejectOverlaps(before: directory.offset)
        }

        /// Reads the directory in parts, because it can be larger than memory.
        private mutating func read(
            _ file: ArchiveFile,
            directory: ZipDirectory
        ) throws(EntryError) {
            var paths: Set<PathKey> = []
            var position = directory.offset
            let end = directory.offset + directory.byteCount
            for _ in 0..<directory.entryCount {
                // A record has a path, extra fields and a comment of up to 64 KiB each.
                let count = min(end - position, ZipRecord.fixedCount + 3 * 0xFFFF)
                var reader = try chunk(of: file, at: position, count)
                let before = reader.remaining
                let record = try ZipRecord(&reader)
                position += before - reader.remaining
                add(record, paths: &paths)
            }
        }

        private var buffer = (start: 0, bytes: Data())

        /// Returns a reader for the bytes at a position, which come from a buffer if it contains
        /// them.
        private mutating func chunk(
            of file: ArchiveFile,
            at position: Int,
            _ count: Int
        ) throws(EntryError) -> LittleEndian {
            let end = buffer.start + buffer.bytes.count
            if position < buffer.start || position + count > end {
                buffer = (position, try file.read(max(count, 1 << 20), at: position))
            }
            return LittleEndian(buffer.bytes.dropFirst(position - buffer.start).prefix(count))
        }

        private mutating func add(_ record: ZipRecord, paths: inout Set<PathKey>) {
            do throws(EntryError) {
                let path = try record.checkedPath()
                guard !record.isFolder else { return }
                guard paths.insert(PathKey(path)).inserted else { throw .duplicatePath }
                entries.append(
                    ArchiveEntry(path: path, byteCount: record.byteCount, position: records.count)
                )
                records.append(record)
            } catch {
                rejections.append(RejectedEntry(name: record.name, fault: error))
            }
        }

        /// Rejects entries that lie outside the archive or overlap a preceding entry.
        ///
        /// With overlapping entries, a small archive could expand to any size.
        private mutating func rejectOverlaps(before directory: Int) {
            var rejected: [Int: EntryError] = [:]
            var end = 0
            for index in records.indices.sorted(by: { records[$0].offset < records[$1].offset }) {
                let record = records[index]
                // A position in the ZIP64 field can be as large as Int.max.
                guard record.offset <= directory,
                    record.compressedCount
                        <= directory - record.offset - headerCount - record.name.count
                else {
                    rejected[index] = .outsideArchive
                    continue
                }
                if record.offset < end {
                    rejected[index] = .overlapping
                } else {
                    end = record.offset + headerCount + record.name.count + record.compressedCount
                }
            }
            guard !rejected.isEmpty else { return }
            entries.removeAll { entry in
                guard let fault = rejected[entry.position] else { return false }
                rejections.append(RejectedEntry(path: entry.path, fault: fault))
                return true
            }
        }
    }
}

/// The bytes of one entry of a zip archive, decompressed and checked.
final class ZipEntryStream: ByteStream {
    private let compressed: FileStream
    private let record: ZipRecord
    private let inflater: Inflater?
    private var input = Data()
    private var produced = 0
    private var checksum = CRC32()

    /// The maximum number of bytes to decompress at a time.
    private static let chunkSize = 1 << 18

    /// Creates a stream of an entry's compressed bytes.
    init(_ compressed: FileStream, record: ZipRecord) throws(EntryError) {
        self.compressed = compressed
        self.record = record
        inflater = record.method == 8 ? try Inflater() : nil
    }

    func next() throws(EntryError) -> Data {
        let bytes: Data
        if let inflater { bytes = try inflate(inflater) } else { bytes = try compressed.next() }
        produced += bytes.count
        checksum.update(bytes)
        guard produced <= record.byteCount else { throw .wrongSize }
        if bytes.isEmpty {
            guard produced == record.byteCount else { throw .wrongSize }
            guard checksum.value == record.checksum else { throw .wrongChecksum }
        }
        return bytes
    }

    private func inflate(_ inflater: Inflater) throws(EntryError) -> Data {
        while !inflater.isAtEnd {
            if input.isEmpty {
                input = try compressed.next()
                guard !input.isEmpty else { throw .truncatedFile }
            }
            let bytes = try inflater.inflate(&input, limit: Self.chunkSize)
            if !bytes.isEmpty { return bytes }
        }
        // Bytes after the end of the deflated data would be invisible to other programs.
        guard input.isEmpty else { throw .wrongSize }
        guard try compressed.next().isEmpty else { throw .wrongSize }
        return Data()
    }
}
