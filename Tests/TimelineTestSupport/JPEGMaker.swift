package import Foundation

/// An encoder for grey baseline JPEGs of any size.
///
/// Each block has a single brightness, equal to that of the previous block.
package enum JPEGMaker {
    /// Encodes a plain grey picture.
    package static func grey(width: Int, height: Int) -> Data {
        let blocks = ((width + 7) / 8) * ((height + 7) / 8)
        let head: [UInt8] =
            [0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
            + [0xFF, 0xC0, 0, 11, 8] + bigEndian(height) + bigEndian(width) + [1, 1, 0x11, 0]
            // There are two one-bit codes: one for no difference in brightness and one for the end
            // of a block.
            + [0xFF, 0xC4, 0, 20, 0, 1] + [UInt8](repeating: 0, count: 15) + [0]
            + [0xFF, 0xC4, 0, 20, 0x10, 1] + [UInt8](repeating: 0, count: 15) + [0]
            + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
        return Data(head) + Data(count: (2 * blocks + 7) / 8) + Data([0xFF, 0xD9])
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        [UInt8(number >> 8), UInt8(number & 0xFF)]
    }
}
