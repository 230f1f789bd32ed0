import Foundation
public import TimelineCore

/// Creates the public copies and previews of pictures in all formats that Timeline accepts.
///
/// A picture that cannot be decoded on this machine, such as HEIC without libheif, is accepted if
/// its file is valid and its metadata can be stripped. Such a picture has no ThumbHash and no
/// preview, and its renditions are placeholders.
///
/// ```swift
/// let owner = StoreOwner(
///     repository: repository, blobs: blobs, hasher: hasher, photoProcessor: MediaPhotoProcessor()
/// )
/// ```
///
/// The engine calls the processor before it stores anything, on a separate executor that works on
/// at most two pictures at once.
public struct MediaPhotoProcessor: PhotoProcessor {
    /// Returns the decoder of HEIC, if one is installed.
    ///
    /// Loading it takes milliseconds, so it is loaded for the first picture in HEIC.
    private let heif: @Sendable () -> HEIFLibrary?

    /// Creates a processor that decodes HEIC through the system's libheif, if it is installed.
    public init() { self.init(heif: .system) }

    /// Creates a processor that decodes HEIC through `heif`.
    init(heif: @autoclosure @escaping @Sendable () -> HEIFLibrary?) { self.heif = heif }

    /// Strips the picture's metadata, and creates a ThumbHash and a preview from the resulting
    /// public copy.
    ///
    /// The sides of the preview have at most 640 pixels. A photo that is no larger than that and
    /// has at most 64 KiB needs no preview, and neither does a photo whose preview would not be a
    /// smaller file.
    ///
    /// - Parameter file: The picture that a user shares.
    /// - Returns: The photo with the public copy, the ThumbHash and the preview.
    ///
    /// - Throws: The fault in the file, in its copy, or in its pixels.
    public func process(_ file: PhotoFile) throws(PictureError) -> PreparedPhoto {
        let copy = try PictureFile(reading: file.picture().stripped())
        let thumbHash = try thumbHash(of: copy)
        return try PreparedPhoto(
            of: file,
            publicCopy: copy.content,
            thumbHash: thumbHash,
            preview: thumbHash == nil ? nil : try preview(of: copy)
        )
    }

    /// Estimates the memory of the decoders, in bytes.
    public func memory(for header: PictureHeader) -> Int {
        Rendition.memory(
            forDecoding: header.mediaType,
            size: PixelSize(width: header.width, height: header.height),
            fit: .within(Photo.Preview.side)
        )
    }

    /// Returns the ThumbHash, or `nil` if this kind of file cannot be decoded on this machine.
    ///
    /// Computing the hash also verifies that the public copy can be decoded.
    private func thumbHash(of picture: PictureFile) throws(PictureError) -> Data? {
        do throws(PictureError) {
            return try ThumbHash(of: picture, heif: heif()).bytes
        } catch .notDrawn {
            return nil
        } catch {
            throw error
        }
    }

    /// Returns a preview, or `nil` if the picture itself is small enough.
    private func preview(of picture: PictureFile) throws(PictureError) -> Data? {
        let side = max(picture.header.width, picture.header.height)
        guard side > Photo.Preview.side || picture.content.count > Self.smallByteCount else {
            return nil
        }
        let fit = PictureFit.within(Photo.Preview.side)
        let drawn = try Picture(decoding: picture, fit: fit, heif: heif())
        guard let preview = JPEGEncoder.file(drawn, quality: 82) else { return nil }
        return preview.count < picture.content.count ? preview : nil
    }

    /// The maximum size in bytes of a file that needs no preview if it also has few pixels: 64 KiB.
    private static let smallByteCount = 1 << 16
}
