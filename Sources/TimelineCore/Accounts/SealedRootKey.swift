import TimelineCrypto
import Foundation

/// A user's root key in a store, sealed under the user's password.
///
/// It never leaves the store in this form: a pairing file contains a `PairingRootKey` (in
/// TimelineSync), and an identity export contains the key itself inside a sealed file.
///
/// The seed of the key is encrypted with ChaCha20-Poly1305 (RFC 8439) under a key that is derived
/// from the password and a separate salt. The user's ID is authenticated along with it, so a sealed
/// key cannot be moved to another user.
public struct SealedRootKey: Hashable, Sendable {
    /// The salt and cost of the derived key.
    public let settings: String
    /// The nonce, the encrypted seed and the tag: 12, 32 and 16 bytes.
    public let box: [UInt8]

    /// The length of ``box`` in bytes.
    static let boxByteCount = 60

    /// The value for a user who has left, whose root key was deleted.
    ///
    /// No password opens it.
    static let deleted = SealedRootKey(
        settings: "",
        box: [UInt8](repeating: 0, count: boxByteCount)
    )

    /// Creates a value from stored parts.
    public init(settings: String, box: [UInt8]) {
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
