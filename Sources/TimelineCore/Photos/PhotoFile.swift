public import Foundation
import TimelineCrypto

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A picture to be shared: its bytes, a file name for messages, and a description.
///
/// The bytes are hashed and parsed only once, and copies share the results. Hashing takes place
/// while a file is read, or on first use. Parsing takes place on first use.
///
/// ```swift
/// let file = try FileHandle(forReadingFrom: folder.appending(path: "beach.jpg"))
/// let photo = try PhotoFile(descriptor: file.fileDescriptor, alt: "A beach at dusk")
/// let post = try await session.post([photo], caption: "Home again")
/// ```
public struct PhotoFile: Sendable {
    /// The bytes of the picture.
    public let content: Data
    /// The file's name, if it has one.
    public let name: String?
    /// A description for people who cannot see the picture, up to 1,500 characters long.
    public let alt: String?
    private let results: Results

    /// Creates a picture from bytes in memory.
    ///
    /// The bytes are checked when the picture is shared.
    public init(content: Data, name: String? = nil, alt: String? = nil) {
        self.init(content, name: name, alt: alt, Results())
    }

    /// Creates a picture from bytes that have already been hashed.
    init(_ blob: Blob, name: String?, alt: String?) {
        self.init(blob.content, name: name, alt: alt, Results(blob: blob))
    }

    private init(_ content: Data, name: String?, alt: String?, _ results: Results) {
        self.content = content
        self.name = name
        self.alt = alt
        self.results = results
    }

    /// The location stored in the picture's metadata, or `nil` if it contains no valid location.
    ///
    /// The location is also `nil` if the file is not a picture. Reading this property blocks while
    /// the file is parsed.
    public var location: Coordinate? {
        // A fault in the file is reported when the picture is shared.
        guard let location = try? picture().location else { return nil }
        return Coordinate(latitude: location.latitude, longitude: location.longitude)
    }

    /// The dates in the picture's metadata and in the file's name, from the most reliable to the least.
    ///
    /// Reading this property blocks while the file is parsed.
    package var dates: [(source: PictureDate.Source, date: WrittenDate)] {
        // A fault in the file is reported when the picture is shared.
        let noted = (try? picture()).map { PictureNotes(of: $0).writtenDates } ?? []
        let named = name.flatMap { WrittenDate(fileName: $0) }
        return noted.map { (.picture, $0) } + (named.map { [(.fileName, $0)] } ?? [])
    }

    /// Returns the same picture with another description.
    package func described(as alt: String?) -> PhotoFile {
        PhotoFile(content, name: name, alt: alt, results)
    }

    /// The bytes with their hash.
    package var blob: Blob { results.blob(of: content) }

    /// Returns the parsed file.
    ///
    /// - Throws: A `PictureError` if the file's header is invalid.
    public func picture() throws(PictureError) -> PictureFile {
        try results.picture(content).get()
    }

    /// Creates the public copy and the preview of the picture.
    ///
    /// This call blocks.
    ///
    /// - Throws: ``TimelineError/photoRefused(_:name:)`` if the processor rejects the picture.
    package func prepared(by processor: any PhotoProcessor) throws(TimelineError) -> PreparedPhoto {
        do throws(PictureError) {
            return try processor.process(self)
        } catch {
            throw .photoRefused(error, name: name)
        }
    }
}

extension PictureNotes {
    /// The dates that can be read.
    package var writtenDates: [WrittenDate] {
        dates.compactMap { WrittenDate($0.text, offset: $0.offset) }
    }
}

/// The results of hashing and parsing a picture's bytes, shared by all copies of a ``PhotoFile``.
private final class Results: Sendable {
    private let blob: Lock<Blob?>
    private let picture = Lock<Result<PictureFile, PictureError>?>(nil)

    init(blob: Blob? = nil) { self.blob = Lock(blob) }

    func blob(of content: Data) -> Blob {
        blob.withLock { blob in
            let known = blob ?? Blob(content)
            blob = known
            return known
        }
    }

    func picture(_ content: Data) -> Result<PictureFile, PictureError> {
        picture.withLock { picture in
            let known =
                picture ?? Result { () throws(PictureError) in try PictureFile(reading: content) }
            picture = known
            return known
        }
    }
}

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
    ///   - alt: A description for people who cannot see the picture, up to 1,500 characters long.
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

/// A picture to be shared that is read when its turn comes, so that its bytes are in memory only
/// while it is prepared.
package struct PhotoSource: Sendable {
    /// The size of the file in bytes.
    let byteCount: Int
    /// Reads the header, or returns `nil` if the file has none.
    let header: @Sendable () -> PictureHeader?
    /// Reads the file on a thread that may block.
    let read: @Sendable () throws(TimelineError) -> PhotoFile

    /// Creates a source of a picture that is not in memory.
    ///
    /// - Parameters:
    ///   - byteCount: The size of the file in bytes.
    ///   - header: Reads the header without reading the file into memory, or returns `nil` if there
    ///     is none.
    ///   - read: Reads the file.
    package init(
        byteCount: Int,
        header: @escaping @Sendable () -> PictureHeader?,
        read: @escaping @Sendable () throws(TimelineError) -> PhotoFile
    ) {
        self.byteCount = byteCount
        self.header = header
        self.read = read
    }

    /// Creates a source of a picture in memory.
    init(_ file: PhotoFile) {
        self.init(byteCount: file.content.count) {
            try? file.picture().header  // The fault is reported when the picture is prepared.
        } read: { () throws(TimelineError) in
            file
        }
    }

    /// Estimates the memory that preparing the picture takes, in bytes: its file, its copies and
    /// the work of the decoder.
    func memory(_ processor: any PhotoProcessor) -> Int {
        3 * byteCount + (header().map(processor.memory(for:)) ?? 0)
    }
}
