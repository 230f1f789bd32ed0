public import TimelineCore

/// A code of 60 random bits that opens a pairing file, such as `X7QK-93MD-TTRV-5`.
///
/// The code consists of 12 digits of Crockford's base 32 and a check digit. The description leaves
/// out the code; show ``text`` to the user.
public struct PairingCode: Hashable, Sendable, Redacted {
    /// The number of characters of a code, without dashes.
    public static let characterCount = digitCount + 1

    private static let digitCount = 12
    /// The number of characters between two dashes.
    private static let groupSize = 4

    /// The 12 digits, each below 32.
    private let digits: [UInt8]

    /// Creates a random code.
    public init(using generator: inout some RandomNumberGenerator) {
        digits = (0..<Self.digitCount).map { _ in UInt8.random(in: 0..<32, using: &generator) }
    }

    /// Parses a code as typed.
    ///
    /// Dashes and white space are ignored, letters may be in lower case, O stands for 0, and I and L
    /// stand for 1.
    ///
    /// - Throws: ``PairingError/codeCharacter(_:)``, ``PairingError/codeLength(count:)``, or
    ///   ``PairingError/codeCheck`` if a character was mistyped or two were swapped.
    public init(parsing text: String) throws(PairingError) {
        var digits: [UInt8] = []
        for character in text where !Self.isSeparator(character) {
            guard let digit = CrockfordBase32.digit(of: character) else {
                throw .codeCharacter(character)
            }
            digits.append(digit)
        }
        guard digits.count == Self.characterCount else { throw .codeLength(count: digits.count) }
        let check = digits.removeLast()
        guard check == Self.check(of: digits) else { throw .codeCheck }
        self.digits = digits
    }

    /// The code in groups of four characters, as shown to the user.
    public var text: String {
        var text = ""
        for (index, digit) in (digits + [Self.check(of: digits)]).enumerated() {
            if index > 0, index.isMultiple(of: Self.groupSize) { text.append("-") }
            text.append(CrockfordBase32.character(of: digit))
        }
        return text
    }

    /// The secret from which the key of the pairing file is derived: the 12 digits in ASCII, in
    /// upper case, without dashes or the check digit.
    public var secret: [UInt8] {
        Array(String(digits.map(CrockfordBase32.character)).utf8)
    }

    /// Returns the check digit: the sum of d(i) * x^(12 - i) in GF(32) with x^5 = x^2 + 1.
    ///
    /// The factors are distinct and nonzero, so a single wrong character or two swapped characters
    /// always change the sum.
    private static func check(of digits: [UInt8]) -> UInt8 {
        digits.reduce(0) { sum, digit in
            let doubled = (sum ^ digit) << 1
            return doubled < 32 ? doubled : doubled ^ 0b10_0101
        }
    }

    private static func isSeparator(_ character: Character) -> Bool {
        character.isWhitespace || "-\u{2010}\u{2011}\u{2013}\u{2014}".contains(character)
    }
}

/// The digits of Douglas Crockford's base 32, which omits letters that resemble other characters.
///
/// See <https://www.crockford.com/base32.html>.
enum CrockfordBase32 {
    private static let characters = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

    /// Returns the character for a digit, which must be below 32.
    static func character(of digit: UInt8) -> Character {
        characters[Int(digit)]
    }

    /// Returns the value of a digit, or `nil` if the character is not a digit.
    ///
    /// Letters may be in lower case, O stands for 0, and I and L stand for 1.
    static func digit(of character: Character) -> UInt8? {
        switch character {
        case "O", "o": 0
        case "I", "i", "L", "l": 1
        default:
            character.isASCII
                ? characters.firstIndex(of: Character(character.uppercased())).map(UInt8.init) : nil
        }
    }
}
