/// JPEG as in ITU-T T.81 (09/92), annex B.
extension PhotoHeader {
    /// The size in the frame header, the first one outside of other segments: a thumbnail in an APPn
    /// segment has frame headers of its own, so segments are passed over whole.
    static func jpegSize(_ content: ByteReader) throws(PhotoFault) -> PixelSize {
        var reader = content
        try reader.skip(2)
        var frame: PixelSize?
        while true {
            let marker = try jpegMarker(&reader)
            if marker == 0x01 || (0xD0...0xD7).contains(marker) { continue }
            // Codes without a meaning, SOI and EOI cannot come before the first scan.
            guard marker >= 0xC0, marker != 0xD8, marker != 0xD9 else { throw .damaged(.jpeg) }
            var segment = try jpegSegment(&reader)
            switch marker {
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                guard frame == nil else { throw .damaged(.jpeg) }
                frame = try jpegFrame(&segment)
            case 0xDA:
                guard let frame else { throw .damaged(.jpeg) }
                return frame
            default:
                continue
            }
        }
    }

    /// Any number of fill bytes FF may come before a marker (B.1.1.2), nothing else may.
    private static func jpegMarker(_ reader: inout ByteReader) throws(PhotoFault) -> UInt8 {
        guard try reader.byte() == 0xFF else { throw .damaged(.jpeg) }
        var code = try reader.byte()
        while code == 0xFF {
            code = try reader.byte()
        }
        return code
    }

    /// The length of a segment counts its own two bytes (B.1.1.4).
    private static func jpegSegment(_ reader: inout ByteReader) throws(PhotoFault) -> ByteReader {
        let length = try reader.bigEndian(2)
        guard length >= 2 else { throw .damaged(.jpeg) }
        return try reader.part(length - 2, pastEnd: .damaged(.jpeg))
    }

    /// The frame header (B.2.2).
    ///
    /// A height of 0 would be given after the first scan, in a DNL segment, which hardly any decoder reads;
    /// the caller refuses it as it does any empty picture.
    private static func jpegFrame(_ segment: inout ByteReader) throws(PhotoFault) -> PixelSize {
        let precision = try segment.byte()
        let height = try segment.bigEndian(2)
        let width = try segment.bigEndian(2)
        let components = try segment.bigEndian(1)
        guard (2...16).contains(precision), components > 0, segment.remaining == 3 * components
        else { throw .damaged(.jpeg) }
        return PixelSize(width: width, height: height)
    }
}
