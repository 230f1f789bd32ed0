/// HEIC as in ISO/IEC 23008-12 (HEIF), annex B, in the boxes of ISO/IEC 14496-12.
extension PhotoHeader {
    /// What `ftyp` tells of how the pictures are coded.
    private enum Coding {
        case hevc, any, other

        init(brand: String) {
            switch brand {
            case "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs": self = .hevc
            case "mif1", "msf1": self = .any
            default: self = .other
            }
        }
    }

    /// The size of the primary item, or the largest one if the file does not tell the primary item's.
    ///
    /// Of a clean aperture only what it leaves counts; rotations and mirrors are not applied.
    static func heicSize(_ content: ByteReader) throws(PhotoFault) -> PixelSize {
        var file = content
        let coding = try heicCoding(&file)
        guard coding != .other else { throw .unknownFormat }
        guard var meta = try MediaBox.first("meta", in: file) else { throw .truncated(.heic) }
        try meta.skip(4)
        guard let boxes = try MediaBox.first("iprp", in: meta) else { throw .damaged(.heic) }
        let properties = try HEICProperties(reading: boxes)
        // Under the structural brands alone the pictures may be coded in any way, AVIF's for one.
        guard coding == .hevc || properties.haveHEVC else { throw .unknownFormat }
        let size = try heicPrimaryItem(in: meta).flatMap(properties.size)
        guard let size = size ?? properties.largestSize else { throw .damaged(.heic) }
        return size
    }

    /// The strongest word of the brands in `ftyp`: the major one, then, after its version, the others.
    private static func heicCoding(_ file: inout ByteReader) throws(PhotoFault) -> Coding {
        var content = try MediaBox(reading: &file).content
        var coding = Coding(brand: try content.fourCharacters())
        try content.skip(4)
        while coding != .hevc, content.remaining > 0 {
            let next = Coding(brand: try content.fourCharacters())
            coding = next == .other ? coding : next
        }
        return coding
    }

    /// The item that `pitm` names (ISO/IEC 14496-12, section 8.11.4); nil without one.
    private static func heicPrimaryItem(in meta: ByteReader) throws(PhotoFault) -> Int? {
        guard var content = try MediaBox.first("pitm", in: meta) else { return nil }
        let version = try content.byte()
        try content.skip(3)
        return try content.bigEndian(version == 0 ? 2 : 4)
    }
}
