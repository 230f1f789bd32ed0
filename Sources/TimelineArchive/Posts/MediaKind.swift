import Foundation
import PictureFiles

/// The kind of a media file, determined by its first bytes and, for the many formats of raw pictures
/// that start like TIFF, by its name.
enum MediaKind: Equatable {
    /// A picture in a supported format.
    case picture
    /// A video, or a picture in a format that is not supported.
    case unsupported(EntryError)
    /// A sound recording.
    case audio
    /// Something else.
    case unknown

    /// The number of bytes needed to determine the kind.
    static let byteCount = 64

    /// Determines the kind of a file.
    ///
    /// - Parameters:
    ///   - bytes: The start of the file.
    ///   - path: The path of the file.
    init(start bytes: Data, path: String) {
        let start = Array(bytes.prefix(Self.byteCount))
        let brand = start.dropFirst(8).prefix(4)
        let starts = { (signatures: [[UInt8]]) in signatures.contains { start.starts(with: $0) } }
        if starts([[0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47], Array("GIF8".utf8)])
            || start.starts(with: "RIFF".utf8) && brand.elementsEqual("WEBP".utf8)
        {
            self = .picture
        } else if start.dropFirst(4).starts(with: "ftyp".utf8) {
            self = Self(brands: start.dropFirst(8))
        } else if start.starts(with: [0x1A, 0x45, 0xDF, 0xA3])
            || start.starts(with: "RIFF".utf8) && brand.elementsEqual("AVI ".utf8)
            || start.dropFirst(4).starts(with: "moov".utf8)
            || start.dropFirst(4).starts(with: "mdat".utf8)
            || starts([[0, 0, 1, 0xBA], [0, 0, 1, 0xB3], [0x30, 0x26, 0xB2, 0x75]])
        {
            self = .unsupported(.video)
        } else if starts([Array("ID3".utf8), Array("OggS".utf8), Array("fLaC".utf8)])
            || start.starts(with: "RIFF".utf8) && brand.elementsEqual("WAVE".utf8)
        {
            self = .audio
        } else {
            let name = path.lowercased()
            let format = Self.formats.first { format in
                starts(format.signatures) || format.extensions.contains { name.hasSuffix(".\($0)") }
            }
            self = format.map { .unsupported($0.fault) } ?? .unknown
        }
    }

    /// Formats of pictures that are not supported, with their signatures and extensions.
    ///
    /// Raw formats come before TIFF, because most of them start like it.
    private static let formats: [(fault: EntryError, signatures: [[UInt8]], extensions: [String])] =
        [
            (
                .rawPicture,
                [
                    Array("FUJIFILMCCD-RAW".utf8), Array("FOVb".utf8), Array("IIRO".utf8),
                    Array("IIRS".utf8), Array("IIU\0".utf8), Array("MMOR".utf8),
                ],
                [
                    "dng", "cr2", "crw", "nef", "nrw", "arw", "srf", "sr2", "orf", "rw2", "raf",
                    "pef",
                    "srw", "x3f", "3fr", "iiq", "kdc", "dcr", "erf", "mrw", "rwl", "raw", "gpr",
                ]
            ),
            (.tiff, [[0x49, 0x49, 0x2A, 0], [0x4D, 0x4D, 0, 0x2A]], ["tif", "tiff"]),
            (.psd, [Array("8BPS".utf8)], ["psd", "psb"]),
            (
                .jpegXL,
                [[0xFF, 0x0A], [0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20]], ["jxl"]
            ),
            (
                .otherPicture, [[0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20]],
                ["jp2", "bmp", "svg", "ico", "xcf", "tga", "exr", "hdr"]
            ),
            (.avif, [], ["avif"]),
            (
                .video, [],
                ["mp4", "mov", "m4v", "avi", "mkv", "webm", "3gp", "mts", "m2ts", "mpg", "wmv"]
            ),
        ]

    /// Classifies an ISO media file by its major brand, the version, and its compatible brands.
    ///
    /// A structural brand leaves open how the picture is coded.
    private init(brands bytes: ArraySlice<UInt8>) {
        let brands = stride(from: bytes.startIndex, to: bytes.endIndex, by: 4)
            .map { String(decoding: bytes[$0..<min($0 + 4, bytes.endIndex)], as: UTF8.self) }
        let brand = brands.first ?? ""
        let isAVIF = brands.contains("avif") && !brands.contains { HEICBrand($0) == .hevc }
        switch (HEICBrand(brand), brand) {
        case (.structural, _) where isAVIF: self = .unsupported(.avif)
        case (.hevc, _), (.structural, _): self = .picture
        case (.other, "avif"), (.other, "avis"): self = .unsupported(.avif)
        case (.other, "crx "): self = .unsupported(.rawPicture)
        case (.other, "M4A "), (.other, "M4B "): self = .audio
        case (.other, _): self = .unsupported(.video)
        }
    }
}
