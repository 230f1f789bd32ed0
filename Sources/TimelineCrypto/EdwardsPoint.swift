/// Checks encoded Ed25519 points for properties that libraries treat differently.
///
/// An encoded point is the y coordinate as a little-endian number of 255 bits, followed by the sign
/// of the x coordinate (RFC 8032, section 5.1.2).
enum EdwardsPoint {
    /// A number of 256 bits, with its most significant word first.
    private typealias Number = (UInt64, UInt64, UInt64, UInt64)

    /// The prime p = 2^255 - 19.
    private static let prime: Number = (0x7FFF_FFFF_FFFF_FFFF, .max, .max, 0xFFFF_FFFF_FFFF_FFED)

    /// The order of the base point (RFC 8032, section 5.1).
    private static let groupOrder: Number = (
        0x1000_0000_0000_0000, 0, 0x14DE_F9DE_A2F7_9CD6, 0x5812_631A_5CF5_D3ED
    )

    /// The y coordinates of the four points of order 8.
    ///
    /// See D. J. Bernstein, "Curve25519: new Diffie-Hellman speed records", 2006, and the list
    /// `blacklist` in libsodium.
    private static let order8Ys: (Number, Number) = (
        (
            0x05FC_536D_8802_38B1, 0x3933_C6D3_05AC_DFD5,
            0xF098_EFF2_89F4_C345, 0xB027_B2C2_8F95_E826
        ),
        (
            0x7A03_AC92_77FD_C74E, 0xC6CC_392C_FA53_202A,
            0x0F67_100D_760B_3CBA, 0x4FD8_4D3D_706A_17C7
        )
    )

    /// Returns whether the first 32 bytes are a canonical encoding, and do not encode a point of
    /// small order.
    ///
    /// The eight points of small order have the y coordinates 0, 1, p - 1 and two others. Encodings
    /// of x = 0 with a sign are not canonical. They are rejected because both points with x = 0
    /// have a small order.
    static func isAcceptable(_ encoding: UnsafeRawBufferPointer) -> Bool {
        var y = number(encoding, at: 0)
        y.0 &= 0x7FFF_FFFF_FFFF_FFFF
        let highest: Number = (prime.0, prime.1, prime.2, prime.3 - 1)
        return y < highest && y > (0, 0, 0, 1) && y != order8Ys.0 && y != order8Ys.1
    }

    /// Returns whether the 32 bytes at an offset encode a number below the order of the base point.
    static func isReducedScalar(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        number(bytes, at: offset) < groupOrder
    }

    /// Reads a little-endian number of 32 bytes.
    private static func number(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Number {
        func word(_ index: Int) -> UInt64 {
            let word = bytes.loadUnaligned(fromByteOffset: offset + 8 * index, as: UInt64.self)
            return UInt64(littleEndian: word)
        }
        return (word(3), word(2), word(1), word(0))
    }
}
