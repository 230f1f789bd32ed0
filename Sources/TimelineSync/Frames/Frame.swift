/// A unit of the protocol: a 4-byte length (big-endian), a 1-byte type, and CBOR.
///
/// The length covers the type and the CBOR.
package struct Frame: Hashable, Sendable {
    /// The type of the frame.
    package let type: FrameType
    /// The deterministic CBOR of the content.
    package let content: [UInt8]

    /// Creates a frame.
    package init(type: FrameType, content: [UInt8]) {
        self.type = type
        self.content = content
    }

    /// The bytes of the frame.
    package var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(byteCount)
        let length = UInt32(truncatingIfNeeded: content.count + 1)
        for shift: UInt32 in [24, 16, 8, 0] {
            bytes.append(UInt8(truncatingIfNeeded: length >> shift))
        }
        bytes.append(type.rawValue)
        bytes += content
        return bytes
    }

    /// The length of ``encoded`` in bytes.
    package var byteCount: Int { FrameLimits.lengthField + 1 + content.count }
}

/// The type of a frame, with its number as the raw value.
package enum FrameType: UInt8, CaseIterable, Hashable, Sendable {
    /// Introduces the sender.
    case hello = 1
    /// A message of the set reconciliation protocol.
    case negentropy = 2
    /// Requests records.
    case want = 3
    /// Sends records.
    case records = 4
    /// Lists the requested IDs that the sender no longer holds.
    case lack = 5
    /// Requests a part of a blob.
    case wantBlob = 6
    /// Sends a part of a blob.
    case blob = 7
    /// Sends private data to another device of the same user.
    case `private` = 8
    /// Ends a request or a reply.
    case end = 9
    /// Ends the session with an error.
    case error = 10
}

/// The limits for frames, which are the same on both sides.
///
/// Small or unequal limits would multiply the number of bytes transferred.
package enum FrameLimits {
    /// The maximum length of a frame without its length field: 1 MiB.
    package static let frame = 1 << 20
    /// The length of the field that precedes each frame: 4 bytes.
    package static let lengthField = 4
    /// The maximum length of one large value in a frame, in bytes.
    ///
    /// It leaves room for the other values.
    package static let payload = frame - 256
}

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
    package func finish() throws(SyncError) {
        guard pendingByteCount == 0 else { throw .truncatedFrame }
    }
}
