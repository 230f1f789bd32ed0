/// A reason, found during a sync, for which the next login replaces this store's device key.
///
/// The stored marker contains the ID of the key, so it no longer applies once the store has a new
/// device key.
package enum DeviceKeyMarker: String {
    /// Another device signs with the key, for example after a backup was restored there.
    case reused
    /// Another device of the user has reported the revocation of the key.
    ///
    /// The record that revokes the key may arrive later. From now on, the key signs nothing.
    case revoked

    fileprivate func key(of user: User.ID) -> String { "keys/\(rawValue)/\(user)" }
}

extension AccountReader {
    /// Returns whether a marker applies to the user's present device key.
    package func isDeviceKey(of user: User.ID, marked marker: DeviceKeyMarker) throws -> Bool {
        guard let keys = try keys(of: user) else { return false }
        return try privateValue(forKey: marker.key(of: user)) == keys.device.id.bytes
    }
}

extension AccountWriter {
    /// Marks the user's present device key.
    package func markDeviceKey(of user: User.ID, as marker: DeviceKeyMarker) throws {
        guard let keys = try keys(of: user) else { return }
        try setPrivateValue(keys.device.id.bytes, forKey: marker.key(of: user))
    }
}
