import Foundation

/// Selects the chunks of a PNG file that pixels, their colours, their shape and their animation
/// need.
///
/// Each chunk must have the length that section 11 of the specification prescribes; where the
/// specification allows only one chunk of a name, the first one is selected. Anything else could
/// hide other data.
///
/// Text (`tEXt`, `zTXt`, `iTXt`), times (`tIME`), Exif, histograms, suggested palettes and
/// everything that the specification does not know are left out. Chunks of an animation stay only
/// if `acTL` announces one, since decoders ignore them otherwise.
///
/// Chunks of a fixed length cannot hide anything beyond it. `IDAT`, `fdAT` and `iCCP` have any
/// length: the data of the picture and of its profile are copied without looking into them.
struct PNGAllowance {
    /// The chunks that may be repeated.
    private static let repeatable: Set<String> = ["IDAT", "fcTL", "fdAT"]

    /// The lengths that are the same for all colour types.
    private static let lengths: [String: ClosedRange<Int>] = [
        "IHDR": 13...13, "IDAT": 0...Int.max, "gAMA": 4...4, "cHRM": 32...32, "sRGB": 1...1,
        "iCCP": 1...Int.max, "pHYs": 9...9, "cICP": 4...4, "mDCV": 24...24, "cLLI": 8...8,
        "acTL": 8...8, "fcTL": 26...26, "fdAT": 4...Int.max,
    ]

    /// The colour type in IHDR, which decides the lengths of some chunks.
    private let colourType: UInt8
    /// Whether a valid `acTL` chunk makes the file an animation.
    private let isAnimated: Bool
    /// The names that were selected already.
    private var names: Set<String> = []

    /// Returns the chunks that may stay, in their order.
    static func allowed(_ chunks: [PNGFile.Chunk]) -> [PNGFile.Chunk] {
        var allowance = PNGAllowance(chunks)
        return chunks.filter { allowance.allows($0) }
    }

    private init(_ chunks: [PNGFile.Chunk]) {
        colourType = chunks.first { $0.name == "IHDR" }?.content.dropFirst(9).first ?? 0
        isAnimated = chunks.first { $0.name == "acTL" }?.content.count == 8
    }

    /// Whether a chunk may stay, given those before it.
    private mutating func allows(_ chunk: PNGFile.Chunk) -> Bool {
        guard allows(chunk.name, length: chunk.content.count) else { return false }
        return Self.repeatable.contains(chunk.name) || names.insert(chunk.name).inserted
    }

    /// Whether a chunk of this name may have this length.
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

    /// The lengths of `tRNS` (11.3.1.1): one grey or colour, or the alpha values of the palette.
    private var transparency: ClosedRange<Int>? {
        switch colourType {
        case 0: 2...2
        case 2: 6...6
        case 3: 1...256
        default: nil
        }
    }

    /// The length of `bKGD` (11.3.4.1): a grey, an index or a colour.
    private var background: Int {
        switch colourType {
        case 0, 4: 2
        case 3: 1
        default: 6
        }
    }

    /// The length of `sBIT` (11.3.2.6): one byte for each channel, three for a palette.
    private var significantBits: Int {
        switch colourType {
        case 0: 1
        case 4: 2
        case 6: 4
        default: 3
        }
    }
}
