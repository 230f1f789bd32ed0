import Foundation
import TimelineCore

extension TimelineEngine {
    /// Runs work that seals or opens files on the queue for password hashing.
    ///
    /// The keys are derived with Argon2id and the parameters of `SealingCost`.
    func sealing<Result: Sendable>(
        _ work: @escaping @Sendable (KeyDerivation) throws -> Result
    ) async throws -> Result {
        try await derivingKeys { derive in
            try work { secret, salt in
                try derive(String(decoding: secret, as: UTF8.self), Self.settings(salt: salt))
            }
        }
    }

    /// Returns the PHC string for a salt, with the parameters for sealed files.
    private static func settings(salt: [UInt8]) -> String {
        let base64 = Data(salt).base64EncodedString().filter { $0 != "=" }
        let cost = "m=\(SealingCost.memory),t=\(SealingCost.passes),p=\(SealingCost.lanes)"
        return "$argon2id$v=19$\(cost)$\(base64)"
    }
}

/// A random number generator that draws its bytes from an environment.
struct EnvironmentGenerator: RandomNumberGenerator {
    let environment: TimelineEnvironment

    mutating func next() -> UInt64 {
        environment.randomBytes(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
