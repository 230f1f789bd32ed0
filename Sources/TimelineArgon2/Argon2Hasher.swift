public import TimelineCore

/// A password hasher that uses Argon2id through libargon2.
///
/// Hashes are PHC strings such as `$argon2id$v=19$m=65536,t=3,p=4$salt$digest`. Hashing and
/// verifying block the calling thread and use one thread per lane.
///
/// ```swift
/// let owner = StoreOwner(
///     repository: repository,
///     blobs: blobs,
///     hasher: Argon2Hasher(parameters: Argon2Parameters(memory: 131_072, passes: 3, lanes: 4))
/// )
/// ```
public struct Argon2Hasher: PasswordHasher {
    /// The cost of new hashes.
    public let parameters: Argon2Parameters
    private let randomBytes: @Sendable (_ count: Int) -> [UInt8]

    /// The length of a salt in bytes, as recommended for passwords by RFC 9106, section 3.1.
    private static let saltByteCount = 16
    /// The length of a digest in bytes.
    private static let digestByteCount = 32

    /// Creates a hasher.
    ///
    /// - Parameters:
    ///   - parameters: The cost of new hashes. Each parameter is raised to at least the value in
    ///     ``Argon2Parameters/minimum``.
    ///   - environment: The source of random salts.
    public init(
        parameters: Argon2Parameters = .recommended,
        environment: TimelineEnvironment = .system
    ) {
        self.init(exactly: parameters.raised(to: .minimum), environment: environment)
    }

    /// Creates a hasher without a minimum cost, for tests of other components.
    package init(exactly parameters: Argon2Parameters, environment: TimelineEnvironment = .system) {
        self.parameters = parameters
        randomBytes = environment.randomBytes
    }

    /// Hashes a password with a new random salt of 16 bytes.
    ///
    /// - Throws: `TimelineError.storageFailed` if memory cannot be allocated.
    public func hash(_ password: Password) throws -> String {
        let salt = randomBytes(Self.saltByteCount)
        let digest = try digest(
            of: password,
            salt: salt,
            parameters: parameters,
            byteCount: Self.digestByteCount
        )
        return PHCString(parameters: parameters, salt: salt, digest: digest).text
    }

    /// Returns whether a password matches a hash, comparing digests in constant time.
    ///
    /// - Returns: Whether the password matches. The result is `false` if the hash is malformed or
    ///   exceeds the maximum cost of 1 GiB of memory, 16 passes and 16 lanes.
    /// - Throws: `TimelineError.storageFailed` if the memory cannot be allocated.
    public func verify(_ password: Password, against hash: String) throws -> Bool {
        guard let stored = PHCString(hash) else { return false }
        let digest = try digest(
            of: password,
            salt: stored.salt,
            parameters: stored.parameters,
            byteCount: stored.digest.count
        )
        return zip(digest, stored.digest).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Returns whether a hash is malformed, or uses less memory, fewer passes or fewer lanes than a
    /// new hash.
    public func needsRehash(_ hash: String) -> Bool {
        PHCString(hash).map { $0.parameters.isWeaker(than: parameters) } ?? true
    }

    /// Derives a key of 32 bytes from a password, with a new random salt of 16 bytes or with given
    /// settings.
    ///
    /// - Returns: The key, or `nil` if the settings are malformed or exceed the maximum cost of
    ///   1 GiB of memory, 16 passes and 16 lanes.
    /// - Throws: `TimelineError.storageFailed` if the memory cannot be allocated.
    public func deriveKey(from password: Password, settings: String?) throws -> DerivedKey? {
        let fresh = PHCString(
            parameters: parameters,
            salt: settings == nil ? randomBytes(Self.saltByteCount) : [],
            digest: []
        )
        guard let chosen = settings.map({ PHCString(settings: $0) }) ?? fresh else { return nil }
        let key = try digest(
            of: password,
            salt: chosen.salt,
            parameters: chosen.parameters,
            byteCount: DerivedKey.byteCount
        )
        return DerivedKey(bytes: key, settings: chosen.settings)
    }

    private func digest(
        of password: Password,
        salt: [UInt8],
        parameters: Argon2Parameters,
        byteCount: Int
    ) throws -> [UInt8] {
        do throws(Argon2id.Failure) {
            return try Argon2id.digest(
                of: password.bytes,
                salt: salt,
                parameters: parameters,
                byteCount: byteCount
            )
        } catch {
            throw TimelineError.storageFailed(
                StorageError(operation: HashingText.operation, reason: error.reason)
            )
        }
    }
}
