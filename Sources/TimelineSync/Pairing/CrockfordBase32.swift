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
