/// GIF as in CompuServe's Graphics Interchange Format, version 89a (1990-07-31), sections 15 to 27.
extension PhotoHeader {
    /// The size of the logical screen, or the first image's where the screen has none, of a file in which
    /// an image starts.
    static func gifSize(_ content: ByteReader) throws(PhotoFault) -> PixelSize {
        var reader = content
        try reader.skip(6)
        let screen = try gifScreen(&reader)
        while true {
            switch try reader.byte() {
            case 0x21:
                try skipGIFExtension(&reader)
            case 0x2C:
                let image = try gifImage(&reader)
                return screen.isEmpty ? image : screen
            default:
                // The trailer, or what is no block at all.
                throw .damaged(.gif)
            }
        }
    }

    /// The logical screen descriptor (18) and the global colour table (19).
    private static func gifScreen(_ reader: inout ByteReader) throws(PhotoFault) -> PixelSize {
        let size = PixelSize(width: try reader.littleEndian(2), height: try reader.littleEndian(2))
        let flags = try reader.byte()
        try reader.skip(2)
        if flags & 0x80 != 0 {
            try reader.skip(3 << (Int(flags & 7) + 1))
        }
        return size
    }

    /// A label, then blocks that each start with their length, the last with 0 (15, 16).
    private static func skipGIFExtension(_ reader: inout ByteReader) throws(PhotoFault) {
        try reader.skip(1)
        while true {
            let length = try reader.bigEndian(1)
            if length == 0 { return }
            try reader.skip(length)
        }
    }

    /// The image descriptor (20).
    ///
    /// Decoders make room for an image that is larger than the screen, so its own size must be within the
    /// limits too.
    private static func gifImage(_ reader: inout ByteReader) throws(PhotoFault) -> PixelSize {
        try reader.skip(4)
        let size = PixelSize(width: try reader.littleEndian(2), height: try reader.littleEndian(2))
        try reader.skip(1)
        try size.check(.gif)
        return size
    }
}
