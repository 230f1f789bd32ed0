/// The purpose of a hash, a signature or an encryption.
///
/// Bytes that are hashed, signed or authenticated for one purpose are never valid for another
/// purpose, because they start with the name of the purpose.
package enum SigningDomain: String {
    case user
    case key
    case name
    case record
    case `private`
    case root
    case sync

    /// The text "timeline", the purpose and the version 1, separated by spaces.
    package var prefix: String { ["timeline", rawValue, "1"].joined(separator: " ") }

    /// Returns the prefix, then a null byte and the given bytes.
    package func message(_ bytes: [UInt8]) -> [UInt8] {
        let prefix = prefix
        var message: [UInt8] = []
        message.reserveCapacity(prefix.utf8.count + 1 + bytes.count)
        message += prefix.utf8
        message.append(0)
        message += bytes
        return message
    }
}
