/// What an Argon2id hash costs (RFC 9106).
public struct Argon2Parameters: Hashable, Sendable {
    /// The memory filled, in KiB.
    public let memory: UInt32
    /// How many times the memory is gone through.
    public let passes: UInt32
    /// How many lanes the memory is split into, each filled by a thread.
    public let lanes: UInt32

    /// 64 MiB, 3 passes, 4 lanes: the second recommended option of RFC 9106, section 4.
    public static let recommended = Argon2Parameters(memory: 65536, passes: 3, lanes: 4)

    /// 19 MiB, 2 passes, 1 lane: the least that the OWASP Password Storage Cheat Sheet advises.
    public static let minimum = Argon2Parameters(memory: 19456, passes: 2, lanes: 1)

    /// The most that a hash read from a store may cost: 1 GiB, 16 passes, 16 lanes.
    ///
    /// A greater one is refused before any memory is taken.
    static let maximum = Argon2Parameters(memory: 1 << 20, passes: 16, lanes: 16)

    /// Makes parameters of their parts.
    public init(memory: UInt32, passes: UInt32, lanes: UInt32) {
        self.memory = memory
        self.passes = passes
        self.lanes = lanes
    }

    /// Whether a hash of this cost may be computed: at least one pass and one lane, 8 KiB for each lane
    /// (RFC 9106, section 3.1), no more than ``maximum``.
    var isComputable: Bool {
        (1...Self.maximum.passes).contains(passes) && (1...Self.maximum.lanes).contains(lanes)
            && memory >= 8 * lanes && memory <= Self.maximum.memory
    }

    /// These parameters, each at least that of `floor`.
    func raised(to floor: Argon2Parameters) -> Argon2Parameters {
        Argon2Parameters(
            memory: max(memory, floor.memory),
            passes: max(passes, floor.passes),
            lanes: max(lanes, floor.lanes)
        )
    }

    /// Whether any of the three is below that of `other`.
    func isWeaker(than other: Argon2Parameters) -> Bool {
        memory < other.memory || passes < other.passes || lanes < other.lanes
    }
}
