/// The decisions of a hostile peer, taken from the bytes of a fuzzer or of a random generator.
struct Choices {
    /// Numbers at which arithmetic goes wrong.
    private static let oddNumbers: [UInt64] = [
        0, 1, 2, 31, 32, 255, 256, 0xFFFF, 1 << 20, 1 << 24, 64 << 20, (64 << 20) + 1, 1 << 31,
        (1 << 32) - 1, 1 << 47, (1 << 48) - 1, 1 << 48, (1 << 63) - 1, 1 << 63, .max - 1, .max,
    ]

    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether all bytes have been used; from then on, every choice is 0.
    var isExhausted: Bool { index >= bytes.count }

    /// Returns the next byte.
    mutating func byte() -> UInt8 {
        guard index < bytes.count else { return 0 }
        defer { index += 1 }
        return bytes[index]
    }

    /// Returns the next bytes.
    mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in byte() } }

    /// Returns a number below a bound of at most 65,536.
    mutating func below(_ bound: Int) -> Int {
        guard bound > 1 else { return 0 }
        let number = bound > 256 ? Int(byte()) << 8 | Int(byte()) : Int(byte())
        return number % bound
    }

    /// Returns `true` in one of `count` cases.
    mutating func oneIn(_ count: Int) -> Bool { below(count) == count - 1 }

    /// Returns one of the elements, or `nil` if there are none.
    mutating func element<Element>(of elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[below(elements.count)]
    }

    /// Returns a small number, or one at which arithmetic goes wrong.
    mutating func number() -> UInt64 {
        oneIn(2) ? UInt64(byte()) : element(of: Self.oddNumbers) ?? 0
    }
}
