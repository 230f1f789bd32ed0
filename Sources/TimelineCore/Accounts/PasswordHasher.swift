import Foundation

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
