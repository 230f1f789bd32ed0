/// Private data that a device has signed for its user's other devices.
///
/// A folder that only these devices share is encrypted, but the finder of a lost device has its
/// key. The signature proves which device has written a file.
public enum PrivateFile {
    /// Returns data with a signature.
    ///
    /// - Parameters:
    ///   - data: The data.
    ///   - key: The key of the device.
    /// - Returns: The 64 bytes of the signature over "timeline private 1", 0 and the data, then the
    ///   data.
    /// - Throws: ``RecordError/signingFailed`` if the crypto library fails.
    public static func encode(
        _ data: [UInt8],
        signedBy key: SigningKey
    ) throws(RecordError) -> [UInt8] {
        try key.signature(for: SigningDomain.private.message(data)) + data
    }

    /// Returns the data of a file, or `nil` if the device has not signed it.
    public static func decode(_ file: [UInt8], signedBy key: VerifyingKey) -> [UInt8]? {
        let signature = Array(file.prefix(SigningKey.signatureByteCount))
        let data = Array(file.dropFirst(SigningKey.signatureByteCount))
        guard key.isValid(signature, for: SigningDomain.private.message(data)) else { return nil }
        return data
    }
}
