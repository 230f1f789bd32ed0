import Foundation
import TimelineCrypto

/// A type that hashes passwords and verifies passwords against hashes.
///
/// Hashing is slow by design, and calls block until it is complete.
public protocol PasswordHasher: Sendable {
    /// Hashes a password with a new salt and returns the hash as a PHC string.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)`` if memory runs out.
    func hash(_ password: Password) throws -> String

    /// Returns whether a password matches a hash, or `false` if the hash is unreadable.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)`` if memory runs out.
    func verify(_ password: Password, against hash: String) throws -> Bool

    /// Returns whether a hash was created with weaker parameters than those used for new hashes.
    func needsRehash(_ hash: String) -> Bool

    /// Derives a key of 32 bytes from a password.
    ///
    /// - Parameters:
    ///   - password: The password.
    ///   - settings: The settings of an earlier key, to derive the same key again, or `nil` to
    ///     derive a key with a new salt.
    /// - Returns: The key, or `nil` if the settings are unreadable.
    /// - Throws: ``TimelineError/storageFailed(_:)`` if memory runs out.
    func deriveKey(from password: Password, settings: String?) throws -> DerivedKey?
}

/// A password in Unicode NFC.
///
/// The password is never printed.
///
/// ```swift
/// let password = Password(typed)
/// ```
public struct Password: Sendable {
    /// The UTF-8 bytes of the NFC text, which are the input for hashing.
    ///
    /// RFC 8265, section 4, requires NFC.
    public let bytes: [UInt8]
    let text: String

    /// Whether the password is within the maximum length.
    ///
    /// Longer passwords are never hashed.
    var isHashable: Bool { text.unicodeScalars.count <= PasswordPolicy.length.upperBound }

    /// Creates a password from typed text.
    public init(_ typed: String) {
        text = typed.nfc
        bytes = Array(text.utf8)
    }
}

extension Password: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A placeholder that does not reveal the password.
    public var description: String { "(password)" }
    /// A placeholder that does not reveal the password.
    public var debugDescription: String { description }
    /// An empty mirror, which hides the password from reflection.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// A key that a ``PasswordHasher`` derived from a password.
///
/// The key is never printed.
public struct DerivedKey: Sendable {
    /// The 32 bytes of the key.
    public let bytes: [UInt8]
    /// The salt and the cost parameters, which are needed to derive the same key again.
    ///
    /// The text contains nothing secret.
    package let settings: String

    /// The length of every key: 32 bytes.
    public static let byteCount = 32

    /// Creates a key.
    public init(bytes: [UInt8], settings: String) {
        self.bytes = bytes
        self.settings = settings
    }
}

extension DerivedKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A placeholder that does not reveal the key.
    public var description: String { "(key)" }
    /// A placeholder that does not reveal the key.
    public var debugDescription: String { description }
    /// An empty mirror, which hides the key from reflection.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// A user's root key in a store, sealed under the user's password.
///
/// It never leaves the store in this form: a pairing file contains a `PairingRootKey` (in
/// TimelineSync), and an identity export contains the key itself inside a sealed file.
///
/// The seed of the key is encrypted with ChaCha20-Poly1305 (RFC 8439) under a key that is derived
/// from the password and a separate salt. The user's ID is authenticated along with it, so a sealed
/// key cannot be moved to another user.
package struct SealedRootKey: Hashable, Sendable {
    /// The salt and cost of the derived key.
    package let settings: String
    /// The nonce, the encrypted seed and the tag: 12, 32 and 16 bytes.
    package let box: [UInt8]

    /// The length of ``box`` in bytes.
    static let boxByteCount = 60

    /// The value for a user with a deleted account, whose root key was deleted.
    ///
    /// No password opens it.
    static let deleted = SealedRootKey(
        settings: "",
        box: [UInt8](repeating: 0, count: boxByteCount)
    )

    /// Creates a value from stored parts.
    package init(settings: String, box: [UInt8]) {
        self.settings = settings
        self.box = box
    }

    /// Seals a root key.
    ///
    /// - Parameters:
    ///   - root: The root key.
    ///   - key: The key derived from the password.
    ///   - nonce: 12 bytes that are used only once.
    /// - Throws: ``TimelineError/storageFailed(_:)`` if the crypto library fails.
    init(sealing root: SigningKey, under key: DerivedKey, nonce: [UInt8]) throws {
        let box = ChaChaPoly.encrypt(
            root.seed,
            key: key.bytes,
            nonce: nonce,
            authenticating: User.ID(rootKey: root.verifyingKey).bytes
        )
        guard let box else { throw TimelineError.sealingFailed }
        self.init(settings: key.settings, box: nonce + box)
    }

    /// Returns the root key of a user, or `nil` if the derived key is wrong.
    package func open(of user: User.ID, with key: DerivedKey) -> SigningKey? {
        // A wrong key and a manipulated box cannot be distinguished.
        let seed = ChaChaPoly.open(box, key: key.bytes, authenticating: user.bytes)
        guard let seed, let root = SigningKey(seed: seed),
            User.ID(rootKey: root.verifyingKey) == user
        else { return nil }
        return root
    }
}
