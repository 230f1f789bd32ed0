package import Foundation

/// The segments of a JPEG file (ITU-T T.81, annex B), from SOI to EOI.
///
/// Before the first scan, only segments and fill bytes are accepted, with exactly one frame. After
/// the first scan, bytes between segments are skipped, as decoders do.
///
/// The entropy-coded data of a scan is part of the segment that starts with the scan header. A
/// progressive file has several scans of one picture, and files with thousands of them would take
/// minutes to decode, so their number is limited.
///
/// ```
/// FF D8                       SOI
/// FF E0 length JFIF …         density, thumbnail
/// FF E1 length Exif\0\0 …     orientation, location, device, dates
/// FF E2 length ICC_PROFILE …  a part of the colour profile
/// FF DB, FF C4 …              tables
/// FF C0 … FF CF               the frame: size and components
/// FF DA length … coded data   a scan; progressive files have several
/// FF D9                       EOI; anything may follow
/// ```
///
/// Some cameras omit EOI, or write other data before it. If all pixels of a sequential file are
/// there, the file ends with them; see `JPEGCodedScan`.
///
/// Every file goes through these stages in this module:
///
/// 1. `JPEGWalk` finds one segment after another.
/// 2. `JPEGSegmentList` counts them, and drops those that have no meaning.
/// 3. `JPEGFrame` reads the size from the frame.
/// 4. Stripping and the reading of metadata use the list, so no stage reads the file again.
package struct JPEGFile: PictureContainer {
    /// A segment with its marker.
    ///
    /// The segment of a scan includes the entropy-coded data after its header.
    package struct Segment: Sendable {
        /// The second byte of the marker, after FF.
        package let marker: UInt8
        /// The range of the complete segment, including any fill bytes FF before the marker.
        package let range: Range<Int>
        /// The bytes after the length field.
        package let content: Data
    }

    /// The bytes of the file, from whose start ranges are offsets.
    package let content: Data
    /// The segments, without restart markers and other markers that have no meaning outside scans.
    package let segments: [Segment]
    /// The frame header before the first scan.
    package let frame: JPEGFrame
    /// Whether EOI has been read.
    private let hasEnd: Bool
    /// The first fault after the header.
    private let fault: PictureError?

    /// Parses a file that starts with SOI.
    ///
    /// - Throws: `truncated` if the file ends before its first scan, or `damaged` if there are
    ///   bytes between segments, no frame, or more than one frame.
    package init(reading content: Data) throws(PictureError) {
        let content = content.zeroBased
        var walk = JPEGWalk(content)
        var list = JPEGSegmentList()
        var frame: JPEGFrame?
        while walk.isInHeader {
            guard let segment = try walk.next() else { throw .truncated(.jpeg) }
            list.append(segment)
            guard JPEGFrame.isFrame(segment.marker) else { continue }
            guard frame == nil else { throw .damaged(.jpeg) }
            frame = try JPEGFrame(reading: segment)
        }
        guard let frame else { throw .damaged(.jpeg) }
        self.frame = frame
        let fault = list.appendRest(of: &walk)
        self.content = content
        segments = list.segments
        (hasEnd, self.fault) = (list.hasEnd, fault)
    }

    private init(_ content: Data, _ segments: [Segment], _ frame: JPEGFrame) {
        (self.content, self.segments, self.frame) = (content, segments, frame)
        (hasEnd, fault) = (true, nil)
    }

    /// Returns the file up to the last pixel, and EOI, if the file is sequential, contains all
    /// pixels, and something other than EOI follows them.
    private var endingWithPixels: JPEGFile? {
        guard fault != .tooManyParts(.jpeg), let index = frame.lastScan(of: segments),
            segments.dropFirst(index + 1).first?.marker != 0xD9,
            let scan = JPEGCodedScan(segments[index], after: segments[..<index], frame: frame),
            let end = scan.end(in: content)
        else { return nil }
        let (start, header) = (segments[index].range.lowerBound, segments[index].content)
        return JPEGFile(
            content.prefix(end) + Data([0xFF, 0xD9]),
            segments[..<index] + [
                Segment(marker: 0xDA, range: start..<end, content: header),
                Segment(marker: 0xD9, range: end..<end + 2, content: Data()),
            ],
            frame
        )
    }

    /// The size in the frame header, before any Exif orientation is applied.
    package var storedSize: PixelSize { frame.size }

    /// Returns the file with all pixels and EOI, without other bytes that follow the pixels.
    ///
    /// Only this method reads the pixels, and only if EOI does not follow them.
    ///
    /// - Throws: The first fault after the header, or ``PictureError/truncated(_:)`` if EOI and
    ///   pixels are missing. More than 4,096 markers or 500 scans are
    ///   ``PictureError/tooManyParts(_:)``.
    package func complete() throws(PictureError) -> JPEGFile {
        if let file = endingWithPixels { return file }
        if let fault { throw fault }
        guard hasEnd else { throw .truncated(.jpeg) }
        return self
    }

    /// The number of samples that a decoder holds at once, or 0 if it decodes rows one by one.
    ///
    /// The coefficients of a progressive frame, or of components in separate scans, are complete
    /// only after the last scan.
    package var heldSamples: Int {
        let first = segments.first { $0.marker == 0xDA }?.content.first
        // No decoder accepts other sampling factors.
        guard frame.hasValidSampling,
            !frame.isSequential || first.map({ Int($0) }) != frame.components.count
        else { return 0 }
        return frame.sampleCount
    }

    /// Rejects a file that is too short to contain its pixels.
    ///
    /// Each block of 8 × 8 samples takes at least one bit; subsampled components have fewer blocks,
    /// so only one component is considered. A decoder allocates all blocks of a progressive picture
    /// before it reads them.
    ///
    /// A file of a kilobyte can state 250 megapixels. Without this check, a decoder would allocate
    /// and fill them before it notices the missing data.
    package func checkLength() throws(PictureError) {
        let size = frame.size
        let blocks = ((size.width + 7) / 8) * ((size.height + 7) / 8)
        let bytes = segments.filter { $0.marker == 0xDA }.reduce(0) { $0 + $1.range.count }
        guard blocks / 8 <= bytes else { throw .truncated(.jpeg) }
    }
}

// MARK: - Metadata

extension JPEGFile {
    /// The segments before the first scan, which are the only ones that may contain metadata.
    private var header: ArraySlice<Segment> { segments.prefix { $0.marker != 0xDA } }

    /// The TIFF structure of the first Exif segment.
    package var exif: Data? { header.lazy.compactMap(\.exif).first }

    /// The packets of XMP segments.
    ///
    /// The extensions of longer packets are ignored.
    package var xmp: [Data] { header.compactMap(\.xmp) }

    /// Whether the file contains an Adobe segment, in which case CMYK values are stored inverted.
    package var isAdobe: Bool {
        segments.contains { $0.marker == 0xEE && $0.content.starts(with: "Adobe".utf8) }
    }

    /// The ICC profile assembled from its parts (ICC.1:2022, annex B.4), or `nil` if a part is
    /// missing.
    ///
    /// Each part states its own number and the total number of parts in one byte each, so a profile
    /// has at most 255 parts. Like most viewers, this property ignores profiles with a missing or
    /// repeated part.
    package var colourProfile: Data? {
        let parts = segments.filter(\.isProfilePart).map { $0.content.dropFirst(12) }
        guard let count = parts.first?.dropFirst().first, Int(count) == parts.count else {
            return nil
        }
        let sorted = parts.sorted { ($0.first ?? 0) < ($1.first ?? 0) }
        guard sorted.enumerated().allSatisfy({ Int($1.first ?? 0) == $0 + 1 }) else { return nil }
        return sorted.reduce(into: Data()) { $0 += $1.dropFirst(2) }
    }
}

extension JPEGFile.Segment {
    /// Whether the marker is a restart marker outside a scan, another SOI, or a byte FF without a
    /// meaning.
    var isStray: Bool { marker <= 0x01 || (0xD0...0xD8).contains(marker) }

    /// Whether the segment is a part of an ICC profile.
    var isProfilePart: Bool { marker == 0xE2 && content.starts(with: "ICC_PROFILE\0".utf8) }

    /// The packet of an XMP segment (XMP Specification Part 3, section 1.1.3), or `nil` for other
    /// segments.
    fileprivate var xmp: Data? {
        let name = Data("http://ns.adobe.com/xap/1.0/\0".utf8)
        return marker == 0xE1 && content.starts(with: name) ? content.dropFirst(name.count) : nil
    }

    /// The TIFF structure of an Exif segment, or `nil` for other segments.
    fileprivate var exif: Data? {
        marker == 0xE1 && content.starts(with: "Exif\0\0".utf8) ? content.dropFirst(6) : nil
    }
}

/// Strips metadata from JPEG files (ITU-T T.81), including JFIF (T.871) and Adobe (T.872) segments.
///
/// The copy contains the segments that decoders need. All but three are copied byte for byte: JFIF
/// loses its thumbnail, Adobe's segment everything after its first twelve bytes, and Exif
/// everything except the orientation.
extension JPEGFile {
    /// Returns a copy that contains only the coded picture, the JFIF segment without its thumbnail,
    /// the colour profile and Adobe's segment with the colour model.
    ///
    /// Drops everything after EOI, such as the other pictures of CIPA's Multi-Picture Format and
    /// the videos of motion photos.
    ///
    /// - Parameter orientation: The orientation to write to the copy. An upright copy needs no Exif
    ///   segment.
    /// - Returns: The stripped file.
    /// - Throws: The first fault after the header, or `truncated` if EOI is missing.
    package func stripped(_ orientation: Orientation) throws(PictureError) -> Data {
        let file = try complete()
        let exif = orientation == .upright ? Data() : Self.exifSegment(orientation)
        var stripped = Data([0xFF, 0xD8])
        // JFIF must be the first segment; Exif follows it.
        stripped += file.segments.lazy.compactMap(Self.jfif).first ?? Data()
        stripped += exif
        for segment in file.segments { stripped += file.allowed(segment) }
        return stripped
    }

    /// Returns the bytes of a segment that the copy contains, or no bytes if it is dropped.
    private func allowed(_ segment: Segment) -> Data {
        switch segment.marker {
        // DNL and DRI contain a two-byte number; decoders ignore anything after it.
        case 0xDC, 0xDD: return segment.content.count == 2 ? whole(segment) : Data()
        // These are frames, tables, scans with their data, and the end. C8 is reserved, and DE and
        // DF are used only in hierarchical files.
        case 0xC0...0xC7, 0xC9...0xCF, 0xD9...0xDB: return whole(segment)
        case 0xE2 where segment.isProfilePart: return Self.segment(0xE2, content: segment.content)
        case 0xEE where segment.content.starts(with: "Adobe".utf8):
            return Self.segment(0xEE, content: segment.content.prefix(12))
        default: return Data()
        }
    }

    /// Returns the marker and the segment unchanged, without fill bytes before the marker.
    private func whole(_ segment: Segment) -> Data {
        let start =
            content[segment.range].firstIndex(of: segment.marker) ?? segment.range.lowerBound
        return Data([0xFF]) + content[start..<segment.range.upperBound]
    }

    /// Returns a JFIF segment with the original version and density and without a thumbnail.
    private static func jfif(_ segment: Segment) -> Data? {
        guard segment.marker == 0xE0, segment.content.starts(with: "JFIF\0".utf8),
            segment.content.count >= 14
        else { return nil }
        return self.segment(0xE0, content: segment.content.prefix(12) + [0, 0])
    }

    /// Returns an Exif segment that contains only an orientation.
    private static func exifSegment(_ orientation: Orientation) -> Data {
        segment(0xE1, content: Data("Exif\0\0".utf8) + Exif.block(orientation))
    }

    /// Returns a segment that consists of a marker, the length and the content.
    ///
    /// The content must have at most 65,533 bytes.
    private static func segment(_ marker: UInt8, content: Data) -> Data {
        let length = content.count + 2
        return Data([0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)]) + content
    }
}
