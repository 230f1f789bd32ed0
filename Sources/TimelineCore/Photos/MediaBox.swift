/// A box of the ISO base media file format (ISO/IEC 14496-12, section 4.2): a type and what it holds.
struct MediaBox {
    let type: String
    let content: ByteReader

    /// Reads the next box.
    ///
    /// A box that ends after the one it lies in is damaged; at the outermost level the reader's own fault is
    /// thrown, as the file may have been cut.
    init(reading reader: inout ByteReader) throws(PhotoFault) {
        let size = try reader.bigEndian(4)
        type = try reader.fourCharacters()
        let length =
            switch size {
            case 0: reader.remaining
            case 1: try reader.bigEndian(8) - 16
            default: size - 8
            }
        guard length >= 0 else { throw .damaged(.heic) }
        content = try reader.part(length, pastEnd: .damaged(.heic))
    }

    /// What the first box of a type holds, among the boxes that are next; nil if there is none.
    static func first(_ type: String, in boxes: ByteReader) throws(PhotoFault) -> ByteReader? {
        var boxes = boxes
        while boxes.remaining > 0 {
            let box = try MediaBox(reading: &boxes)
            if box.type == type { return box.content }
        }
        return nil
    }
}
