import Foundation

/// The bytes of one entry of a zip archive, decompressed and checked.
final class ZipEntryStream: ByteStream {
    private let compressed: FileStream
    private let record: ZipRecord
    private let inflater: Inflater?
    private var input = Data()
    private var produced = 0
    private var checksum = CRC32()

    /// The maximum number of bytes to decompress at a time.
    private static let chunkSize = 1 << 18

    /// Creates a stream of an entry's compressed bytes.
    init(_ compressed: FileStream, record: ZipRecord) throws(EntryError) {
        self.compressed = compressed
        self.record = record
        inflater = record.method == 8 ? try Inflater() : nil
    }

    func next() throws(EntryError) -> Data {
        let bytes: Data
        if let inflater { bytes = try inflate(inflater) } else { bytes = try compressed.next() }
        produced += bytes.count
        checksum.update(bytes)
        guard produced <= record.byteCount else { throw .wrongSize }
        if bytes.isEmpty {
            guard produced == record.byteCount else { throw .wrongSize }
            guard checksum.value == record.checksum else { throw .wrongChecksum }
        }
        return bytes
    }

    private func inflate(_ inflater: Inflater) throws(EntryError) -> Data {
        while !inflater.isAtEnd {
            if input.isEmpty {
                input = try compressed.next()
                guard !input.isEmpty else { throw .truncatedFile }
            }
            let bytes = try inflater.inflate(&input, limit: Self.chunkSize)
            if !bytes.isEmpty { return bytes }
        }
        // Bytes after the end of the deflated data would be invisible to other programs.
        guard input.isEmpty else { throw .wrongSize }
        guard try compressed.next().isEmpty else { throw .wrongSize }
        return Data()
    }
}
