package import Foundation

/// Strips metadata from PNG files (W3C PNG, third edition, section 11).
extension PNGFile {
    /// Returns a copy with the allowed chunks, and with the orientation before the pixels.
    ///
    /// The chunks are copied with their CRCs. An `eXIf` chunk is added only if the orientation is
    /// not upright.
    ///
    /// - Parameter orientation: The orientation to write to the copy.
    /// - Returns: The stripped file, which ends with IEND.
    /// - Throws: `truncated` if IEND is missing, or `tooManyParts` if the file has too many chunks.
    package func stripped(_ orientation: Orientation) throws(PictureError) -> Data {
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

    /// Returns a chunk with its length and CRC.
    private static func chunk(_ name: String, content: Data) -> Data {
        let checked = Data(name.utf8) + content
        return Data.bigEndian(UInt32(content.count)) + checked + Data.bigEndian(checked.crc32)
    }
}
