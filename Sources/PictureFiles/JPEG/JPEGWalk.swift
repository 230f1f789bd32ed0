import Foundation

/// Iterates over the segments of a JPEG file.
///
/// Before the first scan, any bytes between segments except fill bytes are a fault. After it, such
/// bytes are skipped, as decoders do. Each byte is read once; `memchr` searches the coded data of a
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
            // Any number of fill bytes FF may precede a marker (B.1.1.2), but no other bytes.
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
