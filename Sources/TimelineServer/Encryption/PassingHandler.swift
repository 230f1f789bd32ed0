#if Server
import NIOCore

/// Forwards everything that arrives in its channel to another channel.
///
/// It reads on only when the other channel has written all received bytes, so that a slow reader slows
/// the sender down. The channel must not read by itself.
final class PassingHandler: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private let target: any Channel

    /// Creates a handler for a channel on the same event loop as `target`.
    init(to target: any Channel) {
        self.target = target
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { context.read() }
    }

    func channelActive(context: ChannelHandlerContext) {
        context.fireChannelActive()
        context.read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let channel = context.channel
        target.writeAndFlush(unwrapInboundIn(data))
            .whenComplete { result in
                switch result {
                case .success: channel.read()
                case .failure: channel.close(promise: nil)
                }
            }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
#endif
