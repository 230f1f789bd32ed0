import CZlib
import Foundation

/// A decompressor for one raw deflate stream (RFC 1951), which uses zlib.
final class Inflater {
    /// zlib keeps a pointer to this structure, so it must not move.
    private let stream: UnsafeMutablePointer<z_stream>
    /// Whether the end of the stream has been reached.
    private(set) var isAtEnd = false

    /// The size of a window in bytes: the maximum distance of a back-reference.
    static let windowSize = 1 << 15

    /// Creates a decompressor at the start of a stream.
    init() throws(EntryError) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // A negative number of window bits selects a raw stream without a header.
        let size = Int32(MemoryLayout<z_stream>.size)
        guard inflateInit2_(stream, -MAX_WBITS, ZLIB_VERSION, size) == Z_OK else {
            throw .damagedFile
        }
    }

    /// Creates a decompressor at the start of a block, which may start within a byte.
    ///
    /// - Parameters:
    ///   - window: The last 32 KiB before the block.
    ///   - bitCount: The number of bits of the previous byte that belong to the block.
    ///   - bits: The bits themselves.
    /// - Throws: A fault if zlib rejects the values.
    convenience init(window: Data, bitCount: Int, bits: Int) throws(EntryError) {
        try self.init()
        let status = window.withUnsafeBytes { bytes in
            inflateSetDictionary(
                stream,
                bytes.bindMemory(to: UInt8.self).baseAddress,
                UInt32(bytes.count)
            )
        }
        guard inflatePrime(stream, Int32(bitCount), Int32(bits)) == Z_OK,
            window.isEmpty || status == Z_OK
        else { throw .damagedFile }
    }

    deinit {
        inflateEnd(stream)
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    /// Decompresses bytes.
    ///
    /// - Parameters:
    ///   - input: The compressed bytes, from which the consumed bytes are removed.
    ///   - limit: The maximum number of bytes to return.
    ///   - stoppingAtBlocks: Whether to return at the end of each block.
    /// - Returns: The decompressed bytes, which are empty if more input is required.
    /// - Throws: A fault if the stream is damaged.
    func inflate(
        _ input: inout Data,
        limit: Int,
        stoppingAtBlocks: Bool = false
    ) throws(EntryError) -> Data {
        guard !isAtEnd else { return Data() }
        var output = Data(count: limit)
        let stream = stream
        let (status, consumed, produced) = input.withUnsafeBytes { source in
            output.withUnsafeMutableBytes { target in
                stream.pointee.next_in = UnsafeMutablePointer(
                    mutating: source.bindMemory(to: UInt8.self).baseAddress
                )
                stream.pointee.avail_in = UInt32(source.count)
                stream.pointee.next_out = target.bindMemory(to: UInt8.self).baseAddress
                stream.pointee.avail_out = UInt32(limit)
                let status = CZlib.inflate(stream, stoppingAtBlocks ? Z_BLOCK : Z_NO_FLUSH)
                let (unused, free) = (stream.pointee.avail_in, stream.pointee.avail_out)
                return (status, source.count - Int(unused), limit - Int(free))
            }
        }
        input = input.dropFirst(consumed)
        switch status {
        case Z_STREAM_END: isAtEnd = true
        case Z_OK, Z_BUF_ERROR: break
        default: throw .damagedFile
        }
        return output.prefix(produced)
    }

    /// The number of unused bits in the last byte read, if the next bits start a block other than
    /// the first, or `nil` otherwise.
    var unusedBitsAtBlock: Int? {
        let type = Int(stream.pointee.data_type)
        return type & 128 != 0 && type & 64 == 0 ? type & 7 : nil
    }

    /// The last 32 KiB of decompressed bytes, or all of them if there are fewer.
    var window: Data {
        var window = Data(count: Self.windowSize)
        var count = UInt32(Self.windowSize)
        let stream = stream
        let status = window.withUnsafeMutableBytes { bytes in
            inflateGetDictionary(stream, bytes.bindMemory(to: UInt8.self).baseAddress, &count)
        }
        return status == Z_OK ? window.prefix(Int(count)) : Data()
    }
}

/// The CRC-32 checksum that zip and gzip use (ISO 3309).
struct CRC32: Sendable {
    /// The checksum of all bytes added so far.
    private(set) var value: UInt32 = 0

    /// Adds bytes to the checksum.
    mutating func update(_ bytes: Data) {
        value = bytes.withUnsafeBytes { buffer in
            let start = buffer.bindMemory(to: UInt8.self).baseAddress
            return UInt32(truncatingIfNeeded: crc32(UInt(value), start, UInt32(buffer.count)))
        }
    }
}
