import Foundation

/// Canonical JSON: equal values have equal bytes, with sorted keys and no white space.
public enum JSONText {
    /// The JSON of a value; empty for a value that JSON cannot represent, such as an infinite
    /// number.
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
