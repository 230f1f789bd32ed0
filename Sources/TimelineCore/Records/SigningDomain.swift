/// The purpose of a hash or signature.
///
/// Bytes that are hashed or signed for one purpose are never valid for another purpose, because they
/// start with the name of the purpose.
enum SigningDomain: String {
    case user
    case key
    case name
    case record
    case `private`

    /// Returns the text "timeline", the purpose and the version 1, separated by spaces, then a null
    /// byte and the given bytes.
    func message(_ bytes: [UInt8]) -> [UInt8] {
        let prefix = ["timeline", rawValue, "1"].joined(separator: " ")
        var message: [UInt8] = []
        message.reserveCapacity(prefix.utf8.count + 1 + bytes.count)
        message += prefix.utf8
        message.append(0)
        message += bytes
        return message
    }
}
