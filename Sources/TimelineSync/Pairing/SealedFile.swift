import TimelineCore
import TimelineCrypto

/// A file that only the holder of a secret can open: a pairing file or an identity export.
///
/// The file consists of a header and a ChaChaPoly box. The header consists of the text "TLSEALED",
/// the version 1 and the purpose (one byte each), and a salt of 16 bytes; it is authenticated along
/// with the box. The key is derived from the secret and the salt.
///
/// ```swift
/// var generator = SystemRandomNumberGenerator()
/// let code = PairingCode(using: &generator)
/// let file = try SealedFile(
///     sealing: contents.encoded,
///     purpose: .pairing,
///     secret: code.secret,
///     using: &generator,
///     deriveKey: deriveKey
/// )
/// ```
package struct SealedFile: Hashable, Sendable {
    /// The purpose of a file, which determines which secret to prompt for.
    package enum Purpose: UInt8, CaseIterable, Hashable, Sendable {
        /// Adds a device. The secret is a ``PairingCode``.
        case pairing = 1
        /// Restores an identity. The secret is a password.
        case identity = 2
    }

    private static let magic = Array("TLSEALED".utf8)
    private static let version: UInt8 = 1

    /// The purpose of the file.
    package let purpose: Purpose
    private let salt: [UInt8]
    private let box: [UInt8]

    /// Seals contents.
    ///
    /// - Parameters:
    ///   - contents: The bytes to encrypt, such as ``IdentityContents/encoded``.
    ///   - purpose: The purpose of the file.
    ///   - secret: The bytes of the secret.
    ///   - generator: The source of the salt.
    ///   - deriveKey: Derives the key.
    /// - Throws: ``PairingError/fileTooLong(bytes:)``, ``PairingError/sealingFailed``, or the error
    ///   of `deriveKey`.
    package init(
        sealing contents: [UInt8],
        purpose: Purpose,
        secret: [UInt8],
        using generator: inout some RandomNumberGenerator,
        deriveKey: KeyDerivation
    ) throws {
        self.purpose = purpose
        salt = generator.bytes(SecretBox.saltByteCount)
        let header = Self.header(purpose, salt)
        let byteCount = header.count + contents.count + SecretBox.overhead
        guard byteCount <= PairingLimits.sealedFile else {
            throw PairingError.fileTooLong(bytes: byteCount)
        }
        box = try SecretBox.seal(
            contents,
            secret: secret,
            salt: salt,
            authenticating: header,
            deriveKey: deriveKey
        )
    }

    /// Reads the header of a file, without opening the box.
    ///
    /// - Parameter bytes: The bytes of the file, which may come from a stranger.
    /// - Throws: ``PairingError/fileTooLong(bytes:)``, ``PairingError/notSealedFile``,
    ///   ``PairingError/fileVersion(_:)``, ``PairingError/filePurpose(_:)`` or
    ///   ``PairingError/truncatedFile``.
    package init(decoding bytes: [UInt8]) throws(PairingError) {
        guard bytes.count <= PairingLimits.sealedFile else {
            throw .fileTooLong(bytes: bytes.count)
        }
        guard bytes.starts(with: Self.magic) else { throw .notSealedFile }
        let rest = bytes.dropFirst(Self.magic.count)
        guard let version = rest.first else { throw .truncatedFile }
        guard version == Self.version else { throw .fileVersion(version) }
        guard let number = rest.dropFirst().first else { throw .truncatedFile }
        guard let purpose = Purpose(rawValue: number) else { throw .filePurpose(number) }
        let sealed = rest.dropFirst(2)
        guard sealed.count >= SecretBox.saltByteCount + SecretBox.overhead else {
            throw .truncatedFile
        }
        self.purpose = purpose
        salt = Array(sealed.prefix(SecretBox.saltByteCount))
        box = Array(sealed.dropFirst(SecretBox.saltByteCount))
    }

    /// The bytes of the file.
    package var encoded: [UInt8] { Self.header(purpose, salt) + box }

    /// Decrypts the contents.
    ///
    /// - Parameters:
    ///   - secret: The bytes of the secret.
    ///   - deriveKey: Derives the key.
    /// - Returns: The contents.
    /// - Throws: ``PairingError/wrongSecret`` if the secret is wrong or the file was changed,
    ///   ``PairingError/sealingFailed``, or the error of `deriveKey`.
    package func open(secret: [UInt8], deriveKey: KeyDerivation) throws -> [UInt8] {
        try SecretBox.open(
            box,
            secret: secret,
            salt: salt,
            authenticating: Self.header(purpose, salt),
            deriveKey: deriveKey
        )
    }

    private static func header(_ purpose: Purpose, _ salt: [UInt8]) -> [UInt8] {
        magic + [version, purpose.rawValue] + salt
    }
}

/// Bytes encrypted with ChaChaPoly under a key that is derived from a secret and a salt.
enum SecretBox {
    /// The length of a salt in bytes.
    static let saltByteCount = 16
    /// The number of bytes by which a box is longer than its plaintext: a nonce of 12 bytes and a
    /// tag of 16 bytes.
    static let overhead = ChaChaPoly.nonceByteCount + ChaChaPoly.tagByteCount

    /// Encrypts bytes.
    ///
    /// - Parameters:
    ///   - plaintext: The bytes.
    ///   - secret: The secret.
    ///   - salt: The random salt.
    ///   - data: Additional data to authenticate, which must also be passed to
    ///     ``open(_:secret:salt:authenticating:deriveKey:)``.
    ///   - deriveKey: Derives the key.
    /// - Returns: A nonce, the ciphertext and a tag.
    /// - Throws: ``PairingError/sealingFailed``, or the error of `deriveKey`.
    static func seal(
        _ plaintext: [UInt8],
        secret: [UInt8],
        salt: [UInt8],
        authenticating data: [UInt8],
        deriveKey: KeyDerivation
    ) throws -> [UInt8] {
        let key = try deriveKey(secret, salt)
        guard let box = ChaChaPoly.seal(plaintext, key: key, authenticating: data) else {
            throw PairingError.sealingFailed
        }
        return box
    }

    /// Decrypts a box.
    ///
    /// - Throws: ``PairingError/wrongSecret`` if the secret or the data is different, or the box was
    ///   changed; ``PairingError/sealingFailed``; or the error of `deriveKey`.
    static func open(
        _ box: [UInt8],
        secret: [UInt8],
        salt: [UInt8],
        authenticating data: [UInt8],
        deriveKey: KeyDerivation
    ) throws -> [UInt8] {
        let key = try deriveKey(secret, salt)
        guard key.count == ChaChaPoly.keyByteCount else { throw PairingError.sealingFailed }
        // A wrong key cannot be distinguished from changed bytes.
        guard let plaintext = ChaChaPoly.open(box, key: key, authenticating: data) else {
            throw PairingError.wrongSecret
        }
        return plaintext
    }
}

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
