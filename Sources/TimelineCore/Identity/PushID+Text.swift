extension PushID: LosslessStringConvertible {
    /// The length of the text form, in characters.
    public static let textLength = 20

    private static let alphabet = Array(
        "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz".utf8
    )

    private static let values: [UInt8?] = {
        var values = [UInt8?](repeating: nil, count: 256)
        for (value, character) in alphabet.enumerated() {
            values[Int(character)] = UInt8(value)
        }
        return values
    }()

    /// Creates an ID from its text form.
    ///
    /// - Returns: `nil` unless `text` consists of exactly 20 characters of the alphabet.
    public init?(_ text: String) {
        guard text.utf8.count == Self.textLength else { return nil }
        var high: UInt64 = 0
        var low: UInt64 = 0
        for character in text.utf8 {
            guard let value = Self.values[Int(character)] else { return nil }
            high = high << 6 | low >> 50
            low = (low << 6 | UInt64(value)) & Self.lowMask
        }
        self.init(high: high, low: low)
    }

    /// The text form, which has 20 characters from `-0-9A-Z_a-z`.
    public var description: String {
        var high = high
        var low = low
        return String(unsafeUninitializedCapacity: Self.textLength) { characters in
            for index in (0..<Self.textLength).reversed() {
                characters[index] = Self.alphabet[Int(low & 0x3f)]
                low = low >> 6 | (high & 0x3f) << 50
                high >>= 6
            }
            return Self.textLength
        }
    }

    /// Converts the end of an ID's text form to the last bytes of its binary form.
    ///
    /// Four characters encode three bytes. Leading characters that do not form a complete group of
    /// four are ignored.
    ///
    /// - Returns: The bytes, or `nil` if no ID ends with `text`.
    public static func bytes(ofEnding text: String) -> [UInt8]? {
        guard text.utf8.count <= textLength else { return nil }
        let id = PushID(String(repeating: "-", count: textLength - text.utf8.count) + text)
        return id?.bytes.suffix(text.utf8.count / 4 * 3)
    }
}

extension PushID: Codable {
    /// Decodes an ID from its text form.
    ///
    /// - Throws: `DecodingError.dataCorrupted` if the text is not a push ID.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let id = PushID(text) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: Self.undecodable(text)
            )
        }
        self = id
    }

    /// Encodes the ID in its text form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
