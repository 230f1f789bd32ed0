package import Foundation

extension GIFFile {
    /// Returns a copy that contains only the logical screen, the images, their timing and the
    /// application extensions that decoders need.
    ///
    /// Comments, plain text, XMP and other application extensions are omitted.
    ///
    /// - Parameter orientation: Ignored, because GIF has no orientation.
    /// - Returns: The stripped file.
    /// - Throws: The first fault after the header, such as a missing trailer.
    package func stripped(_ orientation: Orientation) throws(PictureError) -> Data {
        if let fault { throw fault }
        return blocks.filter { $0.kind != .other }
            .reduce(into: Data(content[screen])) { $0 += content[$1.range] }
    }
}
