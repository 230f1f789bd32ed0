#if Server
import NIOCore

/// Passes everything that arrives in its channel on to another one.
final class PassingHandler: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private let target: any Channel

    /// Creates a handler for a channel on the same event loop as `target`.
    init(to target: any Channel) {
        self.target = target
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        target.writeAndFlush(unwrapInboundIn(data), promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
#endif
