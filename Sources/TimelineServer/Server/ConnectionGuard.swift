#if Server
import NIOCore
import NIOHTTPTypes

/// Closes the connections of clients that are too slow or send too much.
///
/// A client that sends a body must send at least 1 KiB a second after the first half minute; one
/// that receives must take something within half a minute. Requests that never become complete are
/// closed by the idle timeout of Hummingbird.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The time that a client may take without any progress.
    private let patience: TimeAmount
    /// The maximum number of bytes of a body; the limits of forms are lower.
    private let bodyLimit: Int
    private var start = NIODeadline.now()
    private var bytes = 0
    private var stall: Scheduled<Void>?

    /// The lowest speed of a body in bytes per second.
    private static let speed = 1024

    /// Creates a handler for one connection.
    init(bodyLimit: Int, patience: TimeAmount = .seconds(30)) {
        self.bodyLimit = bodyLimit
        self.patience = patience
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            start = .now()
            bytes = 0
        case .body(let buffer):
            bytes += buffer.readableBytes
            guard bytes <= bodyLimit, !isSlow else {
                context.close(promise: nil)
                return
            }
        case .end: break
        }
        context.fireChannelRead(data)
    }

    /// Whether the body arrives too slowly.
    private var isSlow: Bool {
        let time = NIODeadline.now() - start
        return time > patience && bytes < Int(time.nanoseconds / 1_000_000_000) * Self.speed
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        stall?.cancel()
        stall = nil
        if !context.channel.isWritable {
            let channel = context.channel
            stall = context.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
        }
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
        stall?.cancel()
        context.fireChannelInactive()
    }
}
#endif
