/// The cost of an Argon2id hash (RFC 9106).
///
/// ```swift
/// let strong = Argon2Parameters(memory: 262_144, passes: 3, lanes: 4)  // 256 MiB
/// ```
public struct Argon2Parameters: Hashable, Sendable {
    /// The memory in KiB.
    public let memory: UInt32
    /// The number of passes over the memory.
    public let passes: UInt32
    /// The number of lanes; each is filled by a thread of its own.
    public let lanes: UInt32

    /// 64 MiB, 3 passes, 4 lanes: the second recommended option of RFC 9106, section 4.
    public static let recommended = Argon2Parameters(memory: 65536, passes: 3, lanes: 4)

    /// 19 MiB, 2 passes, 1 lane: the minimum of the OWASP Password Storage Cheat Sheet.
    public static let minimum = Argon2Parameters(memory: 19456, passes: 2, lanes: 1)

    /// The highest accepted cost of a stored hash: 1 GiB, 16 passes, 16 lanes.
    ///
    /// A hash with a higher cost is rejected before any memory is allocated, so that a manipulated
    /// store cannot exhaust the machine.
    static let maximum = Argon2Parameters(memory: 1 << 20, passes: 16, lanes: 16)

    /// Creates parameters.
    ///
    /// - Parameters:
    ///   - memory: The memory in KiB, at least 8 per lane.
    ///   - passes: The number of passes over the memory, at least 1.
    ///   - lanes: The number of lanes, at least 1.
    public init(memory: UInt32, passes: UInt32, lanes: UInt32) {
        self.memory = memory
        self.passes = passes
        self.lanes = lanes
    }

    /// Whether a hash with this cost may be computed.
    ///
    /// RFC 9106, section 3.1, requires at least one pass, one lane and 8 KiB per lane; the upper
    /// bound is ``maximum``.
    var isComputable: Bool {
        (1...Self.maximum.passes).contains(passes) && (1...Self.maximum.lanes).contains(lanes)
            && memory >= 8 * lanes && memory <= Self.maximum.memory
    }

    /// The maximum of both costs, parameter by parameter.
    func raised(to floor: Argon2Parameters) -> Argon2Parameters {
        Argon2Parameters(
            memory: max(memory, floor.memory),
            passes: max(passes, floor.passes),
            lanes: max(lanes, floor.lanes)
        )
    }

    /// Whether at least one parameter is lower than in `other`.
    func isWeaker(than other: Argon2Parameters) -> Bool {
        memory < other.memory || passes < other.passes || lanes < other.lanes
    }
}
