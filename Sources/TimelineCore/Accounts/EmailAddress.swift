import Foundation

/// A case-insensitive email address that a user logs in with.
///
/// ```swift
/// let email = try EmailAddress(" Leia@Example.org")
/// email.text  // "leia@example.org"
/// ```
public struct EmailAddress: Hashable, Sendable {
    /// The email in lower case and NFC.
    public let text: String

    /// The part before the `@`.
    public var localPart: String { text.split(separator: "@").first.map(String.init) ?? text }

    /// Parses an email as typed, ignoring any surrounding white space.
    ///
    /// The check is lenient because no mail is ever sent. An email needs a local part, an `@`, and
    /// a domain that contains a dot or is `localhost`. It must not contain white space or control
    /// characters and can be at most 254 bytes long (RFC 5321, section 4.5.3.1.3, without the angle
    /// brackets).
    ///
    /// - Throws: ``TimelineError/invalidEmail(_:)`` if the email fails the check.
    public init(_ typed: String) throws(TimelineError) {
        let address = typed.trimmingCharacters(in: .whitespaces).nfc.lowercased().nfc
        let parts = address.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, Self.isDomain(parts[1]),
            address.utf8.count <= 254,
            address.unicodeScalars.allSatisfy(Self.allows)
        else { throw .invalidEmail(typed) }
        text = address
    }

    private static func isDomain(_ text: Substring) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return (labels.count >= 2 || text == "localhost") && labels.allSatisfy { !$0.isEmpty }
    }

    private static func allows(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control
            && scalar.properties.generalCategory != .format
    }
}
