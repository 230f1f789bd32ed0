import TimelineCrypto
import TimelineCore

/// Encrypts the files of a folder that only a user's own devices share.
///
/// A sealed file consists of a random nonce of 12 bytes, the ciphertext, and a tag of 16 bytes
/// (ChaChaPoly). The name of the file is authenticated, so sealed files cannot be swapped.
package struct FolderSeal: Sendable, Redacted {
    /// The length of the key: 32 bytes.
    package static var keyByteCount: Int { ChaChaPoly.keyByteCount }

    /// The number of bytes by which a sealed file is longer than its content.
    static var overhead: Int { ChaChaPoly.nonceByteCount + ChaChaPoly.tagByteCount }

    private let key: [UInt8]

    /// Creates a seal from its key, which pairing distributes.
    ///
    /// Returns `nil` unless there are exactly 32 bytes.
    package init?(key: [UInt8]) {
        guard key.count == Self.keyByteCount else { return nil }
        self.key = key
    }

    /// The 32 bytes of the key.
    ///
    /// Store them only sealed or in private tables.
    package var keyBytes: [UInt8] { key }

    /// Encrypts the content of a file.
    ///
    /// - Throws: ``SyncError/damagedPack`` if the crypto library fails.
    func seal(_ bytes: [UInt8], name: String) throws(SyncError) -> [UInt8] {
        guard let box = ChaChaPoly.seal(bytes, key: key, authenticating: Array(name.utf8)) else {
            throw .damagedPack
        }
        return box
    }

    /// Decrypts the content of a file.
    ///
    /// - Throws: ``SyncError/damagedPack`` if the file was changed, renamed or sealed with another
    ///   key.
    func open(_ bytes: [UInt8], name: String) throws(SyncError) -> [UInt8] {
        guard let content = ChaChaPoly.open(bytes, key: key, authenticating: Array(name.utf8))
        else {
            throw .damagedPack
        }
        return content
    }
}
