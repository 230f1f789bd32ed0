/// A server's response to a turn.
struct HTTPResponse: Hashable {
    /// The header field with the ID of an open session, in requests and responses.
    static let sessionField = "Timeline-Session"

    /// The status, such as 200.
    let status: Int
    /// The ID of the session, or `nil` if it has ended.
    let session: String?
    /// Whether the server closes the connection after the response.
    let isLast: Bool
    /// The body, which is empty unless the status is 200.
    let body: [UInt8]
}

/// Parses HTTP/1.1 responses (RFC 9112) from a stream of bytes.
///
/// Accepts only the few forms that a Timeline server, or a proxy in front of it, sends.
struct HTTPResponseReader {
    /// The header of the response that is being received.
    private struct Header {
        let status: Int
        let session: String?
        let isLast: Bool
        let length: Int
    }

    private var buffer: [UInt8] = []
    private var header: Header?

    /// Appends bytes from the server.
    mutating func append(_ bytes: [UInt8]) {
        buffer += bytes
    }

    /// Removes and returns the next response, or returns `nil` until it is complete.
    ///
    /// The body of a status other than 200 is not read, so the connection cannot be used afterwards.
    ///
    /// - Throws: ``SyncError/malformedResponse``.
    mutating func next() throws(SyncError) -> HTTPResponse? {
        if header == nil { header = try readHeader() }
        guard let header, buffer.count >= header.length else { return nil }
        self.header = nil
        let body = Array(buffer[..<header.length])
        buffer.removeFirst(header.length)
        return HTTPResponse(
            status: header.status,
            session: header.session,
            isLast: header.isLast,
            body: body
        )
    }

    private mutating func readHeader() throws(SyncError) -> Header? {
        let end = buffer.indices.first { index in
            buffer[index...].starts(with: [0x0D, 0x0A, 0x0D, 0x0A])
        }
        guard let end else {
            guard buffer.count <= HTTPLimits.header else { throw .malformedResponse }
            return nil
        }
        guard end <= HTTPLimits.header, buffer[..<end].allSatisfy({ $0 < 0x80 }) else {
            throw .malformedResponse
        }
        let text = String(decoding: buffer[..<end], as: UTF8.self)
        buffer.removeFirst(end + 4)
        return try Self.header(text)
    }

    private static func header(_ text: String) throws(SyncError) -> Header {
        var lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)[...]
        let start = lines.popFirst()?.split(separator: " ", maxSplits: 2) ?? []
        guard start.count >= 2, start[0] == "HTTP/1.1", start[1].count == 3,
            let status = Int(start[1]), 200..<600 ~= status
        else { throw .malformedResponse }
        var fields: [String: String] = [:]
        for line in lines {
            guard let colon = line.firstIndex(of: ":") else { throw .malformedResponse }
            let name = line[..<colon].lowercased()
            let value = line[colon...].dropFirst().trimmed
            // A second length or session could contradict the first.
            guard fields.updateValue(value, forKey: name) == nil || !isUnique(name) else {
                throw .malformedResponse
            }
        }
        guard status == 200 else {
            return Header(status: status, session: nil, isLast: true, length: 0)
        }
        guard fields["transfer-encoding"] == nil,
            let length = fields["content-length"].flatMap({ UInt32($0) }),
            length <= HTTPLimits.body
        else { throw .malformedResponse }
        let session = fields[HTTPResponse.sessionField.lowercased()]
        // The ID becomes part of the next request, so reject unexpected characters.
        if let session, !isSessionID(session) { throw .malformedResponse }
        return Header(
            status: status,
            session: session,
            isLast: fields["connection"]?.lowercased() == "close",
            length: Int(length)
        )
    }

    private static func isUnique(_ name: String) -> Bool {
        name == "content-length" || name == HTTPResponse.sessionField.lowercased()
    }

    private static func isSessionID(_ text: String) -> Bool {
        1...HTTPLimits.sessionID ~= text.utf8.count
            && text.utf8.allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
    }
}

extension Substring {
    /// The text without leading and trailing spaces and tabs.
    fileprivate var trimmed: String {
        let start = drop { $0 == " " || $0 == "\t" }
        let end = start.lastIndex { $0 != " " && $0 != "\t" }
        return end.map { String(start[...$0]) } ?? ""
    }
}
