/// Derives a key of 32 bytes from a secret and a salt of 16 bytes.
///
/// Sealed files use Argon2id with the parameters of ``SealingCost``.
package typealias KeyDerivation = (_ secret: [UInt8], _ salt: [UInt8]) throws -> [UInt8]

/// The parameters of Argon2id for sealed files and sealed root keys.
package enum SealingCost {
    /// The memory in KiB: 64 MiB.
    package static let memory: UInt32 = 65_536
    /// The number of passes.
    package static let passes: UInt32 = 3
    /// The number of lanes.
    package static let lanes: UInt32 = 4
}
