import Foundation

/// A container of files: a zip archive, a tar archive or a folder.
///
/// Implementations list only entries that are safe to read. All others are in ``rejections``.
protocol ArchiveSource: Sendable {
    /// The files, in the order of the container. No two paths have the same bytes.
    var entries: [ArchiveEntry] { get }
    /// The entries that are not safe to read, in the order of the container.
    var rejections: [RejectedEntry] { get }

    /// Opens a file of this container.
    ///
    /// - Throws: A fault if the file cannot be read or does not match the container's description
    ///   of it.
    func open(_ entry: ArchiveEntry) throws(EntryError) -> any ByteStream
}

/// A file in a container.
struct ArchiveEntry: Hashable, Sendable {
    /// The path, without a leading slash, "." or "..".
    let path: String
    /// The size in bytes, as the container states it.
    let byteCount: Int
    /// The modification time in seconds since 1970, if the container contains one.
    var modified: Int?
    /// The position in the container, in a unit that depends on the format.
    let position: Int
}

/// An entry of a container that is not safe to read.
struct RejectedEntry: Sendable {
    /// The path as the container states it.
    let path: String
    /// The reason.
    let fault: EntryError
}

extension RejectedEntry {
    /// The maximum length of a path in bytes, so that many long ones do not fill the memory.
    private static let pathLimit = 256

    /// Creates a rejection of an entry whose path has the given bytes.
    ///
    /// The path is only displayed, so invalid UTF-8 is replaced and a long path truncated.
    init(name: Data, fault: EntryError) {
        self.init(path: String(decoding: name.prefix(Self.pathLimit), as: UTF8.self), fault: fault)
    }
}

/// A stream of one file's bytes.
protocol ByteStream: AnyObject {
    /// Reads the next bytes.
    ///
    /// Returns empty data at the end, after checking that the file is complete and undamaged.
    func next() throws(EntryError) -> Data
}

extension ByteStream {
    /// Reads the rest of the file.
    ///
    /// - Parameters:
    ///   - start: The bytes that have been read already, which precede the rest in the result.
    ///   - limit: The maximum size of the file in bytes.
    ///   - byteCount: The expected size in bytes, if known, for which memory is reserved.
    /// - Returns: All bytes.
    /// - Throws: A fault if the file exceeds `limit`, or if it is damaged.
    func readAll(
        after start: Data = Data(),
        limit: Int,
        expecting byteCount: Int = 0
    ) throws(EntryError) -> Data {
        var content = Data()
        content.reserveCapacity(min(byteCount, limit))
        content.append(start)
        while true {
            guard content.count <= limit else { throw .fileTooLarge }
            let chunk = try next()
            guard !chunk.isEmpty else { return content }
            content += chunk
        }
    }
}
