import Foundation
import TimelineCore

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
    ///
    /// - Throws: Any error thrown by `add`.
    mutating func finish(_ add: (_ path: String, Data) throws -> Void) throws {
        guard lineCount > 0 else { return }
        number += 1
        try add(ArchiveLayout.records(number), content)
        (content, lineCount) = (Data(), 0)
    }
}
