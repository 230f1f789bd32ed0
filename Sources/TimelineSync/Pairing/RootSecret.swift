package import TimelineCore

/// The private root key in a sealed file.
package enum RootSecret: Sendable, Redacted {
    /// The key itself, for a device that will seal it under its own password.
    case key(SigningKey)
    /// The key sealed under the user's password.
    case sealed(PairingRootKey)
}
