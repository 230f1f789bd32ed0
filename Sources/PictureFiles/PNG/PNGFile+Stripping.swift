package import Foundation

/// Strips metadata from PNG files (W3C PNG, third edition, section 11).
extension PNGFile {
    /// Returns a copy with the allowed chunks, and with the orientation before the pixels.
    ///
    /// The chunks are copied with their CRCs. An `eXIf` chunk is added only if the orientation is
    /// not upright.
    ///
    /// - Parameter orientation: The orientation to write to the copy.
    /// - Returns: The stripped file, which ends with IEND.
    /// - Throws: `truncated` if IEND is missing, or `tooManyParts` if the file has too many chunks.
    package func stripped(_ orientation: Orientation) throws(PictureError) -> Data {
        try requireComplete()
        var exif =
            orientation == .upright ? Data() : Self.chunk("eXIf", content: Exif.block(orientation))
        var stripped = Self.signature
        for chunk in PNGAllowance.allowed(chunks) {
            if chunk.name == "IDAT" {
                stripped += exif
                exif = Data()
            }
            stripped += chunk.whole
        }
        return stripped + Self.chunk("IEND", content: Data())
    }

    /// Returns a chunk with its length and CRC.
    private static func chunk(_ name: String, content: Data) -> Data {
        let checked = Data(name.utf8) + content
        return Data.bigEndian(UInt32(content.count)) + checked + Data.bigEndian(checked.crc32)
    }
}

/// Selects the chunks of a PNG file that are needed for its pixels, colours, pixel shape and
/// animation.
///
/// Each chunk must have the length that section 11 of the specification prescribes; if the
/// specification allows only one chunk with a name, the first is selected. Any other chunk could
/// hide data.
///
/// Text (`tEXt`, `zTXt`, `iTXt`), times (`tIME`), Exif, histograms, suggested palettes and all
/// chunks that are not in the specification are omitted. The chunks of an animation are copied only
/// if `acTL` reserves one, since decoders ignore them otherwise.
///
/// Chunks of a fixed length cannot hide anything beyond it. `IDAT`, `fdAT` and `iCCP` may have any
/// length, so the data of the picture and of its profile is copied unchecked.
struct PNGAllowance {
    /// The names of chunks that may be repeated.
    private static let repeatable: Set<String> = ["IDAT", "fcTL", "fdAT"]

    /// The allowed lengths of chunks that do not depend on the colour type.
    private static let lengths: [String: ClosedRange<Int>] = [
        "IHDR": 13...13, "IDAT": 0...Int.max, "gAMA": 4...4, "cHRM": 32...32, "sRGB": 1...1,
        "iCCP": 1...Int.max, "pHYs": 9...9, "cICP": 4...4, "mDCV": 24...24, "cLLI": 8...8,
        "acTL": 8...8, "fcTL": 26...26, "fdAT": 4...Int.max,
    ]

    /// The colour type in IHDR, which determines the lengths of some chunks.
    private let colourType: UInt8
    /// Whether a valid `acTL` chunk makes the file an animation.
    private let isAnimated: Bool
    /// The names of the selected chunks.
    private var names: Set<String> = []

    /// Returns the chunks that a copy may contain, in their order.
    static func allowed(_ chunks: [PNGFile.Chunk]) -> [PNGFile.Chunk] {
        var allowance = PNGAllowance(chunks)
        return chunks.filter { allowance.allows($0) }
    }

    private init(_ chunks: [PNGFile.Chunk]) {
        colourType = chunks.first { $0.name == "IHDR" }?.content.dropFirst(9).first ?? 0
        isAnimated = chunks.first { $0.name == "acTL" }?.content.count == 8
    }

    /// Returns whether a copy may contain a chunk, given the chunks before it.
    private mutating func allows(_ chunk: PNGFile.Chunk) -> Bool {
        guard allows(chunk.name, length: chunk.content.count) else { return false }
        return Self.repeatable.contains(chunk.name) || names.insert(chunk.name).inserted
    }

    /// Returns whether a chunk with this name may have this length.
    private func allows(_ name: String, length: Int) -> Bool {
        switch name {
        case "PLTE": (3...768).contains(length) && length.isMultiple(of: 3)
        case "tRNS": transparency?.contains(length) == true
        case "bKGD": length == background
        case "sBIT": length == significantBits
        case "acTL", "fcTL", "fdAT": isAnimated && Self.lengths[name]?.contains(length) == true
        default: Self.lengths[name]?.contains(length) == true
        }
    }

    /// The lengths allowed for `tRNS` (11.3.1.1), which contains one grey level or colour, or the
    /// alpha values of the palette.
    private var transparency: ClosedRange<Int>? {
        switch colourType {
        case 0: 2...2
        case 2: 6...6
        case 3: 1...256
        default: nil
        }
    }

    /// The length of `bKGD` (11.3.4.1), which contains a grey level, an index or a colour.
    private var background: Int {
        switch colourType {
        case 0, 4: 2
        case 3: 1
        default: 6
        }
    }

    /// The length of `sBIT` (11.3.2.6), which contains one byte per channel, or three for a
    /// palette.
    private var significantBits: Int {
        switch colourType {
        case 0: 1
        case 4: 2
        case 6: 4
        default: 3
        }
    }
}
