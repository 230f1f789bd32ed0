/// PNG as in the W3C's Portable Network Graphics Specification (Third Edition), sections 5 and 11.
extension PhotoHeader {
    /// The size in IHDR, the first chunk, of a file in which IDAT starts somewhere after it.
    static func pngSize(_ content: ByteReader) throws(PhotoFault) -> PixelSize {
        var reader = content
        try reader.skip(8)
        let size = try pngHeader(&reader)
        while true {
            let length = try reader.bigEndian(4)
            let name = try reader.fourCharacters()
            if name == "IDAT" { return size }
            // Lengths have 31 bits (5.3), and names are ASCII letters (5.4).
            guard length <= Int32.max, name != "IHDR", name != "IEND", isPNGName(name) else {
                throw .damaged(.png)
            }
            try reader.skip(length + 4)
        }
    }

    private static func isPNGName(_ name: String) -> Bool {
        name.utf8.allSatisfy { (0x41...0x5A).contains($0 & ~0x20) }
    }

    /// IHDR (11.2.1) with its CRC, which tells a damaged size from a strange one.
    private static func pngHeader(_ reader: inout ByteReader) throws(PhotoFault) -> PixelSize {
        guard try reader.bigEndian(4) == 13 else { throw .damaged(.png) }
        let checked = reader
        guard try reader.fourCharacters() == "IHDR" else { throw .damaged(.png) }
        let size = PixelSize(width: try reader.bigEndian(4), height: try reader.bigEndian(4))
        let bitDepth = try reader.byte()
        let colourType = try reader.byte()
        let methods = try (reader.byte(), reader.byte(), reader.byte())
        guard try reader.bigEndian(4) == pngCRC(checked, byteCount: 17),
            pngBitDepths(colourType).contains(bitDepth),
            methods.0 == 0, methods.1 == 0, methods.2 <= 1,
            size.width <= Int32.max, size.height <= Int32.max
        else { throw .damaged(.png) }
        return size
    }

    /// The bit depths that a colour type may have (11.2.1).
    private static func pngBitDepths(_ colourType: UInt8) -> [UInt8] {
        switch colourType {
        case 0: [1, 2, 4, 8, 16]
        case 3: [1, 2, 4, 8]
        case 2, 4, 6: [8, 16]
        default: []
        }
    }

    /// The CRC-32 of the next bytes (5.5), bit by bit: there are few of them.
    private static func pngCRC(_ bytes: ByteReader, byteCount: Int) throws(PhotoFault) -> Int {
        var bytes = bytes
        var register = UInt32.max
        for _ in 0..<byteCount {
            register ^= UInt32(try bytes.byte())
            for _ in 0..<8 {
                register = register & 1 == 1 ? register >> 1 ^ 0xEDB8_8320 : register >> 1
            }
        }
        return Int(~register)
    }
}
