import CArgon2

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
