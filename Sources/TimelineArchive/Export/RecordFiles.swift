import Foundation
import TimelineCore

/// A writer of the files in `records`, one after the other.
struct RecordFiles {
    /// The maximum number of lines in a file.
    private static let lineLimit = 50_000
    /// The size in bytes at which a new file is started.
    private static let byteLimit = 8 << 20

    /// The lines of the current millisecond, which have not been sorted yet.
    private var pending: [ArchiveLine] = []
    private var content = Data()
    private var lineCount = 0
    private var number = 0
    /// The number of lines added so far.
    private(set) var count = 0

    /// Adds an entry, which must not be older than the previous one.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - add: Writes a complete file.
    /// - Throws: Any error thrown by `add`.
    mutating func append(
        _ entry: SharedEntry,
        _ add: (_ path: String, Data) throws -> Void
    ) throws {
        if let last = pending.last, last.milliseconds != entry.milliseconds { try flush(add) }
        pending.append(ArchiveLine(entry))
        count += 1
    }

    /// Writes the last file.
    ///
    /// - Throws: Any error thrown by `add`.
    mutating func finish(_ add: (_ path: String, Data) throws -> Void) throws {
        try flush(add)
        try endFile(add)
    }

    private mutating func flush(_ add: (String, Data) throws -> Void) throws {
        for line in pending.sorted() {
            content.append(contentsOf: line.text.utf8)
            content.append(UInt8(ascii: "\n"))
            lineCount += 1
            if lineCount >= Self.lineLimit || content.count >= Self.byteLimit { try endFile(add) }
        }
        pending.removeAll(keepingCapacity: true)
    }

    private mutating func endFile(_ add: (String, Data) throws -> Void) throws {
        guard lineCount > 0 else { return }
        number += 1
        try add(ArchiveLayout.records(number), content)
        (content, lineCount) = (Data(), 0)
    }
}
