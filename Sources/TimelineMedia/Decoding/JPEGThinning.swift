import Foundation
import PictureFiles

/// Removes the scans of a progressive JPEG that have no effect at an eighth of its size: most of
/// its bytes.
///
/// At that size a block of 8 × 8 samples becomes one pixel, which depends on its DC coefficient
/// alone. A block of colours at half resolution becomes 2 × 2 pixels, so scans of such components
/// stay.
///
/// libjpeg-turbo estimates coefficients that no scan contains, and changes the DC coefficients to
/// do so. The removed scans are therefore replaced by a few bytes that set all AC coefficients to
/// 0.
struct JPEGThinning {
    /// The frame, which states the components and their sampling.
    private let frame: JPEGFrame
    /// The components whose DC coefficients have started.
    private var started: Set<UInt8> = []
    /// The first coefficient that was removed, by component.
    private var removed: [UInt8: UInt8] = [:]

    /// Returns the bytes that decode to the same pixels at an eighth of the size; the file itself
    /// where all of its scans are needed.
    static func thinned(_ file: JPEGFile) -> Data {
        let frameCount = file.segments.count { JPEGFrame.isFrame($0.marker) }
        guard frameCount == 1, file.frame.isProgressive, file.frame.isRegular else {
            return file.content
        }
        var thinning = JPEGThinning(frame: file.frame)
        return thinning.thinned(file)
    }

    /// Starts before the first scan.
    private init(frame: JPEGFrame) { self.frame = frame }

    /// Copies the segments that are needed, and inserts the replacements before the end.
    private mutating func thinned(_ file: JPEGFile) -> Data {
        var thin = Data(file.content.prefix(2))
        for segment in file.segments {
            if removes(segment) { continue }
            if segment.marker == 0xD9 { thin += replacements }
            thin += file.content[segment.range]
        }
        return thin
    }

    /// Whether a segment has no effect.
    ///
    /// A scan before its component's DC coefficients has one, since the first scan
    /// determines the quantization table.
    private mutating func removes(_ segment: JPEGFile.Segment) -> Bool {
        started.formUnion(JPEGScan.componentsOfDC(segment))
        guard let scan = JPEGScan(segment), started.contains(scan.component),
            let component = frame.components.first(where: { $0.id == scan.component }),
            frame.isFine(component)
        else { return false }
        removed[component.id] = min(removed[component.id] ?? scan.first, scan.first)
        return true
    }

    /// The scans that replace the removed ones, without restart markers and with a Huffman table of
    /// their own.
    private var replacements: Data {
        guard !removed.isEmpty else { return Data() }
        // The codes 0000 to 1110 for the ends of 2⁰ to 2¹⁴ blocks (G.1.2.2).
        let table: [UInt8] =
            [0xFF, 0xC4, 0, 34, 0x10, 0, 0, 0, 15] + Array(repeating: 0, count: 12)
            + (0..<15).map { $0 << 4 }
        return frame.components.reduce(into: Data([0xFF, 0xDD, 0, 4, 0, 0] + table)) {
            scans,
            component in
            guard let first = removed[component.id] else { return }
            scans += [0xFF, 0xDA, 0, 8, 1, component.id, 0, first, 63, 0]
            scans += Self.emptyBlocks(frame.blockCount(of: component))
        }
    }

    /// Codes blocks without AC coefficients; no byte of the result is FF.
    private static func emptyBlocks(_ count: Int) -> Data {
        var bits: [UInt8] = []
        var rest = count
        while rest > 0 {
            let power = min(14, Int.bitWidth - 1 - rest.leadingZeroBitCount)
            bits += [3, 2, 1, 0].map { UInt8(power >> $0 & 1) }
            bits += Array(repeating: 0, count: power)
            rest -= 1 << power
        }
        return stride(from: 0, to: bits.count, by: 8)
            .reduce(into: Data()) { bytes, start in
                let byte = bits[start..<min(start + 8, bits.count)]
                bytes.append(byte.reduce(0) { $0 << 1 | $1 } << (8 - byte.count))
            }
    }
}
