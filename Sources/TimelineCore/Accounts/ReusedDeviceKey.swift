import TimelineRecords

/// A marker that another device signs with this store's device key, for example after a backup was
/// restored there.
///
/// The marker contains the ID of the key, so it no longer applies once the store has a new device
/// key.
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
    /// Records that another device signs with the user's device key.
    ///
    /// The next login replaces the key.
    package func noteReusedDeviceKey(of user: User.ID) throws {
        guard let keys = try keys(of: user) else { return }
        try setPrivateValue(keys.device.id.bytes, forKey: ReusedDeviceKey.key(of: user))
    }
}
