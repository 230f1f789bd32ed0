import Foundation

/// Iterates over the segments of a JPEG file.
///
/// Other bytes between segments, which some cameras write, are skipped, as decoders do. Each byte is read once; `memchr` searches the coded data of a
/// scan for FF.
struct JPEGWalk {
    /// The bytes of the file.
    private let file: Data
    /// The index of the next byte.
    private var position = 2
    /// Whether the walk is still before the first scan.
    private(set) var isInHeader = true

    /// Creates a walk that starts after SOI.
    ///
    /// The indices of `file` must start at 0.
    init(_ file: Data) { self.file = file }

    /// Returns the next segment or standalone marker, or `nil` at the end of the file.
    mutating func next() throws(PictureError) -> JPEGFile.Segment? {
        while position < file.endIndex, file[position] != 0xFF {
            position += 1
        }
        // Any number of fill bytes FF may precede a marker (B.1.1.2).
        let start = position
        while position < file.endIndex, file[position] == 0xFF { position += 1 }
        guard position < file.endIndex else { return nil }
        let marker = file[position]
        position += 1
        if marker == 0x01 || (0xD0...0xD7).contains(marker) {
            return standalone(marker, from: start)
        }
        // Before the first scan, reserved markers, SOI and EOI are a fault.
        guard !isInHeader || marker >= 0xC0 && marker != 0xD8 && marker != 0xD9 else {
            throw .damaged(.jpeg)
        }
        if [0x00, 0xD8, 0xD9].contains(marker) { return standalone(marker, from: start) }
        return try segment(marker, from: start)
    }

    /// Returns a marker that has no length and no content.
    private func standalone(_ marker: UInt8, from start: Int) -> JPEGFile.Segment {
        JPEGFile.Segment(marker: marker, range: start..<position, content: Data())
    }

    /// Reads the length, which includes its own two bytes (B.1.1.4), and the content.
    private mutating func segment(
        _ marker: UInt8,
        from start: Int
    ) throws(PictureError) -> JPEGFile.Segment {
        guard position + 2 <= file.endIndex else { throw .truncated(.jpeg) }
        let length = Int(file[position]) << 8 | Int(file[position + 1])
        guard length >= 2 else { throw .damaged(.jpeg) }
        guard position + length <= file.endIndex else { throw .truncated(.jpeg) }
        let content = file[position + 2..<position + length]
        position += length
        if marker == 0xDA {
            isInHeader = false
            skipScan()
        }
        return JPEGFile.Segment(marker: marker, range: start..<position, content: content)
    }

    /// Skips entropy-coded data, in which FF is always followed by 00, FF or a restart marker
    /// (F.1.2.3).
    private mutating func skipScan() {
        let start = position
        position = file.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
            var position = start
            while position < bytes.count {
                guard let address = bytes.baseAddress,
                    let match = memchr(address + position, 0xFF, bytes.count - position)
                else { return bytes.count }
                position = UnsafeRawPointer(match) - address
                guard position + 1 < bytes.count else { return bytes.count }
                let code = bytes[position + 1]
                guard code == 0 || code == 0xFF || (0xD0...0xD7).contains(code) else {
                    return position
                }
                position += 1
            }
            return position
        }
    }
}

/// Collects the segments of a JPEG file, up to limits.
struct JPEGSegmentList {
    /// The maximum number of markers, many times that of a photo with profiles, previews and scans.
    private static let markerLimit = 4096
    /// The maximum number of scans.
    ///
    /// Encoders write about 10, and each costs a decoder a pass over all coefficients of a
    /// progressive picture.
    private static let scanLimit = 500

    /// The segments that have a meaning.
    private(set) var segments: [JPEGFile.Segment] = []
    /// The number of markers read, including those without a meaning.
    private var markerCount = 0
    /// The number of scans read.
    private var scanCount = 0

    /// Whether EOI has been read.
    private(set) var hasEnd = false

    /// Whether one of the limits is exceeded.
    ///
    /// In that case, no more segments are appended.
    private var isOverLimit: Bool { markerCount > Self.markerLimit || scanCount > Self.scanLimit }

    /// Appends a segment that has a meaning, up to the limits.
    mutating func append(_ segment: JPEGFile.Segment) {
        guard !isOverLimit else { return }
        markerCount += 1
        scanCount += segment.marker == 0xDA ? 1 : 0
        guard !isOverLimit, !segment.isStray else { return }
        segments.append(segment)
        hasEnd = segment.marker == 0xD9
    }

    /// Appends the segments after the header, up to EOI.
    ///
    /// - Returns: The first fault.
    mutating func appendRest(of walk: inout JPEGWalk) -> PictureError? {
        do throws(PictureError) {
            while !hasEnd, !isOverLimit, let segment = try walk.next() { append(segment) }
            return isOverLimit ? .tooManyParts(.jpeg) : nil
        } catch {
            return error
        }
    }
}

/// The header of a JPEG frame (ITU-T T.81, B.2.2).
package struct JPEGFrame: Sendable {
    /// A component and its sampling factors.
    package struct Component: Sendable {
        /// The ID by which scans refer to the component.
        package let id: UInt8
        /// The horizontal sampling factor.
        let across: Int
        /// The vertical sampling factor.
        let down: Int
    }

    /// The marker, which states how the frame is coded.
    private let marker: UInt8
    /// Whether libjpeg-turbo can decode this kind of frame.
    ///
    /// It supports 8 bits per sample, but no lossless or hierarchical frames.
    package let isDrawn: Bool
    /// The width and height, at most 65,535 pixels each.
    package let size: PixelSize
    /// The components, usually brightness and two colour components.
    package let components: [Component]

    /// Reads a frame segment.
    ///
    /// A height of 0 means that a DNL segment after the first scan states the height. Hardly any
    /// decoder reads that segment, so the frame is rejected as empty.
    ///
    /// - Throws: ``PictureError/damaged(_:)`` if the structure is invalid.
    init(reading segment: JPEGFile.Segment) throws(PictureError) {
        let bytes = [UInt8](segment.content)
        guard bytes.count >= 6, (2...16).contains(bytes[0]), bytes[5] > 0,
            bytes.count == 6 + 3 * Int(bytes[5])
        else { throw .damaged(.jpeg) }
        marker = segment.marker
        isDrawn = [0xC0, 0xC1, 0xC2, 0xC9, 0xCA].contains(segment.marker) && bytes[0] == 8
        size = PixelSize(
            width: Int(bytes[3]) << 8 | Int(bytes[4]),
            height: Int(bytes[1]) << 8 | Int(bytes[2])
        )
        components = stride(from: 6, to: bytes.count, by: 3)
            .map { index in
                Component(
                    id: bytes[index],
                    across: Int(bytes[index + 1] >> 4),
                    down: Int(bytes[index + 1] & 15)
                )
            }
    }

    /// Returns whether a marker starts a frame.
    package static func isFrame(_ marker: UInt8) -> Bool {
        (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
    }

    /// Whether the frame is progressive and Huffman-coded, with its coefficients spread over many
    /// scans.
    package var isProgressive: Bool { marker == 0xC2 }

    /// Whether the frame is sequential and Huffman-coded, with 8 bits per sample.
    var isSequential: Bool { marker <= 0xC1 && isDrawn }

    /// Whether the components have distinct IDs, and sampling factors that decoders accept.
    package var isRegular: Bool {
        Set(components.map(\.id)).count == components.count && hasValidSampling
    }

    /// Whether decoders accept the sampling factors.
    var hasValidSampling: Bool {
        components.allSatisfy { (1...4).contains($0.across) && (1...4).contains($0.down) }
    }

    /// Returns whether a component has more than half as many samples as the finest one, in either
    /// direction.
    package func isFine(_ component: Component) -> Bool {
        2 * component.across > most(\.across) || 2 * component.down > most(\.down)
    }

    /// Returns the number of blocks in a scan of this component alone (A.2.2).
    package func blockCount(of component: Component) -> Int {
        let count = { (length: Int, factor: Int, most: Int) in
            (length * factor + 8 * most - 1) / (8 * most)
        }
        return count(size.width, component.across, most(\.across))
            * count(size.height, component.down, most(\.down))
    }

    /// The number of samples of all components, without those that fill the last blocks.
    var sampleCount: Int {
        let most = most(\.across) * most(\.down)
        return components.reduce(0) { $0 + size.area * $1.across * $1.down / most }
    }

    /// The number of MCUs, the groups of blocks of all components, in a scan of several components
    /// (A.2.3).
    var groupCount: Int {
        let count = { (length: Int, most: Int) in (length + 8 * most - 1) / (8 * most) }
        return count(size.width, most(\.across)) * count(size.height, most(\.down))
    }

    /// Returns the index of the segment of the scan after which no component is missing, if the
    /// frame is sequential.
    func lastScan(of segments: [JPEGFile.Segment]) -> Int? {
        guard isSequential, isRegular else { return nil }
        var missing = Set(components.map(\.id))
        return segments.firstIndex { segment in
            guard segment.marker == 0xDA, let count = segment.content.first else { return false }
            let parameters = [UInt8](segment.content.dropFirst().prefix(2 * Int(count)))
            for index in stride(from: 0, to: parameters.count, by: 2) {
                missing.remove(parameters[index])
            }
            return missing.isEmpty
        }
    }

    /// Returns the largest sampling factor of all components.
    private func most(_ factor: KeyPath<Component, Int>) -> Int {
        components.map { $0[keyPath: factor] }.max() ?? 1
    }
}

/// The header of a scan with some AC coefficients of one component (ITU-T T.81, B.2.3 and G.1.1.1).
///
/// Progressive files contain such scans; `JPEGThinning` in TimelineMedia omits those that a small
/// rendition does not need.
package struct JPEGScan {
    /// The ID of the component.
    package let component: UInt8
    /// The index of the first coefficient in zigzag order.
    ///
    /// Index 0 is the DC coefficient.
    package let first: UInt8

    /// Reads the header of a scan.
    ///
    /// Returns `nil` if the scan contains DC coefficients, several components, or invalid
    /// parameters.
    package init?(_ segment: JPEGFile.Segment) {
        let bytes = [UInt8](segment.content)
        guard segment.marker == 0xDA, bytes.count == 6, bytes[0] == 1 else { return nil }
        let (previousBit, bit) = (bytes[5] >> 4, bytes[5] & 15)
        guard bytes[3] >= 1, bytes[3] <= bytes[4], bytes[4] <= 63, bit <= 13,
            previousBit == 0 || previousBit == bit + 1
        else { return nil }
        component = bytes[1]
        first = bytes[3]
    }

    /// Returns the IDs of the components whose DC coefficients a scan contains.
    package static func componentsOfDC(_ segment: JPEGFile.Segment) -> [UInt8] {
        let bytes = [UInt8](segment.content)
        guard segment.marker == 0xDA, let count = bytes.first.map({ Int($0) }),
            bytes.count == 2 * count + 4, bytes[2 * count + 1] == 0
        else { return [] }
        return stride(from: 1, to: 2 * count, by: 2).map { bytes[$0] }
    }
}
