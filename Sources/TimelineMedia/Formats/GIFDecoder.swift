import Foundation
import PictureFiles

/// Decodes GIF row by row, without a library.
enum GIFDecoder {
    /// Decodes the part of a picture that `plan` selects: the first image on its transparent
    /// screen.
    ///
    /// Colour profiles are ignored, because hardly any GIF file contains one.
    ///
    /// Only one row of decoded pixels is in memory at a time.
    ///
    /// - Throws: `truncated` if pixels are missing, `damaged` or `undecodable`.
    static func picture(
        from file: GIFFile,
        sampling plan: Sampling
    ) throws(PictureError) -> DecodedPixels {
        let image = try GIFImage(of: file)
        var codes = try LZWReader(image.codes, codeSize: image.codeSize)
        var average = AreaAverage(plan)
        var line = [UInt8](repeating: 0, count: 4 * image.size.width)
        for row in image.rows {
            for start in stride(from: 0, to: line.count, by: 4) {
                let colour = 4 * Int(try codes.byte())
                for channel in 0..<4 { line[start + channel] = image.colours[colour + channel] }
            }
            line.withUnsafeBufferPointer { line in
                guard let start = line.baseAddress else { return }
                average.add(
                    row: image.top + row,
                    left: image.left,
                    count: image.size.width,
                    start
                )
            }
        }
        return DecodedPixels(raster: average.raster(), colourProfile: nil)
    }
}

/// Decodes GIF's variant of LZW (version 89a, appendix F).
///
/// The length of codes grows from `codeSize + 1` to 12 bits. The table has 4,096 entries, each of
/// which refers to its prefix, so strings take no additional memory. A string has at most 4,096
/// bytes. Hostile codes cannot make the reader loop, since a prefix is always older than its code.
struct LZWReader {
    /// The number of possible 12-bit codes.
    private static let codeLimit = 4096

    /// The coded bytes, without the length bytes of the file.
    private let codes: [UInt8]
    /// The index of the next byte.
    private var position = 0
    /// Bits that have been read but not used, lowest first.
    private var bits = 0
    /// The number of bits in `bits`.
    private var bitCount = 0

    /// The code that clears the table.
    ///
    /// The next higher code ends the pixels.
    private let clear: Int
    /// The number of bits of the next code.
    private var width: Int
    /// The code that will be defined next.
    private var next: Int
    /// The previous code, or `nil` after the table has been cleared.
    private var previous: Int?
    /// The prefix of each code.
    ///
    /// The string of a code is the string of its prefix, followed by its suffix.
    private var prefixes = [Int](repeating: 0, count: codeLimit)
    private var suffixes = [UInt8](repeating: 0, count: codeLimit)
    /// The bytes of the current string that have not been returned, last byte first.
    private var pending: [UInt8] = []

    /// Creates a reader of codes that start with `codeSize + 1` bits.
    ///
    /// - Throws: `undecodable` unless `codeSize` is 1 to 8.
    init(_ codes: [UInt8], codeSize: Int) throws(PictureError) {
        guard (1...8).contains(codeSize) else { throw .undecodable(.gif) }
        self.codes = codes
        clear = 1 << codeSize
        width = codeSize + 1
        next = clear + 2
        for byte in 0..<clear { suffixes[byte] = UInt8(byte) }
    }

    /// Returns the next byte.
    ///
    /// Strings are stored from their last byte to their first, so a stack of pending bytes reverses
    /// them.
    ///
    /// - Throws: `truncated` at the end of the codes, or `undecodable` if a code is undefined.
    mutating func byte() throws(PictureError) -> UInt8 {
        while true {
            if let byte = pending.popLast() { return byte }
            try expand(try code())
        }
    }

    /// Reads a code of the current width, lowest bits first.
    private mutating func code() throws(PictureError) -> Int {
        while bitCount < width {
            guard position < codes.count else { throw .truncated(.gif) }
            bits |= Int(codes[position]) << bitCount
            position += 1
            bitCount += 8
        }
        defer {
            bits >>= width
            bitCount -= width
        }
        return bits & (1 << width - 1)
    }

    /// Adds the string of a code to the pending bytes, and defines a code for the previous string
    /// and the first byte of this one.
    private mutating func expand(_ code: Int) throws(PictureError) {
        guard code != clear else {
            width = clear.trailingZeroBitCount + 1
            next = clear + 2
            previous = nil
            return
        }
        guard code != clear + 1 else { throw .truncated(.gif) }
        guard let previous else {
            guard code < clear else { throw .undecodable(.gif) }
            pending.append(suffixes[code])
            self.previous = code
            return
        }
        guard code <= next, code < Self.codeLimit else { throw .undecodable(.gif) }
        // A code may be used while it is being defined. Its string is the previous string followed
        // by the first byte of that string.
        if code == next { pending.append(0) }
        let first = append(stringOf: code == next ? previous : code)
        if code == next { pending[0] = first }
        define(previous, suffix: first)
        self.previous = code
    }

    /// Appends a code's string to the pending bytes, last byte first, and returns its first byte.
    private mutating func append(stringOf code: Int) -> UInt8 {
        var code = code
        while code >= clear {
            pending.append(suffixes[code])
            code = prefixes[code]
        }
        pending.append(suffixes[code])
        return suffixes[code]
    }

    /// Defines the next code, up to the limit, and widens the codes once all codes of the current
    /// width are used.
    private mutating func define(_ prefix: Int, suffix: UInt8) {
        guard next < Self.codeLimit else { return }
        prefixes[next] = prefix
        suffixes[next] = suffix
        next += 1
        if next == 1 << width, width < 12 { width += 1 }
    }
}
