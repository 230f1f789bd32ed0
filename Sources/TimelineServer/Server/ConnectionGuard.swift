import NIOCore
import NIOHTTPTypes

/// Closes the connections of clients that are too slow or send too much.
///
/// A client must send a body at an average of at least 1 KiB per second in each half minute, and
/// must not stop reading a response for half a minute. In addition, the idle timeout of Hummingbird
/// closes connections that wait more than a minute for the next part of a request, such as its
/// header.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The maximum time without progress.
    private let patience: TimeAmount
    /// The maximum size of a body in bytes.
    ///
    /// No form has a higher limit.
    private let bodyLimit: Int
    /// What counts the open connections.
    private let metrics: ServerMetrics?
    /// The number of bytes of the current body that have arrived.
    private var bytes = 0
    /// The time of the last speed check, and the number of bytes that had arrived by then.
    private var checked = (time: NIODeadline.uptimeNanoseconds(0), bytes: 0)
    private var stall: Scheduled<Void>?

    /// The minimum speed of a body in bytes per second.
    private static let speed = 1024

    /// Creates a handler for one connection.
    init(
        bodyLimit: Int,
        patience: TimeAmount = .seconds(30),
        metrics: ServerMetrics? = nil
    ) {
        self.bodyLimit = bodyLimit
        self.metrics = metrics
        self.patience = patience
    }

    func handlerAdded(context: ChannelHandlerContext) { metrics?.addConnections(1) }

    func handlerRemoved(context: ChannelHandlerContext) { metrics?.addConnections(-1) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            bytes = 0
            checked = (context.eventLoop.now, 0)
        case .body(let buffer):
            bytes += buffer.readableBytes
            guard bytes <= bodyLimit, !isSlow(at: context.eventLoop.now) else {
                context.close(promise: nil)
                return
            }
        case .end: break
        }
        context.fireChannelRead(data)
    }

    /// Returns whether the body has arrived too slowly since the last check.
    ///
    /// Returns `false` without a check if the last one was at most ``patience`` ago.
    private func isSlow(at now: NIODeadline) -> Bool {
        let time = now - checked.time
        guard time > patience else { return false }
        let seconds = Int(time.nanoseconds / 1_000_000_000)
        defer { checked = (now, bytes) }
        return bytes - checked.bytes < seconds * Self.speed
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
