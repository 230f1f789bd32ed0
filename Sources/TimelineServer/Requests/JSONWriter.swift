import HTTPTypes
import Hummingbird
import NIOCore

/// Writes JSON text (RFC 8259) as it is told, without values in between.
///
/// Foundation's encoder takes longer to encode a page of posts than the store to answer it.
///
/// ```swift
/// var json = JSONWriter()
/// json.object { json in
///     json.field("id", post.id.description)
///     json.array("tags", of: post.tags) { json, tag in json.value(tag.name) }
/// }
/// ```
struct JSONWriter {
    /// The text in UTF-8.
    private(set) var bytes: [UInt8] = []
    /// Whether a comma must precede the next member of the current object or array.
    private var needsComma = false

    /// The text, in one line.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Creates an empty text.
    init(reserving capacity: Int = 1 << 10) {
        bytes.reserveCapacity(capacity)
    }

    // MARK: Values

    /// Writes an object, whose members `body` writes.
    mutating func object(_ body: (inout Self) throws -> Void) rethrows {
        try nested("{", "}", body)
    }

    /// Writes an array, whose elements `body` writes.
    mutating func array(_ body: (inout Self) throws -> Void) rethrows {
        try nested("[", "]", body)
    }

    /// Writes an array of one value for each element.
    mutating func array<Element>(
        _ elements: some Sequence<Element>,
        _ body: (inout Self, Element) throws -> Void
    ) rethrows {
        try array { json in
            for element in elements { try body(&json, element) }
        }
    }

    /// Writes a text, or null.
    mutating func value(_ text: String?) {
        begin()
        guard var text else { return raw("null") }
        text.withUTF8 { quote($0) }
    }

    /// Writes a text in UTF-8.
    mutating func value(utf8 text: [UInt8]) {
        begin()
        text.withUnsafeBufferPointer { quote($0) }
    }

    /// Writes a number.
    mutating func value(_ number: Int) {
        begin()
        guard !(0..<10).contains(number) else {
            bytes.append(UInt8(ascii: "0") + UInt8(number))
            return
        }
        bytes += String(number).utf8
    }

    /// Writes a number, which must be finite, or null.
    mutating func value(_ number: Double?) {
        begin()
        guard let number else { return raw("null") }
        bytes += "\(number)".utf8
    }

    /// Writes true or false.
    mutating func value(_ isTrue: Bool) {
        begin()
        raw(isTrue ? "true" : "false")
    }

    /// Writes null.
    mutating func null() {
        begin()
        raw("null")
    }

    // MARK: Members

    /// Writes the name of a member, whose value follows.
    mutating func name(_ name: StaticString) {
        begin()
        bytes.append(UInt8(ascii: "\""))
        raw(name)
        raw("\":")
        needsComma = false
    }

    /// Writes members that are always the same, as JSON without braces and spaces.
    mutating func members(_ text: StaticString) {
        begin()
        raw(text)
    }

    /// Writes a member with a text, or null.
    mutating func field(_ name: StaticString, _ text: String?) {
        self.name(name)
        value(text)
    }

    /// Writes a member with a number.
    mutating func field(_ name: StaticString, _ number: Int) {
        self.name(name)
        value(number)
    }

    /// Writes a member with a number, or null.
    mutating func field(_ name: StaticString, _ number: Double?) {
        self.name(name)
        value(number)
    }

    /// Writes a member that is true or false.
    mutating func field(_ name: StaticString, _ isTrue: Bool) {
        self.name(name)
        value(isTrue)
    }

    /// Writes a member that is null.
    mutating func null(_ name: StaticString) {
        self.name(name)
        null()
    }

    /// Writes a member with an object.
    mutating func object(_ name: StaticString, _ body: (inout Self) throws -> Void) rethrows {
        self.name(name)
        try object(body)
    }

    /// Writes a member with an array of one value for each element.
    mutating func array<Element>(
        _ name: StaticString,
        of elements: some Sequence<Element>,
        _ body: (inout Self, Element) throws -> Void
    ) rethrows {
        self.name(name)
        try array(elements, body)
    }

    /// Writes a member with an empty array.
    mutating func emptyArray(_ name: StaticString) {
        self.name(name)
        array { _ in }
    }

    // MARK: Text

    private mutating func begin() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func nested(
        _ start: Unicode.Scalar,
        _ end: Unicode.Scalar,
        _ body: (inout Self) throws -> Void
    ) rethrows {
        begin()
        bytes.append(UInt8(ascii: start))
        needsComma = false
        try body(&self)
        bytes.append(UInt8(ascii: end))
        needsComma = true
    }

    private mutating func raw(_ text: StaticString) { text.withUTF8Buffer { bytes += $0 } }

    private static let digits = Array("0123456789abcdef".utf8)

    /// Writes a text in quotation marks.
    private mutating func quote(_ utf8: UnsafeBufferPointer<UInt8>) {
        bytes.append(UInt8(ascii: "\""))
        var start = 0
        for index in utf8.indices where Self.isSpecial(utf8[index]) {
            bytes += utf8[start..<index]
            start = index + 1
            escape(utf8[index])
        }
        bytes += utf8[start...]
        bytes.append(UInt8(ascii: "\""))
    }

    private static func isSpecial(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\n"): raw("\\n")
        case UInt8(ascii: "\r"): raw("\\r")
        case UInt8(ascii: "\t"): raw("\\t")
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(byte)
        default:
            raw("\\u00")
            bytes.append(Self.digits[Int(byte >> 4)])
            bytes.append(Self.digits[Int(byte & 15)])
        }
    }
}

extension Response {
    /// Creates a response with JSON.
    init(
        json: JSONWriter,
        status: HTTPResponse.Status = .ok,
        headers: HTTPFields = [:]
    ) {
        var fields = headers
        fields[.contentType] = "application/json; charset=utf-8"
        fields[.cacheControl] = "private, no-store"
        self.init(
            status: status,
            headers: fields,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: json.bytes))
        )
    }

    /// Creates a response with a JSON object, whose members `body` writes.
    init(
        status: HTTPResponse.Status = .ok,
        object body: (inout JSONWriter) throws -> Void
    ) rethrows {
        var json = JSONWriter()
        try json.object(body)
        self.init(json: json, status: status)
    }

    /// Creates a response with a JSON array of one value for each element.
    init<Element>(
        array elements: some Sequence<Element>,
        headers: HTTPFields = [:],
        _ body: (inout JSONWriter, Element) throws -> Void
    ) rethrows {
        var json = JSONWriter()
        try json.array(elements, body)
        self.init(json: json, headers: headers)
    }
}
