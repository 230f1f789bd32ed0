import TimelineRecords

/// A marker that another device of the user has reported the revocation of this store's device key.
///
/// The record that revokes the key may arrive later. The marker contains the ID of the key, so it no
/// longer applies once the store has a new device key.
enum EndedDeviceKey {
    static func key(of user: User.ID) -> String { "keys/ended/\(user)" }
}

extension AccountReader {
    /// Returns whether another device of the user has reported the revocation of their device key.
    package func isDeviceKeyReportedEnded(of user: User.ID) throws -> Bool {
        guard let keys = try keys(of: user) else { return false }
        return try privateValue(forKey: EndedDeviceKey.key(of: user)) == keys.device.id.bytes
    }
}

extension AccountWriter {
    /// Records that another device of the user has reported the revocation of their device key.
    ///
    /// From now on, the key signs nothing. The next login replaces it.
    package func noteEndedDeviceKey(of user: User.ID) throws {
        guard let keys = try keys(of: user) else { return }
        try setPrivateValue(keys.device.id.bytes, forKey: EndedDeviceKey.key(of: user))
    }
}
