import TimelineCore
import Testing
import TimelineTestSupport
import TimelineSync

@Suite("Pairing codes")
struct PairingCodeTests {
    /// Returns the code that a seed produces.
    private func code(_ seed: UInt64 = 1) -> PairingCode {
        var generator = SplitMix64(seed: seed)
        return PairingCode(using: &generator)
    }

    @Test("A code has three groups of four characters and a check character")
    func shape() throws {
        let groups = code().text.split(separator: "-")
        #expect(groups.map(\.count) == [4, 4, 4, 1])
        #expect(Set(code().text).isSubset(of: "-0123456789ABCDEFGHJKMNPQRSTVWXYZ"))
        #expect(String(decoding: code().secret, as: UTF8.self) == groups.dropLast().joined())
    }

    @Test("Fixed codes have fixed check characters")
    func vectors() throws {
        // The check digits were computed with a separate program, by multiplication in GF(32).
        for text in ["0000-0000-0000-0", "0000-0000-0001-2", "X7QK-93MD-TTRV-D"] {
            #expect(try PairingCode(parsing: text).text == text)
        }
    }

    @Test("Codes are different and use all digits")
    func randomness() {
        let texts = (0..<200).map { code($0).text }
        #expect(Set(texts).count == 200)
        #expect(Set(texts.joined()).count == 33)
    }

    @Test("Lower case, similar letters, spaces and missing dashes are accepted")
    func leniency() throws {
        let code = (1...100 as ClosedRange<UInt64>).lazy.map(code)
            .first { $0.text.contains("0") && $0.text.contains("1") }
        let text = try #require(code).text
        let variants = [
            text.lowercased(), text.replacing("-", with: ""), text.replacing("-", with: " "),
            text.replacing("0", with: "O"), text.replacing("0", with: "o"),
            text.replacing("1", with: "I"), text.replacing("1", with: "i"),
            text.replacing("1", with: "L"), text.replacing("1", with: "l"), " \(text)\n",
            text.replacing("-", with: "–"),
        ]
        for variant in variants { #expect(try PairingCode(parsing: variant) == code) }
    }

    @Test("Each wrong character, and each swap of two characters, is detected")
    func check() throws {
        let characters = Array(code().text.replacing("-", with: ""))
        for index in characters.indices {
            for other in "0123456789ABCDEFGHJKMNPQRSTVWXYZ" where other != characters[index] {
                var wrong = characters
                wrong[index] = other
                #expect(throws: PairingError.codeCheck) { try PairingCode(parsing: String(wrong)) }
            }
            for second in 0..<index where characters[index] != characters[second] {
                var wrong = characters
                wrong.swapAt(index, second)
                #expect(throws: PairingError.codeCheck) { try PairingCode(parsing: String(wrong)) }
            }
        }
    }

    @Test("Other characters and lengths are rejected")
    func malformed() {
        #expect(throws: PairingError.codeCharacter("U")) {
            try PairingCode(parsing: "U7QK-93MD-TTRV-5")
        }
        #expect(throws: PairingError.codeCharacter("７")) { try PairingCode(parsing: "７") }
        #expect(throws: PairingError.codeLength(count: 0)) { try PairingCode(parsing: " - ") }
        #expect(throws: PairingError.codeLength(count: 12)) {
            try PairingCode(parsing: String(code().text.dropLast(2)))
        }
        #expect(throws: PairingError.codeLength(count: 14)) {
            try PairingCode(parsing: code().text + "0")
        }
    }
}
