package import Foundation
import TimelineCore

/// A server on this machine that understands the requests of the store, for tests without S3.
///
/// It checks that requests are signed, but not the signature. Objects are in memory.
package final class FakeS3: Sendable {
    /// A request that has been received.
    ///
    /// The list of ``requests`` has no bodies.
    package struct Request: Sendable {
        package let method: String
        package let path: String
        package let query: [String: String]
        package let fields: [String: String]
        package var body: Data
    }

    /// An answer that replaces the usual one.
    package enum Answer: Sendable {
        /// Exactly these bytes, after which the connection is closed.
        case raw(String)
        /// An error with a status and S3's code.
        case status(Int, code: String)
        /// Closes the connection.
        case disconnect
    }

    private struct State {
        var objects: [String: Data] = [:]
        var requests: [Request] = []
        var answers: [Answer] = []
        var connectionCount = 0
    }

    private let socket: ListeningSocket
    private let state = Lock(State())
    /// The name of the only bucket.
    package static let bucket = "photos"

    /// A server for all tests that keep to a place of their own.
    static let shared = Result { try FakeS3() }

    /// Starts a server on a free port.
    package init() throws {
        socket = try ListeningSocket()
        let socket = socket
        // Dispatch has a limited number of threads, which the tests beside these may all block.
        Thread.detachNewThread { [weak self] in
            while let descriptor = socket.accept() {
                self?.state.withLock { $0.connectionCount += 1 }
                Thread.detachNewThread { [weak self] in
                    let connection = FakeConnection(descriptor)
                    while let request = connection.request(), let self,
                        connection.send(respond(to: request))
                    {}
                    connection.close()
                }
            }
        }
    }

    deinit { socket.close() }

    /// The address of the server.
    package var url: String { "http://127.0.0.1:\(socket.port)" }

    /// The requests so far.
    package var requests: [Request] { state.withLock(\.requests) }

    /// The number of connections so far.
    package var connectionCount: Int { state.withLock(\.connectionCount) }

    /// Replaces the answers to the next requests.
    package func answer(_ answers: [Answer]) { state.withLock { $0.answers += answers } }

    /// Gives the usual answers again.
    package func forgetAnswers() { state.withLock { $0.answers = [] } }

    /// Replaces an object, as another program would.
    package func replace(_ key: String, with content: Data) {
        state.withLock { $0.objects[key] = content }
    }

    private func respond(to request: Request) -> FakeResponse {
        state.withLock { state in
            var recorded = request
            recorded.body = Data()
            state.requests.append(recorded)
            if !state.answers.isEmpty {
                switch state.answers.removeFirst() {
                case .raw(let text): return FakeResponse(raw: Data(text.utf8))
                case .status(let status, let code): return .error(status, code)
                case .disconnect: return FakeResponse(raw: Data())
                }
            }
            guard request.fields["authorization"]?.hasPrefix("AWS4-HMAC-SHA256 ") == true else {
                return .error(403, "AccessDenied")
            }
            let parts = request.path.dropFirst().split(separator: "/", maxSplits: 1)
                .map(String.init)
            guard parts.first == Self.bucket else { return .error(404, "NoSuchBucket") }
            guard parts.count == 2 else { return Self.list(request.query, state.objects) }
            return Self.answer(request, parts[1], &state.objects)
        }
    }

    private static func answer(
        _ request: Request,
        _ key: String,
        _ objects: inout [String: Data]
    ) -> FakeResponse {
        switch request.method {
        case "GET", "HEAD":
            guard let content = objects[key] else { return .error(404, "NoSuchKey") }
            var response = FakeResponse(200, content)
            let digest = Data(BlobID(of: content).bytes).base64EncodedString()
            response.fields.append("x-amz-checksum-sha256: \(digest)")
            return response
        case "DELETE":
            objects[key] = nil
            return FakeResponse(204, Data())
        case "PUT":
            if let source = request.fields["x-amz-copy-source"] {
                let name = String(source.dropFirst("/\(bucket)/".count))
                guard let content = objects[name] else { return .error(404, "NoSuchKey") }
                objects[key] = content
                return FakeResponse(200, Data("<CopyObjectResult></CopyObjectResult>".utf8))
            }
            let digest = Data(BlobID(of: request.body).bytes).base64EncodedString()
            guard request.fields["x-amz-checksum-sha256"] == digest else {
                return .error(400, "BadDigest")
            }
            if request.fields["if-none-match"] == "*", objects[key] != nil {
                return .error(412, "PreconditionFailed")
            }
            objects[key] = request.body
            return FakeResponse(200, Data())
        default: return .error(405, "MethodNotAllowed")
        }
    }

    private static func list(
        _ query: [String: String],
        _ objects: [String: Data]
    ) -> FakeResponse {
        let (prefix, start) = (query["prefix"] ?? "", query["start-after"] ?? "")
        let limit = query["max-keys"].flatMap { Int($0) } ?? 1000
        let keys = objects.keys.filter { $0.hasPrefix(prefix) && $0 > start }.sorted()
        let contents = keys.prefix(limit)
            .map { "<Contents><Key>\($0)</Key><Size>\(objects[$0]?.count ?? 0)</Size></Contents>" }
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">\
            <IsTruncated>\(keys.count > limit)</IsTruncated>\(contents.joined())\
            </ListBucketResult>
            """
        return FakeResponse(200, Data(text.utf8))
    }
}

/// A response of the fake server.
struct FakeResponse {
    private let status: Int
    private let body: Data
    private let raw: Data?
    var fields: [String] = []

    init(_ status: Int, _ body: Data) { (self.status, self.body, raw) = (status, body, nil) }

    /// Creates a response of exactly these bytes.
    init(raw: Data) { (status, body, self.raw) = (0, Data(), raw) }

    static func error(_ status: Int, _ code: String) -> FakeResponse {
        FakeResponse(
            status,
            Data("<?xml version=\"1.0\"?><Error><Code>\(code)</Code></Error>".utf8)
        )
    }

    /// Returns the bytes, and whether the connection stays open.
    func bytes(for method: String) -> (bytes: Data, isOpen: Bool) {
        if let raw { return (raw, false) }
        var lines = ["HTTP/1.1 \(status) -"] + fields
        if status != 204 { lines.append("content-length: \(body.count)") }
        let header = Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
        return (method == "HEAD" ? header : header + body, true)
    }
}
