public import Foundation

/// A user's private login data: the email address and the password hash.
public struct Account: Hashable, Sendable {
    /// The user that the account belongs to.
    public let user: User.ID
    /// The email that the user logs in with.
    public let email: EmailAddress
    /// The password hash as a PHC string.
    public let passwordHash: String
    /// The date on which the account was created.
    public let createdAt: Date
    /// The date of a password reset by the store's owner, or `nil` if none has taken place since
    /// the user's last login or password change.
    public let passwordResetAt: Date?

    /// Creates an account with the given values.
    public init(
        user: User.ID,
        email: EmailAddress,
        passwordHash: String,
        createdAt: Date,
        passwordResetAt: Date? = nil
    ) {
        self.user = user
        self.email = email
        self.passwordHash = passwordHash
        self.createdAt = createdAt
        self.passwordResetAt = passwordResetAt
    }

    /// Returns a copy of the account with the given password hash and reset date.
    func with(passwordHash: String, resetAt: Date? = nil) -> Account {
        Account(
            user: user,
            email: email,
            passwordHash: passwordHash,
            createdAt: createdAt,
            passwordResetAt: resetAt
        )
    }
}

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
    package var localPart: String { text.split(separator: "@").first.map(String.init) ?? text }

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

/// A file that a user shared, if its public copy differs from it.
///
/// The file contains metadata that nobody else may see, so its hash is private data.
public struct Original: Hashable, Sendable {
    /// The user that shared the file.
    public let user: User.ID
    /// The public copy.
    public let photo: BlobID
    /// The file as the user uploaded it.
    public let file: BlobID

    /// Creates an original.
    public init(user: User.ID, photo: BlobID, file: BlobID) {
        self.user = user
        self.photo = photo
        self.file = file
    }

    /// What some originals have in common.
    public enum Selection: Hashable, Sendable {
        /// The same public copy.
        case photo(BlobID)
        /// The same user.
        case user(User.ID)
        /// The same file.
        case file(BlobID)
    }
}

extension AccountReader {
    /// Returns the original of a photo that the given user shares, or `nil` if no original is
    /// recorded because the public copy is identical.
    package func original(of photo: BlobID, by user: User.ID) throws -> BlobID? {
        try originals(.photo(photo)).first { $0.user == user }?.file
    }

    /// Returns whether the given blob is the original of any user's photo.
    package func isOriginal(_ blob: BlobID) throws -> Bool { try !originals(.file(blob)).isEmpty }
}
