import Foundation

/// The cost of an Argon2id hash (RFC 9106).
///
/// ```swift
/// let strong = Argon2Parameters(memory: 262_144, passes: 3, lanes: 4)  // 256 MiB
/// ```
public struct Argon2Parameters: Hashable, Sendable {
    /// The amount of memory in KiB.
    public let memory: UInt32
    /// The number of passes over the memory.
    public let passes: UInt32
    /// The number of lanes, each of which is computed by its own thread.
    public let lanes: UInt32

    /// The second recommended option in RFC 9106, section 4: 64 MiB, 3 passes and 4 lanes.
    public static let recommended = Argon2Parameters(memory: 65536, passes: 3, lanes: 4)

    /// The minimum in the OWASP Password Storage Cheat Sheet: 19 MiB, 2 passes and 1 lane.
    public static let minimum = Argon2Parameters(memory: 19456, passes: 2, lanes: 1)

    /// The maximum accepted cost of a stored hash: 1 GiB, 16 passes and 16 lanes.
    ///
    /// A hash with a higher cost is rejected before any memory is allocated, so that a manipulated
    /// store cannot exhaust the machine.
    static let maximum = Argon2Parameters(memory: 1 << 20, passes: 16, lanes: 16)

    /// Creates parameters without checking them.
    ///
    /// - Parameters:
    ///   - memory: The amount of memory in KiB, at least 8 per lane.
    ///   - passes: The number of passes over the memory, at least 1.
    ///   - lanes: The number of lanes, at least 1.
    public init(memory: UInt32, passes: UInt32, lanes: UInt32) {
        self.memory = memory
        self.passes = passes
        self.lanes = lanes
    }

    /// Whether a hash with this cost may be computed.
    ///
    /// RFC 9106, section 3.1, requires at least one pass, one lane and 8 KiB per lane. The upper
    /// bound is ``maximum``.
    var isComputable: Bool {
        (1...Self.maximum.passes).contains(passes) && (1...Self.maximum.lanes).contains(lanes)
            && memory >= 8 * lanes && memory <= Self.maximum.memory
    }

    /// Returns a copy in which each parameter is raised to at least its value in `floor`.
    func raised(to floor: Argon2Parameters) -> Argon2Parameters {
        Argon2Parameters(
            memory: max(memory, floor.memory),
            passes: max(passes, floor.passes),
            lanes: max(lanes, floor.lanes)
        )
    }

    /// Returns whether at least one parameter is lower than in `other`.
    func isWeaker(than other: Argon2Parameters) -> Bool {
        memory < other.memory || passes < other.passes || lanes < other.lanes
    }
}

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
