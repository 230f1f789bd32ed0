import CArgon2

/// The hash function itself, as libargon2 computes it.
enum Argon2id {
    /// Why libargon2 gave no digest, in its own words.
    struct Failure: Error {
        let reason: String
    }

    /// Computes the digest that RFC 9106 defines.
    ///
    /// - Parameters:
    ///   - password: any bytes.
    ///   - salt: 8 bytes or more.
    ///   - secret: the key K of the RFC; empty for passwords.
    ///   - associatedData: the data X of the RFC; empty for passwords.
    ///   - parameters: what it costs.
    ///   - byteCount: the length of the digest, 4 or more.
    /// - Returns: that many bytes.
    /// - Throws: ``Failure``.
    static func digest(
        of password: [UInt8],
        salt: [UInt8],
        secret: [UInt8] = [],
        associatedData: [UInt8] = [],
        parameters: Argon2Parameters,
        byteCount: Int
    ) throws(Failure) -> [UInt8] {
        // libargon2 takes pointers that it may write to: these copies are its own.
        var (password, salt, secret, data) = (password, salt, secret, associatedData)
        var digest = [UInt8](repeating: 0, count: byteCount)
        let code = digest.withUnsafeMutableBufferPointer { digest in
            password.withUnsafeMutableBufferPointer { password in
                salt.withUnsafeMutableBufferPointer { salt in
                    secret.withUnsafeMutableBufferPointer { secret in
                        data.withUnsafeMutableBufferPointer { data in
                            hash(digest, password, salt, secret, data, parameters)
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

    private typealias Bytes = UnsafeMutableBufferPointer<UInt8>

    private static func hash(
        _ digest: Bytes,
        _ password: Bytes,
        _ salt: Bytes,
        _ secret: Bytes,
        _ data: Bytes,
        _ parameters: Argon2Parameters
    ) -> Int32 {
        var context = argon2_context()
        (context.out, context.outlen) = (digest.baseAddress, UInt32(digest.count))
        (context.pwd, context.pwdlen) = (password.baseAddress, UInt32(password.count))
        (context.salt, context.saltlen) = (salt.baseAddress, UInt32(salt.count))
        (context.secret, context.secretlen) = (secret.baseAddress, UInt32(secret.count))
        (context.ad, context.adlen) = (data.baseAddress, UInt32(data.count))
        context.m_cost = parameters.memory
        context.t_cost = parameters.passes
        context.lanes = parameters.lanes
        context.threads = parameters.lanes
        context.version = ARGON2_VERSION_13.rawValue
        return argon2id_ctx(&context)
    }
}
