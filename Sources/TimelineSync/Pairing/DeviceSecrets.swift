public import TimelineCore

/// The private keys of a device.
public struct DeviceSecrets: Sendable, Redacted {
    /// The key that signs the device's records.
    public let device: SigningKey
    /// The key that encrypts the device's sessions.
    public let box: NoiseKey

    /// Creates a pair of keys.
    public init(device: SigningKey, box: NoiseKey) {
        self.device = device
        self.box = box
    }
}
