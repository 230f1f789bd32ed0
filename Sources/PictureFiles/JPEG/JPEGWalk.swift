import Foundation

/// Iterates over the segments of a JPEG file.
///
/// Strict before the first scan: bytes that are neither a segment nor fill bytes are damage there.
/// Behind it, bytes that are no marker are skipped, as decoders do. Each byte is read once, and the
/// coded data of a scan is searched for FF by `memchr`.
struct JPEGWalk {
    /// The bytes of the file.
    private let file: Data
    /// The index of the next byte.
    private var position = 2
    /// Whether the first scan is still ahead.
    private(set) var isInHeader = true

    /// Starts behind SOI; `file` has indices from 0.
    init(_ file: Data) { self.file = file }

    /// Returns the next segment, or a marker without one; `nil` at the end of the file.
    mutating func next() throws(PictureFault) -> JPEGFile.Segment? {
        while position < file.endIndex, file[position] != 0xFF {
            // Any number of fill bytes FF may precede a marker (B.1.1.2), nothing else.
            guard !isInHeader else { throw .damaged(.jpeg) }
            position += 1
        }
        let start = position
        while position < file.endIndex, file[position] == 0xFF { position += 1 }
        guard position < file.endIndex else { return nil }
        let marker = file[position]
        position += 1
        if marker == 0x01 || (0xD0...0xD7).contains(marker) {
            return standalone(marker, from: start)
        }
        // Before the first scan, codes without a meaning, SOI and EOI are damage.
        guard !isInHeader || marker >= 0xC0 && marker != 0xD8 && marker != 0xD9 else {
            throw .damaged(.jpeg)
        }
        if [0x00, 0xD8, 0xD9].contains(marker) { return standalone(marker, from: start) }
        return try segment(marker, from: start)
    }

    /// A marker without a length.
    private func standalone(_ marker: UInt8, from start: Int) -> JPEGFile.Segment {
        JPEGFile.Segment(marker: marker, range: start..<position, content: Data())
    }

    /// Reads the length, which counts its own two bytes (B.1.1.4), and the content.
    private mutating func segment(
        _ marker: UInt8,
        from start: Int
    ) throws(PictureFault) -> JPEGFile.Segment {
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

    /// Skips entropy-coded data: in it, FF is followed by 00, FF or a restart marker (F.1.2.3).
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

/// Collects segments within the limits of a JPEG file.
struct JPEGSegmentList {
    /// Many times the markers of a photo with profiles, previews and scans.
    private static let markerLimit = 4096
    /// Encoders write about 10 scans; each one costs a decoder a pass over all coefficients of a
    /// progressive picture.
    private static let scanLimit = 500

    /// The segments that have a meaning.
    private(set) var segments: [JPEGFile.Segment] = []
    /// The number of markers so far, without a meaning as well.
    private var markerCount = 0
    /// The number of scans so far.
    private var scanCount = 0

    /// Whether EOI has been read.
    private(set) var hasEnd = false

    /// Whether one of the limits is exceeded; then the list stays as it is.
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

    /// Appends the segments behind the header, up to EOI.
    ///
    /// - Returns: the first fault.
    mutating func appendRest(of walk: inout JPEGWalk) -> PictureFault? {
        do throws(PictureFault) {
            while !hasEnd, !isOverLimit, let segment = try walk.next() { append(segment) }
            return isOverLimit ? .tooManyParts(.jpeg) : nil
        } catch {
            return error
        }
    }
}
