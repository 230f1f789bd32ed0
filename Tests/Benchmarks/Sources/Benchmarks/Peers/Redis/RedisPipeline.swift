/// Commands in Redis's protocol (RESP 2), sent at once.
struct RedisPipeline {
    /// The commands, written one after the other.
    private(set) var bytes: [UInt8] = []
    /// How many commands there are.
    private(set) var count = 0

    /// Adds a command of several words.
    mutating func add(_ words: [RedisWord]) {
        head("*", words.count)
        for word in words { write(word) }
        count += 1
    }

    private mutating func write(_ word: RedisWord) {
        switch word {
        case .text(let text): write(text.utf8)
        case .bytes(let bytes): write(bytes)
        case .key(let prefix, let bytes):
            head("$", prefix.utf8.count + bytes.count)
            self.bytes += prefix.utf8
            self.bytes += bytes
            end()
        }
    }

    private mutating func write(_ word: some Collection<UInt8>) {
        head("$", word.count)
        bytes += word
        end()
    }

    private mutating func head(_ mark: Unicode.Scalar, _ number: Int) {
        bytes.append(UInt8(ascii: mark))
        bytes += String(number).utf8
        end()
    }

    private mutating func end() { bytes += [UInt8(ascii: "\r"), UInt8(ascii: "\n")] }
}

/// One word of a command.
enum RedisWord: ExpressibleByStringLiteral {
    case text(String)
    case bytes([UInt8])
    /// A key made of the kind of thing it names, and the name.
    case key(String, [UInt8])

    init(stringLiteral text: String) { self = .text(text) }
}
