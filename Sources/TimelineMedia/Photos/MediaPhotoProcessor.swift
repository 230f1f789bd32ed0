import Foundation
public import TimelineCore

/// Makes the public copies and previews of pictures in all formats that Timeline accepts.
///
/// A picture that cannot be decoded here, such as HEIC without libheif, is accepted when its file
/// is valid and its metadata can be stripped; it gets neither ThumbHash nor preview, and
/// placeholders for renditions.
///
/// ```swift
/// let owner = StoreOwner(
///     repository: repository, blobs: blobs, hasher: hasher, photoProcessor: MediaPhotoProcessor()
/// )
/// ```
///
/// The engine calls it on its lane for pictures, two at a time, before anything is stored.
public struct MediaPhotoProcessor: PhotoProcessor {
    /// The decoder of HEIC, if one is installed.
    private let heif: HEIFLibrary?

    /// Creates a processor that decodes HEIC through the system's libheif, if it exists.
    public init() { self.init(heif: .system) }

    /// Creates a processor that decodes HEIC through `heif`.
    init(heif: HEIFLibrary?) { self.heif = heif }

    /// Strips the picture and decodes the public copy, since that is the one which others see.
    ///
    /// The preview has at most 640 pixels a side; a photo of that size with at most 64 KiB gets
    /// none.
    ///
    /// - Parameter picture: The parsed file of the photo.
    /// - Returns: The public copy, the ThumbHash and the preview.
    ///
    /// - Throws: The fault of the file, of its copy, or of its pixels.
    public func process(_ picture: PictureFile) throws(PictureFault) -> ProcessedPicture {
        let copy = try PictureFile(reading: picture.stripped())
        let thumbHash = try thumbHash(of: copy)
        return ProcessedPicture(
            header: picture.header,
            publicCopy: copy.content,
            thumbHash: thumbHash,
            preview: thumbHash == nil ? nil : try preview(of: copy)
        )
    }

    /// Returns the ThumbHash; `nil` for a kind that cannot be decoded here.
    ///
    /// Decoding for the hash also proves that the public copy can be decoded at all.
    private func thumbHash(of picture: PictureFile) throws(PictureFault) -> Data? {
        do throws(PictureFault) {
            return try ThumbHash(of: picture, heif: heif).bytes
        } catch .notDrawn {
            return nil
        } catch {
            throw error
        }
    }

    /// Makes a preview; `nil` where the picture itself is as small.
    private func preview(of picture: PictureFile) throws(PictureFault) -> Data? {
        let side = max(picture.header.width, picture.header.height)
        guard side > Photo.Preview.side || picture.content.count > Self.smallByteCount else {
            return nil
        }
        let fit = PictureFit.within(Photo.Preview.side)
        let drawn = try Picture(decoding: picture, fit: fit, heif: heif)
        return JPEGEncoder.file(drawn, quality: 82)
    }

    /// The size of a file in bytes up to which it needs no preview if it has few pixels: 64 KiB.
    private static let smallByteCount = 1 << 16
}
