public import Foundation

/// What the header of a photo's file says: its format and its size.
///
/// The bytes alone decide: the file's name is not asked, and the pixels are not decoded.
public struct PhotoHeader: Hashable, Sendable {
    /// The format.
    public let mediaType: MediaType
    /// Pixels in a stored row, before any orientation is applied.
    public let width: Int
    /// Stored rows, before any orientation is applied.
    public let height: Int

    /// Reads the header of a whole file.
    ///
    /// The file must be within ``PhotoLimits``, and its header must lead to where the pixels start; whether
    /// they are all there is not looked at. Takes time linear in the file's length at most.
    ///
    /// - Throws: ``PhotoFault``, the first fault found.
    public init(reading content: Data) throws(PhotoFault) {
        guard !content.isEmpty else { throw .empty }
        guard content.count <= PhotoLimits.bytes else { throw .tooLarge(bytes: content.count) }
        guard let mediaType = Self.mediaType(of: content) else { throw .unknownFormat }
        let size = try Self.size(in: content, mediaType)
        try size.check(mediaType)
        self.mediaType = mediaType
        width = size.width
        height = size.height
    }

    private static func mediaType(of content: Data) -> MediaType? {
        let container = content.dropFirst(4)
        if content.starts(with: [0xFF, 0xD8]) { return .jpeg }
        if content.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
        if content.starts(with: "GIF87a".utf8) || content.starts(with: "GIF89a".utf8) {
            return .gif
        }
        if content.starts(with: "RIFF".utf8), container.dropFirst(4).starts(with: "WEBP".utf8) {
            return .webp
        }
        // Other files start with this too; the brands after it tell them from HEIC.
        return container.starts(with: "ftyp".utf8) ? .heic : nil
    }

    private static func size(
        in content: Data,
        _ mediaType: MediaType
    ) throws(PhotoFault) -> PixelSize {
        let reader = ByteReader(content, pastEnd: .truncated(mediaType))
        return switch mediaType {
        case .jpeg: try jpegSize(reader)
        case .png: try pngSize(reader)
        case .webp: try webpSize(reader)
        case .gif: try gifSize(reader)
        case .heic: try heicSize(reader)
        }
    }
}
