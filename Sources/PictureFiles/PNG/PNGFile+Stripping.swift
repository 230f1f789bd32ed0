package import Foundation

/// PNG as in the W3C's Portable Network Graphics Specification (Third Edition), section 11.
extension PNGFile {
    /// Returns the chunks that may stay, with the orientation in front of the pixels.
    ///
    /// The chunks are copied with their CRCs. An `eXIf` chunk follows only for an orientation other
    /// than upright.
    ///
    /// - Parameter orientation: the orientation that the copy states.
    /// - Returns: the stripped file, which ends with IEND.
    /// - Throws: `truncated` without IEND; `tooManyParts`.
    package func stripped(_ orientation: Orientation) throws(PictureFault) -> Data {
        try requireComplete()
        var exif =
            orientation == .upright ? Data() : Self.chunk("eXIf", content: Exif.block(orientation))
        var stripped = Self.signature
        for chunk in PNGAllowance.allowed(chunks) {
            if chunk.name == "IDAT" {
                stripped += exif
                exif = Data()
            }
            stripped += chunk.whole
        }
        return stripped + Self.chunk("IEND", content: Data())
    }

    /// A chunk with its length and CRC.
    private static func chunk(_ name: String, content: Data) -> Data {
        let checked = Data(name.utf8) + content
        return Data.bigEndian(UInt32(content.count)) + checked + Data.bigEndian(checked.crc32)
    }
}
