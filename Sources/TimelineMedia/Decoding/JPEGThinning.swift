import Foundation
import TimelineCore

/// Leaves out of a progressive JPEG what does not show at an eighth of its size: most of its bytes.
///
/// There a block of eight by eight samples becomes one pixel, which its DC coefficient alone tells; of colours
/// with halved resolution it becomes two by two, so their scans stay.
///
/// libjpeg-turbo guesses coefficients that no scan tells, and may even change the DC coefficients for it. So a
/// scan stands in for those left out that says in a few bytes that all AC coefficients are 0.
struct JPEGThinning {
    private let frame: JPEGFrame
    private var started: Set<UInt8> = []
    /// The first coefficient that was left out, by component.
    private var left: [UInt8: UInt8] = [:]

    /// The bytes that show the same at an eighth as `content`; `content` itself where all of it is needed.
    static func thinned(_ content: Data, _ file: JPEGFile) -> Data {
        let frames = file.segments.filter { JPEGFile.isFrame($0.marker) }
        guard frames.count == 1, let frame = JPEGFrame(frames[0]), frame.isProgressive else {
            return content
        }
        var thinning = JPEGThinning(frame: frame)
        return thinning.thinned(content, file.segments)
    }

    private init(frame: JPEGFrame) { self.frame = frame }

    private mutating func thinned(_ content: Data, _ segments: [JPEGFile.Segment]) -> Data {
        var thin = Data(content.prefix(2))
        for segment in segments {
            if leavesOut(segment) { continue }
            if segment.marker == 0xD9 { thin += standIns }
            thin += content[segment.range]
        }
        return thin
    }

    /// Whether a segment does not show; a scan shows that comes before its component's DC coefficients, since the
    /// first one settles what they are multiplied by.
    private mutating func leavesOut(_ segment: JPEGFile.Segment) -> Bool {
        started.formUnion(JPEGScan.componentsOfDC(segment))
        guard let scan = JPEGScan(segment), started.contains(scan.component),
            let component = frame.components.first(where: { $0.id == scan.component }),
            frame.isFine(component)
        else { return false }
        left[component.id] = min(left[component.id] ?? scan.first, scan.first)
        return true
    }

    /// The scans that stand in for those left out, without restart markers and with codes of their own.
    private var standIns: Data {
        guard !left.isEmpty else { return Data() }
        // The codes 0000 to 1110 for the ends of 2⁰ to 2¹⁴ blocks (G.1.2.2).
        let table: [UInt8] =
            [0xFF, 0xC4, 0, 34, 0x10, 0, 0, 0, 15] + Array(repeating: 0, count: 12)
            + (0..<15).map { $0 << 4 }
        return frame.components.reduce(into: Data([0xFF, 0xDD, 0, 4, 0, 0] + table)) {
            standIns,
            component in
            guard let first = left[component.id] else { return }
            standIns += [0xFF, 0xDA, 0, 8, 1, component.id, 0, first, 63, 0]
            standIns += Self.emptyBlocks(frame.blockCount(of: component))
        }
    }

    /// Coded blocks without AC coefficients; no byte of it is FF.
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
