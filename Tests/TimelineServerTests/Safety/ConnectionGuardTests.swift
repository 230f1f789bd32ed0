import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import TimelineServer

@Suite("Safe by default: slow and large requests")
struct ConnectionGuardTests {
    private let channel: EmbeddedChannel

    init() throws {
        channel = EmbeddedChannel(
            handler: ConnectionGuard(bodyLimit: 1 << 20, patience: .seconds(30))
        )
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        let head = HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/new")
        try channel.writeInbound(HTTPRequestPart.head(head))
    }

    private func send(_ count: Int, after seconds: Int64) throws {
        channel.embeddedEventLoop.advanceTime(by: .seconds(seconds))
        let bytes = ByteBuffer(repeating: 0, count: count)
        try channel.writeInbound(HTTPRequestPart.body(bytes))
    }

    /// Returns the responses that the handler has written, as their status and `Connection` field.
    private func responses() throws -> [String] {
        var found: [String] = []
        while let part = try channel.readOutbound(as: HTTPResponsePart.self) {
            guard case .head(let head) = part else { continue }
            found.append("\(head.status.code) \(head.headerFields[.connection] ?? "")")
        }
        return found
    }

    @Test("A body that arrives at 1 KiB per second may take as long as it needs")
    func steady() throws {
        for _ in 0..<20 { try send(11 << 10, after: 11) }
        #expect(channel.isActive)
    }

    @Test("A client that sends its body too slowly is disconnected after half a minute")
    func trickle() throws {
        try send(1, after: 15)
        try send(1, after: 15)
        #expect(channel.isActive)
        try send(1, after: 1)
        #expect(!channel.isActive)
        #expect(try responses() == ["408 close"])
    }

    @Test("A fast start does not permit the rest of the body to be slow")
    func trickleLater() throws {
        try send(900 << 10, after: 1)
        try send(1, after: 30)
        #expect(channel.isActive)
        try send(1, after: 31)
        #expect(!channel.isActive)
    }

    @Test("A body above the limit closes the connection, whatever its stated length")
    func tooLarge() throws {
        try send(1 << 20, after: 0)
        #expect(channel.isActive)
        try send(1, after: 0)
        #expect(!channel.isActive)
        #expect(try responses() == ["413 close"])
    }

    @Test(
        "A request whose body stops before the idle timeout closes the connection gets a response"
    )
    func idle() throws {
        try send(1, after: 1)
        try channel.close().wait()
        #expect(try responses() == ["408 close"])
    }

    @Test(
        "A connection is closed without a second response",
        arguments: [
            [HTTPResponsePart.head(HTTPResponse(status: .ok))],
            [.head(HTTPResponse(status: .ok)), .end(nil)],
        ]
    )
    func responded(parts: [HTTPResponsePart]) throws {
        for part in parts { try channel.writeOutbound(part) }
        try send(1, after: 31)
        #expect(!channel.isActive)
        #expect(try responses() == ["200 "])
    }

    @Test("A connection on which no request is incomplete is closed without a response")
    func complete() throws {
        try channel.writeInbound(HTTPRequestPart.end(nil))
        try channel.close().wait()
        #expect(try responses().isEmpty)
    }

    @Test("The limits start again with the next request on a connection")
    func nextRequest() throws {
        try send(1 << 20, after: 0)
        try channel.writeInbound(HTTPRequestPart.end(nil))
        channel.embeddedEventLoop.advanceTime(by: .seconds(50))
        let head = HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/new")
        try channel.writeInbound(HTTPRequestPart.head(head))
        try send(1 << 20, after: 0)
        #expect(channel.isActive)
    }

    @Test("A client that reads nothing for half a minute is disconnected, unlike one that reads")
    func stalled() {
        for isReading in [true, false] {
            channel.isWritable = false
            channel.pipeline.fireChannelWritabilityChanged()
            channel.embeddedEventLoop.advanceTime(by: .seconds(29))
            #expect(channel.isActive)
            if isReading {
                channel.isWritable = true
                channel.pipeline.fireChannelWritabilityChanged()
            }
            channel.embeddedEventLoop.advanceTime(by: .seconds(2))
            #expect(channel.isActive == isReading)
        }
    }
}
