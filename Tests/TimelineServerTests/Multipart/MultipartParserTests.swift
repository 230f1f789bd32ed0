import Foundation
import Testing

@testable import TimelineServer

@Suite("Multipart parser")
struct MultipartParserTests {
    /// A form with a text field, an empty text field, a file that contains the start of a
    /// delimiter, and a file field without a selected file.
    private static let body = Array(
        """
        --b\r
        Content-Disposition: form-data; name="caption"\r
        \r
        Two suns\r
        --b\r
        content-disposition: form-data; name="empty"\r
        \r
        \r
        --b\r
        Content-Disposition: form-data; name="photos"; filename="a\u{22}.jpg"\r
        Content-Type: image/jpeg\r
        \r
        \r\n--\r\n--a\r
        --b\r
        Content-Disposition: form-data; name="photos"; filename=""\r
        Content-Type: application/octet-stream\r
        \r
        \r
        --b--\r
        epilogue
        """
        .replacing("a\u{22}.jpg", with: "a%22.jpg").utf8
    )

    private static let parts = [
        Part(header: MultipartHeader(name: "caption"), content: "Two suns"),
        Part(header: MultipartHeader(name: "empty"), content: ""),
        Part(
            header: MultipartHeader(name: "photos", fileName: "a\".jpg"),
            content: "\r\n--\r\n--a"
        ),
        Part(header: MultipartHeader(name: "photos", fileName: ""), content: ""),
    ]

    @Test("The parser finds the same parts for any size of chunks", arguments: 1...40)
    func chunks(size: Int) throws {
        #expect(try Part.all(of: Self.body, boundary: "b", chunk: size) == Self.parts)
    }

    @Test("The parser buffers less than a delimiter while it reads a file")
    func streaming() throws {
        var parser = try MultipartParser(boundary: "b")
        let header = "--b\r\nContent-Disposition: form-data; name=f; filename=g\r\n\r\n"
        _ = try parser.parse(header.utf8)
        for _ in 0..<100 {
            let chunk = [UInt8](repeating: 13, count: 1000)
            let events = try parser.parse(chunk)
            let count = events.reduce(0) { count, event in
                if case .content(let bytes) = event { count + bytes.count } else { count }
            }
            #expect(count >= 1000 - 5)
        }
    }

    @Test(
        "The parser rejects bodies that no browser sends",
        arguments: [
            ("preamble\r\n--b\r\n", MultipartError.delimiter),
            ("--bad\r\n", .delimiter),
            ("--b\r\nContent-Type: text/plain\r\n\r\n", .header),
            ("--b\r\nContent-Disposition: attachment; name=a\r\n\r\n", .header),
            ("--b\r\n\(String(repeating: "x", count: 9000))", .header),
            ("--b\r\nContent-Disposition: form-data; name=a\r\n\r\ntext", .truncated),
            ("", .truncated),
        ]
    )
    func faults(body: String, fault: MultipartError) {
        #expect(throws: fault) { try Part.all(of: Array(body.utf8), boundary: "b", chunk: 3) }
    }

    @Test("The parser limits the number of parts")
    func partLimit() {
        let part = "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n"
        let body = String(repeating: part, count: MultipartParser.partLimit + 1) + "--b--"
        #expect(throws: MultipartError.tooManyParts) {
            try Part.all(of: Array(body.utf8), boundary: "b", chunk: 1000)
        }
    }

    @Test("A boundary has 1 to 70 characters", arguments: [0, 71])
    func boundary(length: Int) {
        #expect(throws: MultipartError.boundary) {
            try MultipartParser(boundary: String(repeating: "b", count: length))
        }
    }
}

/// A part of a parsed form.
private struct Part: Equatable {
    let header: MultipartHeader
    var content: String

    /// Parses a body in chunks of the given size.
    static func all(of body: [UInt8], boundary: String, chunk: Int) throws -> [Part] {
        var parser = try MultipartParser(boundary: boundary)
        var parts: [Part] = []
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: body.count, by: chunk) {
            for event in try parser.parse(body[start..<min(body.count, start + chunk)]) {
                switch event {
                case .part(let header): parts.append(Part(header: header, content: ""))
                case .content(let content): bytes += content
                case .end:
                    parts[parts.count - 1].content = String(decoding: bytes, as: UTF8.self)
                    bytes = []
                }
            }
        }
        try parser.finish()
        return parts
    }
}
