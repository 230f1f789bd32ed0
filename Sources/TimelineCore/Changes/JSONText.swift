import Foundation

/// Canonical JSON, with sorted keys and no white space.
///
/// Equal values always have equal bytes.
public enum JSONText {
    /// Returns the JSON text of a value, or an empty string if JSON cannot represent the value.
    ///
    /// For example, JSON cannot represent an infinite number.
    public static func of(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(value), as: UTF8.self)
        } catch {
            return ""
        }
    }
}
