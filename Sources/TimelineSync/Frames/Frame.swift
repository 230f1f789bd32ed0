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
