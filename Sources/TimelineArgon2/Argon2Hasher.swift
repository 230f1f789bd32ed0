import CArgon2
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

/// The Argon2id function of libargon2.
enum Argon2id {
    /// An error reported by libargon2.
    struct Failure: Error {
        /// The error message from libargon2.
        let reason: String
    }

    /// Computes a digest as defined by RFC 9106.
    ///
    /// - Parameters:
    ///   - password: The message P in the RFC, which can be any bytes.
    ///   - salt: The nonce S in the RFC, at least 8 bytes long.
    ///   - secret: The key K in the RFC, which is empty for passwords.
    ///   - associatedData: The data X in the RFC, which is empty for passwords.
    ///   - parameters: The cost of the digest.
    ///   - byteCount: The length of the digest in bytes, at least 4.
    /// - Returns: The digest.
    /// - Throws: ``Failure`` if an argument is out of range or the memory cannot be allocated.
    static func digest(
        of password: [UInt8],
        salt: [UInt8],
        secret: [UInt8] = [],
        associatedData: [UInt8] = [],
        parameters: Argon2Parameters,
        byteCount: Int
    ) throws(Failure) -> [UInt8] {
        // libargon2 requires mutable pointers, so it receives copies.
        var (password, salt, secret, data) = (password, salt, secret, associatedData)
        var digest = [UInt8](repeating: 0, count: byteCount)
        let code = digest.withUnsafeMutableBufferPointer { digest in
            password.withUnsafeMutableBufferPointer { password in
                salt.withUnsafeMutableBufferPointer { salt in
                    secret.withUnsafeMutableBufferPointer { secret in
                        data.withUnsafeMutableBufferPointer { data in
                            var context = context(parameters)
                            (context.out, context.outlen) = digest.cValue
                            (context.pwd, context.pwdlen) = password.cValue
                            (context.salt, context.saltlen) = salt.cValue
                            (context.secret, context.secretlen) = secret.cValue
                            (context.ad, context.adlen) = data.cValue
                            return argon2id_ctx(&context)
                        }
                    }
                }
            }
        }
        guard code == ARGON2_OK.rawValue else {
            throw Failure(reason: String(cString: argon2_error_message(code)))
        }
        return digest
    }

    private static func context(_ parameters: Argon2Parameters) -> argon2_context {
        var context = argon2_context()
        context.m_cost = parameters.memory
        context.t_cost = parameters.passes
        context.lanes = parameters.lanes
        context.threads = parameters.lanes
        context.version = ARGON2_VERSION_13.rawValue
        return context
    }
}

extension UnsafeMutableBufferPointer<UInt8> {
    /// The start address and the length in bytes, in the types that libargon2 uses.
    fileprivate var cValue: (UnsafeMutablePointer<UInt8>?, UInt32) { (baseAddress, UInt32(count)) }
}
