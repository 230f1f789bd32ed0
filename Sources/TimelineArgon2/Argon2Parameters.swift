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
