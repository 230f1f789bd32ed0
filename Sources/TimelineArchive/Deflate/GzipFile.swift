import Foundation
import TimelineCore

/// A gzip file (RFC 1952) with random access to its decompressed bytes.
///
/// Deflated data can only be decompressed from the start. The first pass over the file, which lists
/// the entries of a tar archive, records checkpoints at which later reads can start.
final class GzipFile: Sendable {
    /// A place at which decompression can start.
    fileprivate struct Checkpoint: Sendable {
        /// The number of decompressed bytes before the checkpoint.
        let position: Int
        /// The position of the next compressed byte.
        let inputPosition: Int
        /// The number of bits of the previous byte that follow the checkpoint.
        let bitCount: Int
        /// The last 32 KiB of decompressed bytes before the checkpoint.
        let window: Data
        /// The part of the current member before the checkpoint.
        let member: Member
    }

    /// The part of a member that has been decompressed.
    fileprivate struct Member: Sendable {
        var checksum = CRC32()
        var byteCount = 0
    }

    private struct State {
        var checkpoints: [Checkpoint] = []
        var spacing = 8 << 20
    }

    /// The maximum number of checkpoints, which take 32 KiB each.
    ///
    /// If more are recorded, every second one is removed.
    private static let checkpointLimit = 512

    fileprivate let file: ArchiveFile
    private let state = Lock(State())

    /// Creates a reader of a compressed file.
    init(_ file: ArchiveFile) { self.file = file }

    /// Returns whether a file starts with the signature of a gzip file.
    static func isGzip(_ file: ArchiveFile) throws(EntryError) -> Bool {
        try file.read(3, at: 0).elementsEqual([0x1F, 0x8B, 8])
    }

    /// Returns the decompressed bytes from a position to the end.
    func stream(from position: Int) throws(EntryError) -> any ByteStream {
        let checkpoint = state.withLock { state in
            state.checkpoints.last { $0.position <= position }
        }
        let stream = try GzipStream(self, from: checkpoint)
        try stream.skip(to: position)
        return stream
    }

    fileprivate func isDue(at position: Int) -> Bool {
        state.withLock { state in
            position >= (state.checkpoints.last?.position ?? 0) + state.spacing
        }
    }

    fileprivate func add(_ checkpoint: Checkpoint) {
        state.withLock { state in
            state.checkpoints.append(checkpoint)
            guard state.checkpoints.count > Self.checkpointLimit else { return }
            state.checkpoints = stride(from: 1, to: state.checkpoints.count, by: 2)
                .map { state.checkpoints[$0] }
            state.spacing *= 2
        }
    }
}

/// The decompressed bytes of a file from a checkpoint to the end.
private final class GzipStream: ByteStream {
    private let source: GzipFile
    /// The current member's decompressor, or `nil` before the header of a member.
    private var inflater: Inflater?
    private var member = GzipFile.Member()
    private var input = Data()
    /// The position of the first byte after `input`.
    private var inputEnd: Int
    private var position = 0
    private var skipped = Data()

    /// The number of bytes to read or decompress at a time.
    private static let chunkSize = 1 << 16
    /// The maximum accepted compression ratio, after the first bytes.
    private static let ratioLimit = 200
    /// The number of decompressed bytes that any input may expand to.
    private static let freeExpansion = 64 << 20

    init(_ source: GzipFile, from checkpoint: GzipFile.Checkpoint?) throws(EntryError) {
        self.source = source
        inputEnd = checkpoint?.inputPosition ?? 0
        guard let checkpoint else { return }
        position = checkpoint.position
        member = checkpoint.member
        var bits = 0
        if checkpoint.bitCount > 0 {
            let byte = try source.file.readExactly(1, at: checkpoint.inputPosition - 1)
            bits = Int(byte.first ?? 0) >> (8 - checkpoint.bitCount)
        }
        inflater = try Inflater(
            window: checkpoint.window,
            bitCount: checkpoint.bitCount,
            bits: bits
        )
    }

    func skip(to target: Int) throws(EntryError) {
        while position < target {
            let bytes = try next()
            guard !bytes.isEmpty else { throw .truncatedFile }
            if position > target { skipped = bytes.suffix(position - target) }
        }
    }

    func next() throws(EntryError) -> Data {
        guard skipped.isEmpty else {
            defer { skipped = Data() }
            return skipped
        }
        while true {
            guard let inflater else {
                guard try startMember() else { return Data() }
                continue
            }
            if inflater.isAtEnd {
                try endMember()
                continue
            }
            try fill()
            guard !input.isEmpty else { throw .truncatedFile }
            let bytes = try inflater.inflate(
                &input,
                limit: Self.chunkSize,
                stoppingAtBlocks: true
            )
            position += bytes.count
            member.byteCount += bytes.count
            member.checksum.update(bytes)
            let expansionLimit = Self.freeExpansion + Self.ratioLimit * (inputEnd - input.count)
            guard position <= expansionLimit else { throw .bomb }
            saveCheckpoint(inflater)
            if !bytes.isEmpty { return bytes }
        }
    }

    private func saveCheckpoint(_ inflater: Inflater) {
        guard let bitCount = inflater.unusedBitsAtBlock, source.isDue(at: position) else { return }
        source.add(
            GzipFile.Checkpoint(
                position: position,
                inputPosition: inputEnd - input.count,
                bitCount: bitCount,
                window: inflater.window,
                member: member
            )
        )
    }

    /// Reads more compressed bytes if none are left.
    private func fill() throws(EntryError) {
        guard input.isEmpty else { return }
        input = try source.file.read(Self.chunkSize, at: inputEnd)
        inputEnd += input.count
    }

    private func byte() throws(EntryError) -> UInt8 {
        try fill()
        guard let byte = input.popFirst() else { throw .truncatedFile }
        return byte
    }

    /// Reads the header of the next member.
    ///
    /// Returns `false` at the end of the file. Zeros after a member are padding.
    private func startMember() throws(EntryError) -> Bool {
        try fill()
        while position > 0, input.first == 0 {
            input.removeFirst()
            try fill()
        }
        guard !input.isEmpty else { return false }
        guard try byte() == 0x1F, try byte() == 0x8B, try byte() == 8 else { throw .damagedFile }
        let flags = try byte()
        for _ in 0..<6 { _ = try byte() }
        if flags & 4 != 0 {
            let count = Int(try byte()) | Int(try byte()) << 8
            for _ in 0..<count { _ = try byte() }
        }
        // The name of the file and a comment, each ended by a zero.
        for flag in [8, 16] where flags & UInt8(flag) != 0 {
            while try byte() != 0 {}
        }
        if flags & 2 != 0 { _ = (try byte(), try byte()) }
        inflater = try Inflater()
        member = GzipFile.Member()
        return true
    }

    /// Checks the checksum and the size after a member.
    private func endMember() throws(EntryError) {
        var values: [UInt32] = []
        for _ in 0..<2 {
            var value: UInt32 = 0
            for shift in 0..<4 { value |= UInt32(try byte()) << UInt32(8 * shift) }
            values.append(value)
        }
        guard values[0] == member.checksum.value else { throw .wrongChecksum }
        guard values[1] == UInt32(truncatingIfNeeded: member.byteCount) else { throw .wrongSize }
        inflater = nil
    }
}
