import Foundation

/// The items of a large JSON file, read one at a time.
///
/// If the file contains an array, its elements are the items. If it contains an object, the
/// elements of each array in it are items, and so are all other values. An object that is an entry
/// itself is the only item. Items are only delimited here, by matching brackets and quotation marks,
/// so a malformed item does not affect the others.
final class JSONItems {
    private let stream: any ByteStream
    private var bytes: [UInt8] = []
    private var index = 0
    private var state = State.start
    /// The key of the array or value being read, or `nil` in a file that contains an array.
    private var key: String?
    private var position = 0
    /// The file's object, before it is returned as the only item.
    private var whole: JSONItem?

    private enum State { case start, object, array, arrayInObject, end }

    /// The maximum size of an item in bytes.
    static let byteLimit = 16 << 20

    /// Creates a reader of the items in a file.
    ///
    /// - Parameters:
    ///   - file: The file, which is read twice if it contains an object of at most 16 MiB.
    ///   - archive: The archive that contains the file.
    ///   - isEntry: Returns whether the object in a file is an entry itself. Of arrays in it, only
    ///     the first elements are known.
    /// - Throws: A fault if the file cannot be opened.
    init(
        of file: ArchiveEntry,
        in archive: any ArchiveSource,
        isEntry: ((JSONValue) -> Bool)? = nil
    ) throws(EntryError) {
        stream = try archive.open(file)
        guard let isEntry, file.byteCount <= Self.byteLimit,
            let sample = JSONItems(try archive.open(file)).sample, isEntry(sample)
        else { return }
        let text = try archive.open(file).readAll(limit: Self.byteLimit)
        let bytes = text.starts(with: [0xEF, 0xBB, 0xBF]) ? text.dropFirst(3) : text
        whole = JSONItem(key: nil, position: nil, content: .success(bytes))
    }

    private init(_ stream: any ByteStream) { self.stream = stream }

    /// The object in the file with the first element of each array, which takes little memory, or
    /// `nil` if the file is malformed or contains something else.
    private var sample: JSONValue? {
        var members: [String: JSONValue] = [:]
        do throws(EntryError) {
            while let item = try next() {
                guard let key = item.key else { return nil }
                if members[key] == nil { members[key] = try item.value() }
            }
        } catch {
            return nil  // The fault is reported when the items are read.
        }
        return .object(members)
    }

    /// Reads the next item, or returns `nil` at the end.
    ///
    /// - Throws: A fault if the file cannot be read, ends too early, or cannot be divided into
    ///   items. No items follow a fault.
    func next() throws(EntryError) -> JSONItem? {
        if let whole {
            (self.whole, state) = (nil, .end)
            return whole
        }
        do throws(EntryError) {
            return try read()
        } catch {
            state = .end
            throw error
        }
    }

    private func read() throws(EntryError) -> JSONItem? {
        while true {
            switch state {
            case .start: try open()
            case .object: if let item = try readMember() { return item }
            case .array, .arrayInObject: if let item = try readElement() { return item }
            case .end: return nil
            }
        }
    }

    private func open() throws(EntryError) {
        if try peek() == 0xEF { for byte in [0xEF, 0xBB, 0xBF] { try expect(UInt8(byte)) } }
        switch try token() {
        case UInt8(ascii: "["): state = .array
        case UInt8(ascii: "{"): state = .object
        default: throw .notJSON
        }
    }

    /// Reads the key of a member and, unless its value is an array, the value.
    private func readMember() throws(EntryError) -> JSONItem? {
        var token = try token()
        if token == UInt8(ascii: ",") { token = try self.token() }
        if token == UInt8(ascii: "}") {
            state = .end
            return nil
        }
        guard token == UInt8(ascii: "\"") else { throw .notJSON }
        let text = try value(startingWith: token)
        guard case .string(let name) = try JSONValue(parsing: text.get()) else { throw .notJSON }
        key = name.repairingEncoding
        guard try self.token() == UInt8(ascii: ":") else { throw .notJSON }
        let start = try self.token()
        guard start == UInt8(ascii: "[") else {
            return JSONItem(key: key, position: nil, content: try value(startingWith: start))
        }
        (state, position) = (.arrayInObject, 0)
        return nil
    }

    private func readElement() throws(EntryError) -> JSONItem? {
        var token = try token()
        if token == UInt8(ascii: ",") { token = try self.token() }
        if token == UInt8(ascii: "]") {
            state = state == .array ? .end : .object
            return nil
        }
        defer { position += 1 }
        let content = try value(startingWith: token)
        return JSONItem(key: key, position: position, content: content)
    }

    /// Reads the bytes of a value, up to the comma or bracket that follows it.
    private func value(
        startingWith first: UInt8
    ) throws(EntryError) -> Result<Data, EntryError> {
        var value = Data([first])
        var count = 1
        var depth = 0
        var isQuoted = false
        var isEscaped = false
        var byte = first
        while true {
            if isQuoted {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isQuoted = false
                }
            } else {
                switch byte {
                case UInt8(ascii: "\""): isQuoted = count == 1 || depth > 0
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
                default: break
                }
            }
            guard depth >= 0 else { throw .notJSON }
            if depth == 0, !isQuoted, isEnd(try peek()) { break }
            byte = try take()
            count += 1
            if count <= Self.byteLimit { value.append(byte) }
        }
        return count <= Self.byteLimit ? .success(value) : .failure(.entryTooLarge)
    }

    /// Returns whether a byte after a value does not belong to it.
    private func isEnd(_ byte: UInt8?) -> Bool {
        guard let byte else { return true }
        return [",", ":", "]", "}", " ", "\n", "\r", "\t"].contains(UnicodeScalar(byte))
    }

    // MARK: Bytes

    private func peek() throws(EntryError) -> UInt8? {
        if index == bytes.count {
            bytes = Array(try stream.next())
            index = 0
        }
        return index < bytes.count ? bytes[index] : nil
    }

    private func take() throws(EntryError) -> UInt8 {
        guard let byte = try peek() else { throw .truncatedFile }
        index += 1
        return byte
    }

    /// Reads the next byte that is not white space.
    private func token() throws(EntryError) -> UInt8 {
        while true {
            let byte = try take()
            guard byte == 0x20 || (0x09...0x0D).contains(byte) else { return byte }
        }
    }

    private func expect(_ byte: UInt8) throws(EntryError) {
        guard try take() == byte else { throw .notJSON }
    }
}

/// An item of a JSON file.
struct JSONItem: Sendable {
    /// The key of the array or value in the file's object, or `nil` if the file contains an array
    /// or is the item.
    let key: String?
    /// The position in the array, from 0, or `nil` if the item is not part of an array.
    let position: Int?
    /// The bytes of the item, which may be malformed, or a fault if there are too many.
    let content: Result<Data, EntryError>

    /// Parses the item.
    ///
    /// - Throws: A fault if the item is malformed or too large.
    func value() throws(EntryError) -> JSONValue { try JSONValue(parsing: content.get()) }

    /// The location of the item in its file, such as "photos/12", or `nil` if it is the whole file.
    var location: String? {
        let parts = [key, position.map { "\($0)" }].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: "/")
    }

    /// Whether the item is an object or the element of an array, and not a property of the file.
    var isEntry: Bool {
        // An item without content is too large, and therefore not a property.
        position != nil || (try? content.get().first).map { $0 == UInt8(ascii: "{") } ?? true
    }
}
