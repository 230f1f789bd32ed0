package import Foundation

extension GIFFile {
    /// Returns the screen, the images, their timing and the needed extensions; GIF has no
    /// orientation.
    ///
    /// Comments, plain text, XMP and other extensions of applications are left out.
    ///
    /// - Parameter orientation: ignored.
    /// - Returns: the stripped file.
    /// - Throws: the first fault behind the header, such as a missing trailer.
    package func stripped(_ orientation: Orientation) throws(PictureFault) -> Data {
        if let fault { throw fault }
        return blocks.filter { $0.kind != .other }
            .reduce(into: Data(content[screen])) { $0 += content[$1.range] }
    }
}
