/// The CBOR types that records use, with their major types as raw values (RFC 8949, section 3.1).
enum CBORType: UInt8 {
    case unsigned = 0
    case negative = 1
    case bytes = 2
    case text = 3
    case array = 4

    /// The encoding of null, the only simple value that records use.
    static let null: UInt8 = 0xF6
}
