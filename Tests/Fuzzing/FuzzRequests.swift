import Foundation

/// Parses one body as a form with files, both whole and in pieces.
///
/// The fuzzing engine calls this function for each body. Parsing in pieces must produce the same
/// events or the same fault as parsing the whole. A parsed form with plain names must have the same
/// parts after it is written and parsed again. The first byte selects the size of the pieces, and
/// the boundary is always `b`. The body also serves as the value of a `Range` header.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRequests(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 0 else { return 0 }
    let body = Array(UnsafeBufferPointer(start: bytes + 1, count: count - 1))
    let size = Int(bytes[0]) % 64 + 1
    let whole = parsed(body, in: max(1, body.count))
    guard whole == parsed(body, in: size) else { abort() }
    if case .success(let parts) = whole {
        if parts.allSatisfy(\.isPlain), parsed(written(parts), in: size) != whole { abort() }
        guard parts.reduce(0, { $0 + $1.content.count }) <= body.count else { abort() }
    }
    checkRange(String(decoding: body.prefix(80), as: UTF8.self), of: count)
    return 0
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
private func parsed(_ body: [UInt8], in size: Int) -> Result<[Part], MultipartFault> {
    Result { () throws(MultipartFault) in
        var parser = try MultipartParser(boundary: "b")
        var parts: [Part] = []
        var isOpen = false
        for start in stride(from: 0, to: body.count, by: size) {
            let piece = body[start..<min(body.count, start + size)]
            for event in try parser.parse(piece) {
                switch event {
                case .part(let header):
                    if isOpen { abort() }
                    parts.append(Part(header: header))
                    isOpen = true
                case .content(let bytes):
                    if !isOpen || bytes.isEmpty { abort() }
                    parts[parts.count - 1].content += bytes
                case .end:
                    if !isOpen { abort() }
                    isOpen = false
                }
            }
        }
        try parser.finish()
        if isOpen { abort() }
        return parts
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

private func checkRange(_ field: String, of count: Int) {
    for text in [field, "bytes=\(field)"] {
        guard case .part(let part) = ByteRange(text, of: count) else { continue }
        if part.isEmpty || part.lowerBound < 0 || part.upperBound > count { abort() }
    }
}
