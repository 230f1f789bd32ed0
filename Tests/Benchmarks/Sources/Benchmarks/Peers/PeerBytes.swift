import Foundation
import TimelineCore

/// A value in memory owned by the client library that received it.
struct PeerBytes {
    private let bytes: UnsafeRawBufferPointer

    init(_ start: UnsafePointer<CChar>, count: Int) {
        bytes = UnsafeRawBufferPointer(start: start, count: count)
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The integer that the bytes represent as ASCII digits.
    var digits: Int { bytes.reduce(0) { $0 * 10 + Int($1 & 15) } }

    /// The integer that the bytes represent in big-endian order.
    var integer: Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

    /// The IEEE 754 double that the bytes represent in big-endian order.
    var double: Double { Double(bitPattern: UInt64(truncatingIfNeeded: integer)) }

    var data: Data { Data(bytes) }

    var blob: BlobID? { BlobID(bytes: data) }

    var postID: Post.ID { Post.ID(pushID) }

    var user: User.ID? {
        guard bytes.count == 16 else { return nil }
        return User.ID(UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)))
    }

    /// Returns a range of the bytes without copying them.
    subscript(_ range: Range<Int>) -> PeerBytes { PeerBytes(bytes, range) }

    /// A copy of the bytes.
    var copy: [UInt8] { Array(bytes) }

    private init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
        self.bytes = UnsafeRawBufferPointer(rebasing: bytes[range])
    }

    private var pushID: PushID {
        let time = self[0..<6].integer
        let random = (self[6..<8].integer, self[8..<15].integer)
        return PushID(
            milliseconds: UInt64(time),
            bits: (UInt16(truncatingIfNeeded: random.0), UInt64(random.1))
        )
    }
}
