/// The version of the protocol, which is the first byte of every message.
enum ProtocolVersion {
    /// The version that this module implements: 1.
    static let current: UInt8 = 0x61
    /// The bytes that are versions of the protocol, including future versions.
    static let valid: ClosedRange<UInt8> = 0x60...0x6F
}
