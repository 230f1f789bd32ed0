import Foundation

/// IPTC data sets in a JPEG file (IPTC-IIM 4.2), in Photoshop's image resource 0x0404.
struct IPTC {
    private var sets: [(record: Int, number: Int, value: Data)] = []

    /// The maximum number of data sets.
    private static let limit = 1000

    /// Reads data sets up to the first one that is malformed.
    init(_ bytes: Data) {
        let bytes = Array(bytes)
        var index = 0
        while index + 5 <= bytes.count, bytes[index] == 0x1C, sets.count < Self.limit {
            let count = Int(bytes[index + 3]) << 8 | Int(bytes[index + 4])
            // If the first bit is set, the length is extended, which text never needs.
            guard count < 0x8000, index + 5 + count <= bytes.count else { break }
            let value = Data(bytes[index + 5..<index + 5 + count])
            let (record, number) = (Int(bytes[index + 1]), Int(bytes[index + 2]))
            sets.append((record, number, value))
            index += 5 + count
        }
    }

    /// Returns the non-empty texts of the data sets with the given record and number.
    func texts(record: Int, number: Int) -> [String] {
        sets.filter { $0.record == record && $0.number == number }
            .map { set in
                // Many programs write UTF-8 without announcing it.
                String(validating: set.value, as: UTF8.self)
                    ?? String(String.UnicodeScalarView(set.value.map { Unicode.Scalar($0) }))
            }
            .map { $0.trimmingCharacters(in: .whitespacesAndNewlines.union(["\0"])) }
            .filter { !$0.isEmpty }
    }

    /// Returns the data sets of a JPEG file, or `nil` if it has none.
    static func dataSets(of file: JPEGFile) -> Data? {
        let name = Data("Photoshop 3.0\0".utf8)
        return file.segments.lazy.filter { $0.marker == 0xED && $0.content.starts(with: name) }
            .compactMap { resource(in: Array($0.content.dropFirst(name.count))) }.first
    }

    /// Returns the content of the image resource that contains the data sets.
    private static func resource(in bytes: [UInt8]) -> Data? {
        var index = 0
        while index + 12 <= bytes.count, bytes[index..<index + 4].elementsEqual(Array("8BIM".utf8))
        {
            let kind = Int(bytes[index + 4]) << 8 | Int(bytes[index + 5])
            // Skip the name with its length byte, padded to an even number of bytes.
            let start = index + 6 + (Int(bytes[index + 6]) + 2) / 2 * 2
            guard start + 4 <= bytes.count else { return nil }
            let count = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
            guard count <= bytes.count - start - 4 else { return nil }
            if kind == 0x0404 { return Data(bytes[start + 4..<start + 4 + count]) }
            index = start + 4 + (count + 1) / 2 * 2
        }
        return nil
    }
}
