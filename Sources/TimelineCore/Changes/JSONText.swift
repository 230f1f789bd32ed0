import Foundation

/// JSON whose bytes depend on nothing but the value: sorted keys, no white space.
package enum JSONText {
    /// The text of a value that JSON can hold; of another, the empty text.
    package static func of(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(value), as: UTF8.self)
        } catch {
            return ""
        }
    }
}
