public import Foundation
public import TimelineCore

/// Checks and strips pictures of all formats that Timeline accepts.
///
/// A picture that cannot be decoded here, such as HEIC without libheif, is accepted when its file
/// is valid and its metadata can be stripped; it gets no ThumbHash, and placeholders for
/// renditions.
///
/// ```swift
/// let owner = StoreOwner(
///     repository: repository, blobs: blobs, hasher: hasher, photoProcessor: MediaPhotoProcessor()
/// )
/// ```
public struct MediaPhotoProcessor: PhotoProcessor {
    private let heif: HEIFLibrary?

    /// Creates a processor that decodes HEIC through the system's libheif, if it exists.
    public init() { self.init(heif: .system) }

    /// Creates a processor that decodes HEIC through `heif`.
    init(heif: HEIFLibrary?) { self.heif = heif }

    /// Strips the picture and decodes the stripped copy, since that is the one which others see.
    ///
    /// - Throws: the fault of the file, of its copy, or of its pixels.
    public func inspect(_ picture: PictureFile) throws(PictureFault) -> InspectedPhoto {
        let copy = try PictureFile(reading: picture.stripped())
        return InspectedPhoto(header: picture.header, thumbHash: try thumbHash(of: copy))
    }

    /// Strips the metadata; see `PictureFile.stripped()`.
    public func strippedCopy(of picture: PictureFile) throws(PictureFault) -> Data {
        try picture.stripped()
    }

    /// Returns the ThumbHash; `nil` for a kind that cannot be decoded here.
    private func thumbHash(of picture: PictureFile) throws(PictureFault) -> Data? {
        do throws(PictureFault) {
            return try ThumbHash(of: picture, heif: heif).bytes
        } catch .notDrawn {
            return nil
        } catch {
            throw error
        }
    }
}
