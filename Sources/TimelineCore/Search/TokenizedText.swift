/// The normalized words of a text, separated by spaces, in the form that a full-text index stores.
///
/// The bytes consist of lowercase ASCII letters, digits, spaces and non-ASCII characters, so a
/// tokenizer that splits only at spaces recovers the words.
public struct TokenizedText: Hashable, Sendable {
    /// The words in UTF-8, separated by spaces.
    public private(set) var bytes: [UInt8] = []

    /// Creates an empty text.
    public init() {}

    /// Creates a tokenized text from the given text.
    public init(of text: String) {
        var text = text
        bytes.reserveCapacity(text.utf8.count)
        guard !text.withUTF8({ appendASCII($0) }) else { return }
        bytes.removeAll(keepingCapacity: true)
        Tokenizer.forEach(in: text) { word, _ in append(word.utf8) }
    }

    /// The words, separated by spaces.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Calls `body` with each word.
    public func forEachWord(_ body: (Slice<UnsafeBufferPointer<UInt8>>) -> Void) {
        bytes.withUnsafeBufferPointer { bytes in
            var start = 0
            while start < bytes.count {
                let end = bytes[start...].firstIndex(of: space) ?? bytes.count
                body(bytes[start..<end])
                start = end + 1
            }
        }
    }

    private mutating func append(_ word: some Collection<UInt8>) {
        if !bytes.isEmpty, !word.isEmpty { bytes.append(space) }
        bytes += word
    }

    /// Tokenizes a text without Unicode tables if it is ASCII, as most texts are.
    ///
    /// - Returns: Whether the text was ASCII. If it was not, the caller must discard the appended
    ///   bytes.
    private mutating func appendASCII(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var length = 0
        for byte in text {
            guard byte < 0x80 else { return false }
            if byte.isInWords {
                length += 1
                if length == 1, !bytes.isEmpty { bytes.append(space) }
                if length <= Tokenizer.maximumLength { bytes.append(byte.lowercased) }
            } else {
                length = 0
            }
        }
        return true
    }
}

private let space = UInt8(ascii: " ")

extension UInt8 {
    /// Whether the byte is an ASCII letter or digit.
    var isInWords: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: false
        }
    }

    /// The ASCII letter or digit in lowercase.
    var lowercased: UInt8 { self < UInt8(ascii: "A") ? self : self | 0x20 }
}
