package import Foundation

extension GIFFile {
    /// Returns the screen, the images, their timing and the needed extensions; GIF has no
    /// orientation.
    package func stripped(_ orientation: Orientation) throws(PictureFault) -> Data {
        if let fault { throw fault }
        return blocks.filter { $0.kind != .other }
            .reduce(into: Data(content[screen])) { $0 += content[$1.range] }
    }
}
