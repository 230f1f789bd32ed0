package import TimelineCore

/// The private keys of a device.
package struct DeviceSecrets: Sendable, Redacted {
    /// The key that signs the device's records.
    package let device: SigningKey
    /// The key that encrypts the device's sessions.
    package let box: NoiseKey

    /// Creates a pair of keys.
    package init(device: SigningKey, box: NoiseKey) {
        self.device = device
        self.box = box
    }
}
