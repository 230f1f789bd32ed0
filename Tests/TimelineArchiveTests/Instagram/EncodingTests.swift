import Foundation
import Testing

@testable import TimelineArchive

@Suite("Repairing garbled texts")
struct EncodingTests {
    @Test(arguments: [
        ("\u{F0}\u{9F}\u{98}\u{8D}", "😍"), ("\u{CE}\u{A3}", "Σ"), ("é", "é"),
        ("M\u{C3}\u{BC}nchen", "München"), ("München", "München"), ("😍", "😍"), ("plain", "plain"),
        ("\u{CE}\u{A3} and Σ", "\u{CE}\u{A3} and Σ"), ("", ""),
    ])
    func strings(_ raw: String, _ repaired: String) {
        #expect(raw.repairingEncoding == repaired)
    }

    @Test func keysAndEscapes() throws {
        let json = #"{"\u00c3\u00bc": ["\u00f0\u009f\u0098\u008d", "\ud83d\ude0d", "\ud83d x"]}"#
        let value = try JSONValue(parsing: Data(json.utf8)).repairingEncoding
        #expect(
            value == .object(["ü": .array([.string("😍"), .string("😍"), .string("\u{FFFD} x")])])
        )
    }
}
