public import Foundation

/// Writes grey baseline JPEGs of any size: every block is plain and as bright as the previous one.
public enum JPEGMaker {
    /// Encodes a plain picture.
    public static func grey(width: Int, height: Int) -> Data {
        let blocks = ((width + 7) / 8) * ((height + 7) / 8)
        let head: [UInt8] =
            [0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
            + [0xFF, 0xC0, 0, 11, 8] + bigEndian(height) + bigEndian(width) + [1, 1, 0x11, 0]
            // One code for a difference of nothing, one for the end of the block: a bit each.
            + [0xFF, 0xC4, 0, 20, 0, 1] + [UInt8](repeating: 0, count: 15) + [0]
            + [0xFF, 0xC4, 0, 20, 0x10, 1] + [UInt8](repeating: 0, count: 15) + [0]
            + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
        return Data(head) + Data(count: (2 * blocks + 7) / 8) + Data([0xFF, 0xD9])
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        [UInt8(number >> 8), UInt8(number & 0xFF)]
    }
}
