import TimelineRecords

/// The note that another device signs with the device key of this store, such as after a backup was
/// restored on it.
///
/// The note states the ID of the key, so a new device key ends it.
enum ReusedDeviceKey {
    static func key(of user: User.ID) -> String { "keys/reused/\(user)" }
}

extension AccountReader {
    /// Returns whether another device signs with the user's device key.
    package func isDeviceKeyReused(of user: User.ID) throws -> Bool {
        guard let keys = try keys(of: user) else { return false }
        return try privateValue(forKey: ReusedDeviceKey.key(of: user)) == keys.device.id.bytes
    }
}

extension AccountWriter {
    /// Notes that another device signs with the user's device key.
    ///
    /// The next login replaces the key.
    package func noteReusedDeviceKey(of user: User.ID) throws {
        guard let keys = try keys(of: user) else { return }
        try setPrivateValue(keys.device.id.bytes, forKey: ReusedDeviceKey.key(of: user))
    }
}
