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
