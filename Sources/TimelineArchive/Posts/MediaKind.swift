import Foundation

/// The kind of a media file, determined by its first bytes.
enum MediaKind {
    /// A picture in a supported format.
    case picture
    /// A video.
    case video
    /// A sound recording.
    case audio
    /// A picture in AVIF, which is not supported.
    case avif
    /// Something else.
    case unknown

    /// The number of bytes needed to determine the kind.
    static let byteCount = 16

    /// Determines the kind from the start of a file.
    init(start bytes: Data) {
        let start = Array(bytes.prefix(Self.byteCount))
        let brand = start.dropFirst(8).prefix(4)
        if start.starts(with: [0xFF, 0xD8, 0xFF]) || start.starts(with: [0x89, 0x50, 0x4E, 0x47])
            || start.starts(with: "GIF8".utf8)
            || start.starts(with: "RIFF".utf8) && brand.elementsEqual("WEBP".utf8)
        {
            self = .picture
        } else if start.dropFirst(4).starts(with: "ftyp".utf8) {
            self = Self(brand: String(decoding: brand, as: UTF8.self))
        } else if start.starts(with: [0x1A, 0x45, 0xDF, 0xA3])
            || start.starts(with: "RIFF".utf8) && brand.elementsEqual("AVI ".utf8)
            || start.dropFirst(4).starts(with: "moov".utf8)
            || start.dropFirst(4).starts(with: "mdat".utf8)
        {
            self = .video
        } else if start.starts(with: "ID3".utf8) || start.starts(with: "OggS".utf8)
            || start.starts(with: "fLaC".utf8)
            || start.starts(with: "RIFF".utf8) && brand.elementsEqual("WAVE".utf8)
        {
            self = .audio
        } else {
            self = .unknown
        }
    }

    /// Classifies the major brand of an ISO media file.
    private init(brand: String) {
        switch brand {
        case "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1": self = .picture
        case "avif", "avis": self = .avif
        case "M4A ", "M4B ": self = .audio
        default: self = .video
        }
    }
}
