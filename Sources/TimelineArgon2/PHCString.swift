import Foundation

/// An Argon2id hash as text: `$argon2id$v=19$m=65536,t=3,p=4$salt$digest`, both in Base64 without padding.
///
/// The format is that of the Password Hashing Competition, "PHC string format".
struct PHCString: Equatable {
    let parameters: Argon2Parameters
    let salt: [UInt8]
    let digest: [UInt8]

    private static let prefix = "$argon2id$v=19$"

    init(parameters: Argon2Parameters, salt: [UInt8], digest: [UInt8]) {
        self.parameters = parameters
        self.salt = salt
        self.digest = digest
    }

    /// Reads a hash; `nil` when it is none, or when checking a password against it would cost more than
    /// ``Argon2Parameters/maximum``.
    init?(_ text: String) {
        guard text.utf8.count <= 256, text.hasPrefix(Self.prefix) else { return nil }
        let parts = text.dropFirst(Self.prefix.count)
            .split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 3, let parameters = Self.parameters(parts[0]), parameters.isComputable,
            let salt = Self.bytes(parts[1]), (8...64).contains(salt.count),
            let digest = Self.bytes(parts[2]), (16...64).contains(digest.count)
        else { return nil }
        self.init(parameters: parameters, salt: salt, digest: digest)
    }

    /// The hash as text.
    var text: String {
        let cost = "m=\(parameters.memory),t=\(parameters.passes),p=\(parameters.lanes)"
        return Self.prefix + cost + "$" + Self.base64(salt) + "$" + Self.base64(digest)
    }

    private static func parameters(_ text: Substring) -> Argon2Parameters? {
        let fields = text.split(separator: ",", omittingEmptySubsequences: false)
        guard fields.count == 3, let memory = value(of: "m", fields[0]),
            let passes = value(of: "t", fields[1]), let lanes = value(of: "p", fields[2])
        else { return nil }
        return Argon2Parameters(memory: memory, passes: passes, lanes: lanes)
    }

    private static func value(of name: String, _ field: Substring) -> UInt32? {
        guard field.hasPrefix("\(name)="), field.dropFirst(2).allSatisfy(\.isNumber) else {
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
