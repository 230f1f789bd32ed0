import Foundation

/// The coding that a brand of a HEIF file promises (ISO/IEC 23008-12, annex B).
enum HEICBrand {
    /// Pictures, or sequences of them, coded as HEVC.
    case hevc
    /// A structural brand, which allows any coding, such as that of AVIF.
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

    /// Reads the content of `ftyp`, and selects the most specific of its major and compatible
    /// brands.
    ///
    /// The version lies between the two.
    init(reading content: ByteReader) throws(PictureError) {
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
