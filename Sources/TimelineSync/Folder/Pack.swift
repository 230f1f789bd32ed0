import TimelineCrypto
import TimelineCore

/// The content of a pack: frames of records, then the SHA-256 of everything before it.
///
/// The hash detects files that a cloud service has copied only in part or has changed.
enum Pack {
    /// The maximum length of a pack to read: 64 MiB, in bytes.
    static let maximumByteCount = 64 << 20
    /// The total length of records at which a new pack is started: 4 MiB, in bytes.
    static let turnover = 4 << 20

    /// Returns a pack that contains records.
    static func encode(_ records: [VerifiedRecord]) -> [UInt8] {
        var turn = OutgoingTurn()
        for record in records { turn.add(record) }
        turn.complete([])
        return turn.bytes + SHA256.hash(turn.bytes).bytes
    }

    /// Returns the encoded records of a pack.
    ///
    /// - Throws: ``SyncError/damagedPack``, or the error that describes the first malformed frame.
    static func decode(_ bytes: [UInt8]) throws(SyncError) -> [[UInt8]] {
        let content = bytes.dropLast(SHA256.byteCount)
        guard bytes.count >= SHA256.byteCount,
            SHA256.hash(content).bytes == Array(bytes.suffix(SHA256.byteCount))
        else { throw .damagedPack }
        var decoder = FrameDecoder()
        decoder.append(content)
        var encodings: [[UInt8]] = []
        while let frame = try decoder.next() {
            guard case .records(let records, _) = try Message(decoding: frame) else {
                throw .unexpectedFrame(type: frame.type.rawValue)
            }
            encodings += records
        }
        try decoder.finish()
        return encodings
    }
}
