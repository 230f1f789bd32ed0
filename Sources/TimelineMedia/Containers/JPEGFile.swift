import Foundation
import TimelineCore

/// The segments of a JPEG file (ITU-T T.81, annex B), from SOI to EOI.
struct JPEGFile {
    /// A marker with its segment, or with the entropy-coded data that follows a scan's header.
    struct Segment {
        let marker: UInt8
        /// The whole of it, from the byte FF of the marker.
        let range: Range<Int>
        /// Its content: what follows the length.
        let content: Data
    }

    private(set) var segments: [Segment] = []
    /// Many times the markers of a photo with profiles, previews and scans.
    private static let markerLimit = 4096
    /// Encoders write 10 scans or so; each costs a decoder a pass over all coefficients of a progressive picture.
    static let scanLimit = 500
    /// Whether there is an EOI; else the file is cut short.
    private(set) var hasEnd = false

    /// Reads the segments of a file whose header is read already.
    ///
    /// Everything between a scan's header and the next marker that is not part of it belongs to the scan. Restart
    /// markers and others of no meaning outside of scans are passed over.
    ///
    /// - Parameters:
    ///   - file: the whole file.
    ///   - isHeaderOnly: whether to stop at the first scan.
    /// - Throws: `truncated`; `damaged`; `tooManyParts` for more than 4,096 markers or 500 scans.
    init(reading file: Data, isHeaderOnly: Bool = false) throws(PhotoFault) {
        var walk = JPEGWalk(file, isHeaderOnly: isHeaderOnly)
        var markers = 0
        var scans = 0
        while let segment = try walk.next() {
            if isHeaderOnly, segment.marker == 0xDA { break }
            markers += 1
            scans += segment.marker == 0xDA ? 1 : 0
            guard markers <= Self.markerLimit, scans <= Self.scanLimit else {
                throw .tooManyParts(.jpeg)
            }
            if segment.isStray { continue }
            segments.append(segment)
            hasEnd = segment.marker == 0xD9
            if hasEnd { break }
        }
    }

    /// How many components the frame has: 1 for grey, 3 for colour, 4 for CMYK.
    var componentCount: Int {
        let frame = segments.first { Self.isFrame($0.marker) }
        return frame?.content.dropFirst(5).first.map { Int($0) } ?? 0
    }

    /// Whether the frame is of a kind that libjpeg-turbo decodes: 8 bits a sample, neither lossless nor hierarchical.
    var isDrawn: Bool {
        let frame = segments.first { Self.isFrame($0.marker) }
        return frame.map { [0xC0, 0xC1, 0xC2, 0xC9, 0xCA].contains($0.marker) } == true
            && frame?.content.first == 8
    }

    /// Whether an Adobe segment is there, whose CMYK is inverted.
    var isAdobe: Bool {
        segments.contains { $0.marker == 0xEE && $0.content.starts(with: "Adobe".utf8) }
    }

    /// The ICC profile put together from its parts (ICC.1:2022, annex B.4), if all are there.
    var colourProfile: Data? {
        let parts = segments.filter(\.isProfilePart).map { $0.content.dropFirst(12) }
        guard let count = parts.first?.dropFirst().first, Int(count) == parts.count else {
            return nil
        }
        let sorted = parts.sorted { ($0.first ?? 0) < ($1.first ?? 0) }
        guard sorted.enumerated().allSatisfy({ Int($1.first ?? 0) == $0 + 1 }) else { return nil }
        return sorted.reduce(into: Data()) { $0 += $1.dropFirst(2) }
    }

    /// Refuses a file that is too short to have a picture of this size in it.
    ///
    /// Each block of 8 × 8 takes at least one bit; of subsampled components there are fewer, so only one is
    /// counted. A decoder makes room for all blocks of a progressive picture before it reads them.
    func checkLength(of size: PixelSize) throws(PhotoFault) {
        let blocks = ((size.width + 7) / 8) * ((size.height + 7) / 8)
        let bytes = segments.filter { $0.marker == 0xDA }.reduce(0) { $0 + $1.range.count }
        guard blocks / 8 <= bytes else { throw .truncated(.jpeg) }
    }

    static func isFrame(_ marker: UInt8) -> Bool {
        (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
    }
}

extension JPEGFile.Segment {
    /// Whether it is a restart marker outside of scans, another start, or a byte FF of no meaning.
    var isStray: Bool { marker <= 0x01 || (0xD0...0xD8).contains(marker) }

    /// Whether it is a part of an ICC profile.
    var isProfilePart: Bool { marker == 0xE2 && content.starts(with: "ICC_PROFILE\0".utf8) }

    /// The packet of an XMP segment (XMP Specification Part 3, section 1.1.3).
    var xmp: Data? {
        let name = Data("http://ns.adobe.com/xap/1.0/\0".utf8)
        return marker == 0xE1 && content.starts(with: name) ? content.dropFirst(name.count) : nil
    }

    /// The TIFF structure of an Exif segment.
    var exif: Data? {
        marker == 0xE1 && content.starts(with: "Exif\0\0".utf8) ? content.dropFirst(6) : nil
    }
}

/// Goes from marker to marker.
private struct JPEGWalk {
    private let file: Data
    private let isHeaderOnly: Bool
    private var position: Int

    init(_ file: Data, isHeaderOnly: Bool) {
        self.file = file
        self.isHeaderOnly = isHeaderOnly
        position = file.startIndex + 2
    }

    /// The next segment; `nil` at the end of the file.
    mutating func next() throws(PhotoFault) -> JPEGFile.Segment? {
        while position < file.endIndex, file[position] != 0xFF { position += 1 }
        let start = position
        while position < file.endIndex, file[position] == 0xFF { position += 1 }
        guard position < file.endIndex else { return nil }
        let marker = file[position]
        position += 1
        // A marker without a segment, or a byte FF of no meaning.
        if marker <= 0x01 || (0xD0...0xD9).contains(marker) {
            return JPEGFile.Segment(marker: marker, range: start..<position, content: Data())
        }
        return try segment(marker, from: start)
    }

    private mutating func segment(
        _ marker: UInt8,
        from start: Int
    ) throws(PhotoFault) -> JPEGFile.Segment {
        guard position + 2 <= file.endIndex else { throw .truncated(.jpeg) }
        let length = Int(file[position]) << 8 | Int(file[position + 1])
        guard length >= 2 else { throw .damaged(.jpeg) }
        guard position + length <= file.endIndex else { throw .truncated(.jpeg) }
        let content = file[position + 2..<position + length]
        position += length
        if marker == 0xDA, !isHeaderOnly { skipScan() }
        return JPEGFile.Segment(marker: marker, range: start..<position, content: content)
    }

    /// Passes over entropy-coded data: in it FF is followed by 00, FF or a restart marker (F.1.2.3).
    private mutating func skipScan() {
        let offset = file.startIndex
        position =
            file.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
                var place = position - offset
                while place < bytes.count {
                    guard let start = bytes.baseAddress,
                        let found = memchr(start + place, 0xFF, bytes.count - place)
                    else { return bytes.count }
                    place = UnsafeRawPointer(found) - start
                    guard place + 1 < bytes.count else { return bytes.count }
                    let code = bytes[place + 1]
                    guard code == 0 || code == 0xFF || (0xD0...0xD7).contains(code) else {
                        return place
                    }
                    place += 1
                }
                return place
            } + offset
    }
}
