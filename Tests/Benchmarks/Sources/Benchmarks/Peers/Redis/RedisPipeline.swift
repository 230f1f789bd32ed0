/// Commands in Redis's protocol RESP 2 that are sent together.
struct RedisPipeline {
    /// The encoded commands.
    private(set) var bytes: [UInt8] = []
    /// The number of commands.
    private(set) var count = 0

    /// Appends a command.
    mutating func add(_ words: [RedisWord]) {
        header("*", count: words.count)
        for word in words { write(word) }
        count += 1
    }

    private mutating func write(_ word: RedisWord) {
        switch word {
        case .text(let text): write(text.utf8)
        case .bytes(let bytes): write(bytes)
        case .key(let prefix, let id):
            header("$", count: prefix.utf8.count + id.count)
            bytes += prefix.utf8
            bytes += id
            end()
        }
    }

    private mutating func write(_ word: some Collection<UInt8>) {
        header("$", count: word.count)
        bytes += word
        end()
    }

    private mutating func header(_ type: Unicode.Scalar, count: Int) {
        bytes.append(UInt8(ascii: type))
        bytes += String(count).utf8
        end()
    }

    private mutating func end() { bytes += [UInt8(ascii: "\r"), UInt8(ascii: "\n")] }
}

/// A word of a command.
enum RedisWord: ExpressibleByStringLiteral {
    case text(String)
    case bytes([UInt8])
    /// A key such as `post:ID`, with a binary ID.
    case key(prefix: String, id: [UInt8])

    init(stringLiteral text: String) { self = .text(text) }
}
