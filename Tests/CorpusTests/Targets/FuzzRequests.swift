@testable import TimelineServer

/// Parses one body as a form with files, both whole and in pieces.
///
/// Parsing in pieces must produce the same events or the same fault as parsing the whole. A parsed
/// form with plain names must have the same parts after it is written and parsed again. The first
/// byte selects the size of the pieces, and the boundary is always `b`. The body also serves as the
/// value of a `Range` header.
func fuzzRequests(_ bytes: [UInt8]) throws(Violation) {
    guard let first = bytes.first else { return }
    let body = Array(bytes.dropFirst())
    let size = Int(first) % 64 + 1
    let whole = try parsed(body, in: max(1, body.count))
    let pieces = try parsed(body, in: size)
    try require(whole == pieces)
    if case .success(let parts) = whole {
        if parts.allSatisfy(\.isPlain) {
            let again = try parsed(written(parts), in: size)
            try require(again == whole)
        }
        try require(parts.reduce(0) { $0 + $1.content.count } <= body.count)
    }
    try checkRange(String(decoding: body.prefix(80), as: UTF8.self), of: bytes.count)
}

/// A part of a form.
private struct Part: Equatable {
    let header: MultipartHeader
    var content: [UInt8] = []

    /// Whether the names can be written and parsed again without a change.
    ///
    /// Browsers encode quotation marks and line breaks, but not the percent signs of that encoding.
    /// Backslashes and non-ASCII characters are also excluded.
    var isPlain: Bool {
        (header.name + (header.fileName ?? "")).utf8
            .allSatisfy { $0 < 128 && $0 != UInt8(ascii: "%") && $0 != UInt8(ascii: "\\") }
    }
}

/// Parses a body in pieces of `size` bytes.
private func parsed(
    _ body: [UInt8],
    in size: Int
) throws(Violation) -> Result<[Part], MultipartError> {
    var events: [MultipartParser.Event] = []
    let fault = read(body, in: size, &events)
    var parts: [Part] = []
    var isOpen = false
    for event in events {
        switch event {
        case .part(let header):
            try require(!isOpen)
            parts.append(Part(header: header))
            isOpen = true
        case .content(let bytes):
            try require(isOpen && !bytes.isEmpty)
            parts[parts.count - 1].content += bytes
        case .end:
            try require(isOpen)
            isOpen = false
        }
    }
    if let fault { return .failure(fault) }
    try require(!isOpen)
    return .success(parts)
}

/// Appends the events of a body, and returns the fault that ends it.
private func read(
    _ body: [UInt8],
    in size: Int,
    _ events: inout [MultipartParser.Event]
) -> MultipartError? {
    do throws(MultipartError) {
        var parser = try MultipartParser(boundary: "b")
        for start in stride(from: 0, to: body.count, by: size) {
            events += try parser.parse(body[start..<min(body.count, start + size)])
        }
        try parser.finish()
        return nil
    } catch {
        return error
    }
}

/// Encodes a form as browsers do.
private func written(_ parts: [Part]) -> [UInt8] {
    var body: [UInt8] = []
    for part in parts {
        let name = quoted(part.header.name)
        let fileName = part.header.fileName.map { "; filename=\(quoted($0))" } ?? ""
        let head = "--b\r\nContent-Disposition: form-data; name=\(name)\(fileName)\r\n\r\n"
        body += Array(head.utf8) + part.content + Array("\r\n".utf8)
    }
    return body + Array("--b--\r\n".utf8)
}

private func quoted(_ text: String) -> String {
    // Quote the text byte by byte, because a line break can be part of a longer character.
    var bytes: [UInt8] = []
    for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "\""): bytes += Array("%22".utf8)
        case UInt8(ascii: "\r"): bytes += Array("%0D".utf8)
        case UInt8(ascii: "\n"): bytes += Array("%0A".utf8)
        default: bytes.append(byte)
        }
    }
    return "\"" + String(decoding: bytes, as: UTF8.self) + "\""
}

private func checkRange(_ field: String, of count: Int) throws(Violation) {
    for text in [field, "bytes=\(field)"] {
        guard case .part(let part) = ByteRange(text, of: count) else { continue }
        try require(!part.isEmpty && part.lowerBound >= 0 && part.upperBound <= count)
    }
}
