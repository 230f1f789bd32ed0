import Foundation

/// Hashes passwords and verifies them against hashes.
///
/// Hashing is slow by design, and calls block until it is done.
public protocol PasswordHasher: Sendable {
    /// Hashes a password with a fresh salt, as a PHC string.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)`` when memory runs out.
    func hash(_ password: Password) throws -> String

    /// Whether a password matches a hash; `false` for an unreadable hash.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)`` when memory runs out.
    func verify(_ password: Password, against hash: String) throws -> Bool

    /// Whether a hash has weaker parameters than new hashes get.
    func needsRehash(_ hash: String) -> Bool
}

/// A password in Unicode NFC, which is never printed.
///
/// ```swift
/// let password = Password(typed)
/// ```
public struct Password: Sendable {
    /// The bytes to hash: the NFC text in UTF-8 (RFC 8265, section 4, requires NFC).
    public let bytes: [UInt8]
    let text: String

    /// Whether the password is within the maximum length; longer ones are never hashed.
    var isHashable: Bool { text.unicodeScalars.count <= PasswordPolicy.length.upperBound }

    /// Creates a password from typed text.
    public init(_ typed: String) {
        text = typed.nfc
        bytes = Array(text.utf8)
    }
}

extension Password: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A placeholder.
    public var description: String { "(password)" }
    /// A placeholder.
    public var debugDescription: String { description }
    /// An empty mirror, which hides the password from reflection.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
