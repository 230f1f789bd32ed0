import Foundation

/// The coding that the brands of a HEIF file promise (ISO/IEC 23008-12, annex B).
enum HEICBrand {
    /// Pictures coded as HEVC, or sequences of them.
    case hevc
    /// A structural brand: the pictures may be coded in any way, AVIF's for one.
    case structural
    /// Another format in the same boxes, such as AVIF or a video.
    case other

    /// Classifies one brand.
    private init(_ brand: String) {
        switch brand {
        case "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs": self = .hevc
        case "mif1", "msf1": self = .structural
        default: self = .other
        }
    }

    /// Reads the strongest brand in `ftyp`: the major one, or, behind its version, a compatible
    /// one.
    init(reading content: ByteReader) throws(PictureFault) {
        var content = content
        var strongest = HEICBrand(try content.fourCharacters())
        try content.skip(4)
        while strongest != .hevc, content.remaining > 0 {
            let next = HEICBrand(try content.fourCharacters())
            strongest = next == .other ? strongest : next
        }
        self = strongest
    }
}
