import NIOCore
import NIOPosix
import TimelineCore

/// A client connection over which a test can send any bytes at any time.
final class RawConnection: Sendable {
    private let channel: any Channel
    private let chunks: AsyncStream<String>
    private let text = Lock("")

    /// Connects to a port of this machine, by default without encryption.
    init(
        port: Int,
        encryption: @escaping @Sendable () throws -> (any ChannelHandler)? = { nil }
    ) async throws {
        let (chunks, source) = AsyncStream.makeStream(of: String.self)
        self.chunks = chunks
        channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let handler = try encryption() {
                        try channel.pipeline.syncOperations.addHandler(handler)
                    }
                    try channel.pipeline.syncOperations.addHandler(Receiver(source))
                }
            }
            .connect(host: "localhost", port: port).get()
    }

    /// The text received so far.
    var received: String { text.withLock { $0 } }

    /// Sends a request for a page, and returns the response without the part after `lastLine`.
    ///
    /// The previous response must have been received completely.
    func get(
        _ uri: String,
        _ fields: [String] = [],
        until lastLine: String? = nil
    ) async throws
        -> String
    {
        text.withLock { $0 = "" }
        let lines = ["GET \(uri) HTTP/1.1", "Host: localhost"] + fields
        try await send(lines.map { "\($0)\r\n" }.joined() + "\r\n")
        await receive(until: lastLine)
        return received
    }

    /// Sends bytes.
    func send(_ text: String) async throws {
        try await channel.writeAndFlush(ByteBuffer(string: text))
    }

    /// Waits until the received text contains `part`, or until the server closes the connection.
    func receive(until part: String? = nil) async {
        if let part, received.contains(part) { return }
        for await chunk in chunks {
            let isLast = text.withLock { text in
                text += chunk
                return part.map { text.contains($0) } ?? false
            }
            if isLast { return }
        }
    }

    /// Closes the connection.
    func close() async throws { try await channel.close() }
}

/// A channel handler that forwards the received bytes to a stream.
private final class Receiver: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let source: AsyncStream<String>.Continuation

    init(_ source: AsyncStream<String>.Continuation) {
        self.source = source
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        source.yield(String(buffer: unwrapInboundIn(data)))
    }

    func channelInactive(context: ChannelHandlerContext) { source.finish() }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
