import Foundation
import TimelineCore

/// The position and the size of the central directory of a zip archive.
struct ZipDirectory: Sendable {
    /// The position of the first record.
    let offset: Int
    /// The size of all records in bytes.
    let byteCount: Int
    /// The number of records.
    let entryCount: Int

    /// The size of the end of central directory record without its comment, in bytes.
    private static let endCount = 22
    /// The maximum length of the comment.
    private static let commentLimit = 0xFFFF

    /// Finds the directory of an archive, in its last 64 KiB.
    ///
    /// - Throws: A fault if the archive has no directory or the directory is damaged.
    init(of file: ArchiveFile) throws(EntryError) {
        let tailCount = min(file.byteCount, Self.endCount + Self.commentLimit)
        let tailStart = file.byteCount - tailCount
        let tail = Data(try file.readExactly(tailCount, at: tailStart))
        guard let index = Self.end(in: tail) else { throw .truncatedFile }
        var end = LittleEndian(tail[(index + 4)...])
        let disks = (try end.number(2), try end.number(2))
        var count = (try end.number(2), try end.number(2))
        var size = try end.number(4)
        var start = try end.number(4)
        let position = tailStart + index
        var limit = position
        if count.1 == 0xFFFF || size == 0xFFFF_FFFF || start == 0xFFFF_FFFF,
            let wide = try Self.wideEnd(of: file, before: position)
        {
            (count, size, start, limit) = (wide.count, wide.size, wide.start, wide.position)
        } else {
            guard disks == (0, 0) else { throw .severalDisks }
        }
        guard count.0 == count.1 else { throw .severalDisks }
        guard start <= limit, size <= limit - start, count.1 <= size / ZipRecord.fixedCount else {
            throw .damagedFile
        }
        (offset, byteCount, entryCount) = (start, size, count.1)
    }

    /// Returns the index of the last end of central directory record with a comment that reaches
    /// exactly to the end of the file.
    private static func end(in tail: Data) -> Int? {
        guard tail.count >= endCount else { return nil }
        return stride(from: tail.count - endCount, through: 0, by: -1)
            .first { index in
                tail[index] == 0x50 && tail[index..<index + 4].elementsEqual([0x50, 0x4B, 5, 6])
                    && Int(tail[index + 20]) | Int(tail[index + 21]) << 8
                        == tail.count - index - endCount
            }
    }

    /// Reads the ZIP64 end of central directory record, if the archive has one.
    private static func wideEnd(
        of file: ArchiveFile,
        before position: Int
    ) throws(EntryError) -> (count: (Int, Int), size: Int, start: Int, position: Int)? {
        guard position >= 20 else { return nil }
        var locator = LittleEndian(try file.readExactly(20, at: position - 20))
        guard try locator.number(4) == 0x0706_4B50 else { return nil }
        guard try locator.number(4) == 0 else { throw .severalDisks }
        let offset = try locator.number(8)
        guard try locator.number(4) <= 1 else { throw .severalDisks }
        guard offset <= position - 20 - 56 else { throw .damagedFile }
        var end = LittleEndian(try file.readExactly(56, at: offset))
        guard try end.number(4) == 0x0606_4B50 else { throw .damagedFile }
        _ = try end.data(12)
        guard try end.number(4) == 0, try end.number(4) == 0 else { throw .severalDisks }
        let count = (try end.number(8), try end.number(8))
        return (count, try end.number(8), try end.number(8), offset)
    }
}
