/// Checks encoded Ed25519 points for properties that libraries treat differently.
///
/// An encoded point is the y coordinate as a little-endian number of 255 bits, followed by the sign
/// of the x coordinate (RFC 8032, section 5.1.2).
enum EdwardsPoint {
    /// The y coordinates of the eight points of small order, most significant word first.
    ///
    /// The values are 0, 1, p - 1 and the two roots for order 8. See D. J. Bernstein, "Curve25519:
    /// new Diffie-Hellman speed records", 2006, and the list `blacklist` in libsodium.
    private static let smallOrderYs: [[UInt64]] = [
        [0, 0, 0, 0],
        [0, 0, 0, 1],
        [0x7FFF_FFFF_FFFF_FFFF, .max, .max, 0xFFFF_FFFF_FFFF_FFEC],
        [
            0x05FC_536D_8802_38B1, 0x3933_C6D3_05AC_DFD5,
            0xF098_EFF2_89F4_C345, 0xB027_B2C2_8F95_E826,
        ],
        [
            0x7A03_AC92_77FD_C74E, 0xC6CC_392C_FA53_202A,
            0x0F67_100D_760B_3CBA, 0x4FD8_4D3D_706A_17C7,
        ],
    ]

    /// The prime p = 2^255 - 19, most significant word first.
    private static let prime: [UInt64] = [
        0x7FFF_FFFF_FFFF_FFFF, .max, .max, 0xFFFF_FFFF_FFFF_FFED,
    ]

    /// The order of the base point, most significant word first (RFC 8032, section 5.1).
    private static let groupOrder: [UInt64] = [
        0x1000_0000_0000_0000, 0, 0x14DE_F9DE_A2F7_9CD6, 0x5812_631A_5CF5_D3ED,
    ]

    /// Returns whether 32 bytes are a canonical encoding, and do not encode a small-order point.
    ///
    /// Encodings of x = 0 with a sign are not canonical. They are rejected because both points with
    /// x = 0 have a small order.
    static func isAcceptable(_ encoding: some Sequence<UInt8>) -> Bool {
        var y = words(encoding)
        y[0] &= 0x7FFF_FFFF_FFFF_FFFF
        return y.lexicographicallyPrecedes(prime) && !smallOrderYs.contains(y)
    }

    /// Returns whether 32 bytes encode a number below the order of the base point.
    static func isReducedScalar(_ encoding: some Sequence<UInt8>) -> Bool {
        words(encoding).lexicographicallyPrecedes(groupOrder)
    }

    /// Converts 32 bytes of a little-endian number to four words, the most significant word first.
    private static func words(_ encoding: some Sequence<UInt8>) -> [UInt64] {
        var bytes = encoding.reversed().makeIterator()
        return (0..<4).map { _ in bytes.bigEndian() }
    }
}
