import Foundation

/// An Argon2id hash in the PHC string format: `$argon2id$v=19$m=65536,t=3,p=4$salt$digest`.
///
/// The salt and the digest are in base64 without padding. The format is specified in "PHC string
/// format" by the Password Hashing Competition.
struct PHCString: Equatable {
    let parameters: Argon2Parameters
    let salt: [UInt8]
    let digest: [UInt8]

    private static let prefix = "$argon2id$v=19$"
    /// The maximum length of a hash in bytes.
    private static let maximumByteCount = 256

    init(parameters: Argon2Parameters, salt: [UInt8], digest: [UInt8]) {
        self.parameters = parameters
        self.salt = salt
        self.digest = digest
    }

    /// Parses a hash in the PHC string format.
    ///
    /// - Returns: `nil` if the hash is malformed, exceeds ``Argon2Parameters/maximum``, or does not
    ///   have a salt of 8 to 64 bytes and a digest of 16 to 64 bytes.
    init?(_ text: String) {
        guard text.utf8.count <= Self.maximumByteCount, text.hasPrefix(Self.prefix) else {
            return nil
        }
        let parts = text.dropFirst(Self.prefix.count)
            .split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 3, let parameters = Self.parameters(parts[0]), parameters.isComputable,
            let salt = Self.bytes(parts[1]), (8...64).contains(salt.count),
            let digest = Self.bytes(parts[2]), (16...64).contains(digest.count)
        else { return nil }
        self.init(parameters: parameters, salt: salt, digest: digest)
    }

    /// Parses a PHC string without a digest, which contains the settings of a derived key.
    ///
    /// - Returns: `nil` if the text is malformed or exceeds the limits of a hash.
    init?(settings text: String) {
        let digest = [UInt8](repeating: 0, count: 16)
        self.init(text + "$" + Self.base64(digest))
    }

    /// The hash in the PHC string format.
    var text: String { settings + "$" + Self.base64(digest) }

    /// The PHC string without the digest.
    var settings: String {
        let cost = "m=\(parameters.memory),t=\(parameters.passes),p=\(parameters.lanes)"
        return Self.prefix + cost + "$" + Self.base64(salt)
    }

    private static func parameters(_ text: Substring) -> Argon2Parameters? {
        let fields = text.split(separator: ",", omittingEmptySubsequences: false)
        guard fields.count == 3, let memory = value(of: "m", in: fields[0]),
            let passes = value(of: "t", in: fields[1]), let lanes = value(of: "p", in: fields[2])
        else { return nil }
        return Argon2Parameters(memory: memory, passes: passes, lanes: lanes)
    }

    private static func value(of parameter: String, in field: Substring) -> UInt32? {
        guard field.hasPrefix("\(parameter)="), field.dropFirst(2).allSatisfy(\.isNumber) else {
            return nil
        }
        return UInt32(field.dropFirst(2))
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        String(Data(bytes).base64EncodedString().prefix { $0 != "=" })
    }

    private static func bytes(_ text: Substring) -> [UInt8]? {
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        return Data(base64Encoded: text + padding).map { Array($0) }
    }
}
