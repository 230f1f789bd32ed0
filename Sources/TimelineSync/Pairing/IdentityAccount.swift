import TimelineCore

/// A user's private login data in a sealed file.
package struct IdentityAccount: Hashable, Sendable, Redacted {
    /// The username.
    package let username: String
    /// The email that the user logs in with.
    package let email: String
    /// The password hash as a PHC string.
    package let passwordHash: String

    /// Creates login data.
    package init(username: String, email: String, passwordHash: String) {
        self.username = username
        self.email = email
        self.passwordHash = passwordHash
    }

    /// Checks that all values are within their limits.
    ///
    /// - Throws: ``PairingError/invalidContents(_:)``.
    func validate() throws(PairingError) {
        guard Username.accepts(username) else { throw .invalidContents(.username) }
        guard (3...PairingLimits.email).contains(email.utf8.count), email.contains("@"),
            email.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else { throw .invalidContents(.email) }
        guard passwordHash.utf8.count <= PairingLimits.passwordHash, passwordHash.hasPrefix("$"),
            passwordHash.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw .invalidContents(.passwordHash) }
    }
}
