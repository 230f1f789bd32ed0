public import Foundation

/// A picture to be shared: its bytes, a file name for messages, and a description.
///
/// The bytes are hashed once and parsed once, on first use or while they are read; copies share the
/// results.
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
    /// A description for people who cannot see the picture; up to 1,000 characters.
    public let alt: String?
    private let results: Results

    /// Creates a picture from bytes in memory, which are checked when they are shared.
    public init(content: Data, name: String? = nil, alt: String? = nil) {
        self.init(content, name: name, alt: alt, Results())
    }

    /// Creates a picture from bytes that have been hashed.
    init(_ blob: Blob, name: String?, alt: String?) {
        self.init(blob.content, name: name, alt: alt, Results(blob: blob))
    }

    private init(_ content: Data, name: String?, alt: String?, _ results: Results) {
        self.content = content
        self.name = name
        self.alt = alt
        self.results = results
    }

    /// The location that the picture's metadata states; `nil` without a valid one, and for a file
    /// that is not a picture.
    ///
    /// Blocks while the file is parsed.
    public var location: Coordinate? {
        // Sharing the picture reports the fault.
        guard let location = try? picture().location else { return nil }
        return Coordinate(latitude: location.latitude, longitude: location.longitude)
    }

    /// The bytes with their hash.
    package var blob: Blob { results.blob(of: content) }

    /// The parsed file.
    ///
    /// - Throws: the fault of its header.
    package func picture() throws(PictureFault) -> PictureFile {
        try results.picture(content).get()
    }

    /// Makes the public copy and the preview of the picture; this blocks.
    ///
    /// - Throws: ``TimelineError/photoRefused(_:name:)``.
    public func prepared(by processor: any PhotoProcessor) throws(TimelineError) -> PreparedPhoto {
        do throws(PictureFault) {
            return PreparedPhoto(try processor.process(try picture()), original: blob, alt: alt)
        } catch {
            throw .photoRefused(error, name: name)
        }
    }
}

/// The results of the work on a picture's bytes, shared by the copies of a ``PhotoFile``.
private final class Results: Sendable {
    private let blob: Lock<Blob?>
    private let picture = Lock<Result<PictureFile, PictureFault>?>(nil)

    init(blob: Blob? = nil) { self.blob = Lock(blob) }

    func blob(of content: Data) -> Blob {
        blob.withLock { blob in
            let known = blob ?? Blob(content)
            blob = known
            return known
        }
    }

    func picture(_ content: Data) -> Result<PictureFile, PictureFault> {
        picture.withLock { picture in
            let known =
                picture ?? Result { () throws(PictureFault) in try PictureFile(reading: content) }
            picture = known
            return known
        }
    }
}
