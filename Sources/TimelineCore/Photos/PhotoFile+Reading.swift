import TimelineCrypto
package import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension PhotoFile {
    /// The number of bytes to read and hash at a time.
    private static let chunkSize = 1 << 20

    /// Reads a picture from an open file to the end, and hashes it at the same time.
    ///
    /// This call blocks.
    ///
    /// A file that exceeds the size limit is rejected before it is read.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor of an open file. It is not closed.
    ///   - name: The file's name, for messages.
    ///   - alt: A description for people who cannot see the picture, up to 1,000 characters long.
    /// - Throws: ``TimelineError/photoRefused(_:name:)`` if the file is larger than
    ///   `PictureLimits.bytes`, or ``TimelineError/storageFailed(_:)`` if the file cannot be read.
    public init(
        descriptor: Int32,
        name: String? = nil,
        alt: String? = nil
    ) throws(TimelineError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unreadable(photo: name, errno) }
        let expected = Int(status.st_size)
        guard expected <= PictureLimits.bytes else {
            throw .photoRefused(.tooLarge(bytes: expected), name: name)
        }
        var content = Data(capacity: expected)
        var hash = SHA256()
        while true {
            let chunk = try Self.chunk(of: descriptor, name)
            guard !chunk.isEmpty else { break }
            hash.update(chunk)
            content += chunk
            guard content.count <= PictureLimits.bytes else {
                throw .photoRefused(.tooLarge(bytes: content.count), name: name)
            }
        }
        self.init(Blob(content, hash: hash.finalize()), name: name, alt: alt)
    }

    /// Reads a picture from a file in the same way as ``init(descriptor:name:alt:)``.
    ///
    /// Returns `nil` if the file does not exist.
    ///
    /// - Throws: ``TimelineError/photoRefused(_:name:)`` or ``TimelineError/storageFailed(_:)``.
    package init?(file: URL, name: String, alt: String? = nil) throws(TimelineError) {
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw .unreadable(photo: name, errno)
        }
        defer { close(descriptor) }
        try self.init(descriptor: descriptor, name: name, alt: alt)
    }

    /// Reads the next chunk.
    ///
    /// Returns empty data at the end of the file.
    private static func chunk(
        of descriptor: Int32,
        _ name: String?
    ) throws(TimelineError) -> Data {
        var chunk = Data(count: chunkSize)
        while true {
            let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { return chunk.prefix(count) }
            guard errno == EINTR else { throw .unreadable(photo: name, errno) }
        }
    }
}
