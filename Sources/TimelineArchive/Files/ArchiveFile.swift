import Foundation
import TimelineCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// An open file with random access from any number of threads.
final class ArchiveFile: Sendable {
    private let descriptor: Int32
    /// The size in bytes at the time of opening.
    let byteCount: Int
    /// The file that closes the descriptor, or `nil` if this object does.
    private let owner: OpenFile?

    /// Reads from a file in a folder.
    init(_ file: OpenFile) {
        (descriptor, byteCount, owner) = (file.descriptor, file.byteCount, file)
    }

    /// Opens a regular file at a path that the user has chosen, which may be a symbolic link.
    init(_ file: URL) throws(TimelineError) {
        owner = nil
        // Opening a device or a pipe must not block.
        descriptor = open(file.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            throw TimelineError.system(.reading, at: file).withExternalFileErrors(.reading, file)
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            byteCount = 0
            throw TimelineError.system(.reading, at: file).withExternalFileErrors(.reading, file)
        }
        byteCount = Int(status.st_size)
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .archiveUnreadable(ArchiveText.notAFile)
        }
    }

    deinit { if owner == nil, descriptor >= 0 { close(descriptor) } }

    /// Reads bytes at a position.
    ///
    /// - Parameters:
    ///   - count: The number of bytes.
    ///   - offset: The position of the first byte.
    /// - Returns: The bytes, fewer than `count` at the end of the file.
    /// - Throws: A fault if the system cannot read them.
    func read(_ count: Int, at offset: Int) throws(EntryError) -> Data {
        guard count > 0, offset >= 0, offset < byteCount else { return Data() }
        let wanted = min(count, byteCount - offset)
        var bytes = Data(count: wanted)
        var filled = 0
        while filled < wanted {
            let (start, position) = (filled, off_t(offset + filled))
            let read = bytes.withUnsafeMutableBytes { buffer in
                pread(descriptor, buffer.baseAddress?.advanced(by: start), wanted - start, position)
            }
            if read < 0, errno == EINTR { continue }
            guard read >= 0 else { throw .unreadableFile(errno) }
            guard read > 0 else { break }  // The file has become shorter.
            filled += read
        }
        return bytes.prefix(filled)
    }

    /// Reads an exact number of bytes at a position.
    ///
    /// - Throws: A fault if the file ends too early.
    func readExactly(_ count: Int, at offset: Int) throws(EntryError) -> Data {
        let bytes = try read(count, at: offset)
        guard bytes.count == count else { throw .truncatedFile }
        return bytes
    }
}

/// A stream of a part of a file.
final class FileStream: ByteStream {
    private let file: ArchiveFile
    private var position: Int
    private let end: Int

    /// The number of bytes read at a time.
    static let chunkSize = 1 << 18

    /// Creates a stream of the bytes in a range of positions.
    init(_ file: ArchiveFile, range: Range<Int>) {
        self.file = file
        position = range.lowerBound
        end = range.upperBound
    }

    func next() throws(EntryError) -> Data {
        guard position < end else { return Data() }
        let bytes = try file.read(min(Self.chunkSize, end - position), at: position)
        guard !bytes.isEmpty else { throw .truncatedFile }
        position += bytes.count
        return bytes
    }
}
