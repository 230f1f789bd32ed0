import Foundation
import PictureFiles

/// Removes the scans that have no effect when a progressive JPEG is decoded at one eighth of its
/// size.
///
/// They make up most of the file.
///
/// At that size, a block of 8 × 8 samples becomes one pixel, which depends on its DC coefficient
/// alone. A block of a colour component at half resolution becomes 2 × 2 pixels, so the scans of
/// such components remain.
///
/// If no scan contains a coefficient, libjpeg-turbo estimates it, which also changes the DC
/// coefficients. The removed scans are therefore replaced by a few bytes that set all AC
/// coefficients to 0.
struct JPEGThinning {
    /// The frame, which states the components and their sampling.
    private let frame: JPEGFrame
    /// The components for which a scan with DC coefficients has been found.
    private var started: Set<UInt8> = []
    /// The first removed coefficient of each component.
    private var removed: [UInt8: UInt8] = [:]

    /// Returns bytes that decode to the same pixels at one eighth of the size, or the file itself
    /// if all of its scans are needed.
    static func thinned(_ file: JPEGFile) -> Data {
        let frameCount = file.segments.count { JPEGFrame.isFrame($0.marker) }
        guard frameCount == 1, file.frame.isProgressive, file.frame.isRegular else {
            return file.content
        }
        var thinning = JPEGThinning(frame: file.frame)
        return thinning.thinned(file)
    }

    /// Creates the initial state, before the first scan of a frame.
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

    /// Returns whether a segment can be removed because it has no effect.
    ///
    /// A scan that precedes its component's DC coefficients has an effect, since the first scan
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

    /// The scans that replace the removed ones, without restart markers and with a separate Huffman
    /// table.
    private var replacements: Data {
        guard !removed.isEmpty else { return Data() }
        // The codes 0000 to 1110 stand for the end-of-band runs EOB0 to EOB14 (G.1.2.2).
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

    /// Returns the code for blocks without AC coefficients.
    ///
    /// It contains no byte FF.
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
