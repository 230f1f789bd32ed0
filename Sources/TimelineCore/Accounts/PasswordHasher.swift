import Foundation

/// Turns passwords into hashes that can be kept, and checks passwords against them.
///
/// Calls block for as long as the hash is made to take.
public protocol PasswordHasher: Sendable {
    /// Hashes a password with a fresh salt, as a PHC string.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)`` when memory runs out.
    func hash(_ password: Password) throws -> String

    /// Whether a password is the one that was hashed; a hash that cannot be read fits none.
    func verify(_ password: Password, against hash: String) throws -> Bool

    /// Whether a hash was made with weaker parameters than those of today.
    func needsRehash(_ hash: String) -> Bool
}

/// A password as it is hashed: its text in Unicode's NFC, never printed.
public struct Password: Sendable {
    /// The bytes that are hashed: UTF-8 of the NFC text (RFC 8265, section 4, asks for NFC).
    public let bytes: [UInt8]
    let text: String

    /// Whether anybody can have this password: longer ones are not hashed.
    var isHashable: Bool { text.unicodeScalars.count <= PasswordPolicy.length.upperBound }

    /// Takes a password as typed.
    public init(_ typed: String) {
        text = typed.nfc
        bytes = Array(text.utf8)
    }
}

extension Password: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Not the password.
    public var description: String { "(password)" }
    /// Not the password.
    public var debugDescription: String { description }
    /// Shows nothing of the password.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
