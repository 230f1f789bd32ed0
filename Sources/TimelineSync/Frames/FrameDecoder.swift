/// Splits a stream of bytes into frames.
///
/// The bytes may come from strangers, in chunks of any size. A length is checked as soon as its
/// four bytes have arrived, so a decoder buffers at most one frame and the last chunk.
package struct FrameDecoder: Sendable {
    private var buffer: [UInt8] = []
    /// The index in the buffer of the first byte after the last returned frame.
    private var start = 0

    /// Creates a decoder.
    package init() {}

    /// The number of bytes after the last returned frame.
    package var pendingByteCount: Int { buffer.count - start }

    /// Appends the next bytes of the stream.
    package mutating func append(_ bytes: some Sequence<UInt8>) {
        if start > 0 {
            buffer.removeFirst(start)
            start = 0
        }
        buffer += bytes
    }

    /// Returns the next frame, or `nil` until it is complete.
    ///
    /// - Throws: ``SyncError/frameTooLong(bytes:)``, ``SyncError/emptyFrame`` or
    ///   ``SyncError/unknownFrameType(_:)``. The rest of the stream is unusable after an error.
    package mutating func next() throws(SyncError) -> Frame? {
        guard pendingByteCount >= FrameLimits.lengthField else { return nil }
        var length = 0
        for offset in 0..<FrameLimits.lengthField {
            length = length << 8 | Int(buffer[start + offset])
        }
        guard length > 0 else { throw .emptyFrame }
        guard length <= FrameLimits.frame else { throw .frameTooLong(bytes: length) }
        guard pendingByteCount > FrameLimits.lengthField else { return nil }
        let first = start + FrameLimits.lengthField
        guard let type = FrameType(rawValue: buffer[first]) else {
            throw .unknownFrameType(buffer[first])
        }
        guard buffer.count - first >= length else { return nil }
        start = first + length
        return Frame(type: type, content: Array(buffer[first + 1..<start]))
    }

    /// Checks that the stream ended with a complete frame.
    ///
    /// - Throws: ``SyncError/truncatedFrame``.
    package func finish() throws(SyncError) {
        guard pendingByteCount == 0 else { throw .truncatedFrame }
    }
}
