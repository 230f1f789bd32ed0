import Foundation

/// A box of the ISO base media file format (ISO/IEC 14496-12, section 4.2) and its position in the
/// file.
///
/// Only the position is stored, because the parser that understands the type reads the content.
/// Sizes have 32 or 64 bits; a size of 0 means that the box extends to the end of its parent.
struct HEICBox: Sendable {
    /// The maximum number of boxes in a list, of items, and of extents.
    ///
    /// Even a photo that is stored as tiles has far fewer.
    static let limit = 1 << 16

    /// The type, which has four characters.
    let type: String
    /// The range of the type in the file.
    let typeRange: Range<Int>
    /// The range of the content, after the type and the size.
    let content: Range<Int>

    /// Reads the next box from a reader of the file, or of a part of it.
    ///
    /// - Throws: ``PictureError/damaged(_:)`` if the size is smaller than the box's own header, or
    ///   the reader's fault if the box extends past the reader's end.
    init(reading reader: inout ByteReader) throws(PictureError) {
        let size = try reader.bigEndian(4)
        let start = reader.position
        type = try reader.fourCharacters()
        typeRange = start..<reader.position
        let length =
            switch size {
            case 0: reader.remaining
            case 1: try reader.bigEndian(8) - 16
            default: size - 8
            }
        guard length >= 0 else { throw .damaged(.heic) }
        let contentStart = reader.position
        try reader.skip(length)
        content = contentStart..<reader.position
    }

    /// Reads all boxes in a part of the file.
    ///
    /// - Throws: ``PictureError/damaged(_:)`` if a box is invalid or their number exceeds
    ///   ``limit``.
    static func all(in file: Data, _ part: Range<Int>) throws(PictureError) -> [HEICBox] {
        var reader = ByteReader(file[part], pastEnd: .damaged(.heic))
        var boxes: [HEICBox] = []
        while reader.remaining > 0 {
            let box = try HEICBox(reading: &reader)
            guard boxes.count < limit else { throw .damaged(.heic) }
            boxes.append(box)
        }
        return boxes
    }

    /// Returns the first box of the given type among the unread boxes.
    static func first(
        _ type: String,
        in reader: ByteReader
    ) throws(PictureError) -> HEICBox? {
        var reader = reader
        while reader.remaining > 0 {
            let box = try HEICBox(reading: &reader)
            if box.type == type { return box }
        }
        return nil
    }

    /// Returns a reader of the content.
    func reader(in file: Data) -> ByteReader {
        ByteReader(file[content], pastEnd: .damaged(.heic))
    }
}
