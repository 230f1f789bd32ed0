public import TimelineCore

/// Hashes passwords with Argon2id through libargon2, as PHC strings.
public struct Argon2Hasher: PasswordHasher {
    /// What a new hash costs.
    public let parameters: Argon2Parameters
    private let randomBytes: @Sendable (_ count: Int) -> [UInt8]

    /// 16 bytes, as RFC 9106, section 3.1, recommends for passwords.
    private static let saltByteCount = 16
    private static let digestByteCount = 32

    /// Makes a hasher whose new hashes cost `parameters`, and never less than
    /// ``Argon2Parameters/minimum``.
    public init(
        parameters: Argon2Parameters = .recommended,
        environment: TimelineEnvironment = .system
    ) {
        self.init(exactly: parameters.raised(to: .minimum), environment: environment)
    }

    /// Makes a hasher that may be cheaper than is safe, for tests of other things.
    package init(exactly parameters: Argon2Parameters, environment: TimelineEnvironment = .system) {
        self.parameters = parameters
        randomBytes = environment.randomBytes
    }

    /// Hashes a password with a fresh salt.
    ///
    /// - Throws: `TimelineError.storageFailed` when memory runs out.
    public func hash(_ password: Password) throws -> String {
        let salt = randomBytes(Self.saltByteCount)
        let digest = try digest(
            of: password,
            PHCString(
                parameters: parameters,
                salt: salt,
                digest: Array(repeating: 0, count: Self.digestByteCount)
            )
        )
        return PHCString(parameters: parameters, salt: salt, digest: digest).text
    }

    /// Whether a password is the one that was hashed, compared in constant time.
    ///
    /// - Returns: `false` also for a hash that cannot be read or that would cost too much to check.
    public func verify(_ password: Password, against hash: String) throws -> Bool {
        guard let kept = PHCString(hash) else { return false }
        let digest = try digest(of: password, kept)
        return zip(digest, kept.digest).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Whether a hash costs less than a new one would, in memory, passes or lanes.
    public func needsRehash(_ hash: String) -> Bool {
        PHCString(hash).map { $0.parameters.isWeaker(than: parameters) } ?? true
    }

    private func digest(of password: Password, _ like: PHCString) throws -> [UInt8] {
        do throws(Argon2id.Failure) {
            return try Argon2id.digest(
                of: password.bytes,
                salt: like.salt,
                parameters: like.parameters,
                byteCount: like.digest.count
            )
        } catch {
            throw TimelineError.storageFailed(
                StorageFailure(operation: "Hashing the password", reason: error.reason)
            )
        }
    }
}
