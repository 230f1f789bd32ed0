/// A connection to a server for the requests of one session.
struct HTTPConnection {
    private let socket: TCPSocket
    private var reader = HTTPResponseReader()
    /// The first lines of each request.
    private let start: String
    /// The ID of the session, once the server has stated it.
    private(set) var session: String?

    init(_ socket: TCPSocket, host: String, path: String) {
        self.socket = socket
        start =
            "POST \(path) HTTP/1.1\r\nHost: \(host)\r\nContent-Type: application/octet-stream\r\n"
    }

    /// Ends the connection.
    func close() {
        socket.shutDown()
    }

    /// Sends a request, and waits for the response.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - patience: The time within which the server must accept or send at least one byte, in
    ///     milliseconds.
    /// - Returns: The body of the response.
    /// - Throws: ``SyncError/httpStatus(_:)`` unless the status is 200,
    ///   ``SyncError/malformedResponse``, ``SyncError/silence``, ``SyncError/disconnected`` or
    ///   ``SyncError/system(errno:)``.
    mutating func post(_ body: [UInt8], patience: UInt64) throws(SyncError) -> [UInt8] {
        var header = start + "Content-Length: \(body.count)\r\n"
        if let session { header += "\(HTTPResponse.sessionField): \(session)\r\n" }
        do throws(SyncError) {
            try socket.send(Array((header + "\r\n").utf8) + body, patience: patience)
        } catch .disconnected {
            // The server may have replied before reading everything, for example with status 413.
        }
        let response = try response(patience: patience)
        guard response.status == 200 else { throw .httpStatus(response.status) }
        session = response.session
        if response.isLast { close() }
        return response.body
    }

    private mutating func response(patience: UInt64) throws(SyncError) -> HTTPResponse {
        while true {
            if let response = try reader.next() { return response }
            guard let bytes = try socket.receive(within: patience) else { throw .silence }
            guard !bytes.isEmpty else { throw .disconnected }
            reader.append(bytes)
        }
    }
}
