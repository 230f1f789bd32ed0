#if Server
import NIOCore
import NIOTLS

/// Fulfils a promise with the result of a TLS handshake.
final class HandshakeHandler: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private let result: EventLoopPromise<Void>

    /// Creates a handler that fulfils `result`.
    init(_ result: EventLoopPromise<Void>) {
        self.result = result
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case TLSUserEvent.handshakeCompleted? = event as? TLSUserEvent { result.succeed() }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        result.fail(error)
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        result.fail(ChannelError.eof)
        context.fireChannelInactive()
    }
}
#endif
