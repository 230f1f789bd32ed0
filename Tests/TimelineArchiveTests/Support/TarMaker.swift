import Foundation

/// A writer of tar archives.
struct TarMaker {
    private(set) var archive = Data()

    /// Returns an archive of files by path, sorted by path.
    static func archive(_ files: [String: Data]) -> Data {
        var maker = TarMaker()
        for (path, content) in files.sorted(by: { $0.key < $1.key }) { maker.add(path, content) }
        return maker.finished()
    }

    /// Adds an entry.
    ///
    /// - Parameters:
    ///   - path: The path, at most 100 bytes long.
    ///   - content: The contents.
    ///   - type: The type, such as "2" for a link.
    ///   - prefix: The first part of the path, for long paths.
    ///   - isDamaged: Whether the checksum is wrong.
    mutating func add(
        _ path: String,
        _ content: Data = Data(),
        type: Character = "0",
        prefix: String = "",
        isDamaged: Bool = false
    ) {
        var header = Data(count: 512)
        func set(_ text: String, at offset: Int) {
            header.replaceSubrange(offset..<offset + text.utf8.count, with: Data(text.utf8))
        }
        func octal(_ number: Int, _ count: Int) -> String {
            let digits = String(number, radix: 8)
            return String(repeating: "0", count: count - digits.count) + digits
        }
        set(path, at: 0)
        set("0000644", at: 100)
        set(octal(content.count, 11), at: 124)
        set(octal(1_500_000_000, 11), at: 136)
        set("        ", at: 148)
        set(String(type), at: 156)
        set("ustar", at: 257)
        set("00", at: 263)
        set(prefix, at: 345)
        let sum = header.reduce(0) { $0 + Int($1) } + (isDamaged ? 1 : 0)
        set(octal(sum, 6) + "\0 ", at: 148)
        archive += header + content
        archive += Data(count: (512 - content.count % 512) % 512)
    }

    /// Adds pax attributes for the next entry.
    mutating func addAttributes(_ attributes: [(String, String)]) {
        var content = ""
        for (key, value) in attributes {
            let rest = " \(key)=\(value)\n"
            var count = rest.utf8.count + 1
            while "\(count)".utf8.count + rest.utf8.count != count { count += 1 }
            content += "\(count)\(rest)"
        }
        add("PaxHeaders/next", Data(content.utf8), type: "x")
    }

    /// Returns the archive with its end-of-archive blocks.
    func finished() -> Data { archive + Data(count: 1024) }
}
