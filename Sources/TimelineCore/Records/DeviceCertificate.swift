/// The public keys of a user's device, which the user's root key certifies.
public struct DeviceCertificate: Hashable, Sendable {
    /// The user's root key.
    public let root: VerifyingKey
    /// The key that signs the device's records.
    public let device: VerifyingKey
    /// The key that encrypts the device's sessions.
    public let box: EncryptionKey

    /// Creates a certificate.
    public init(root: VerifyingKey, device: VerifyingKey, box: EncryptionKey) {
        self.root = root
        self.device = device
        self.box = box
    }
}
