#if Server
import NIOCore
import NIOHTTPTypes

/// Closes the connections of clients that are too slow or send too much.
///
/// A client that sends a body must send at least 1 KiB a second in every half minute; one that
/// receives must take something within half a minute. The idle timeout of Hummingbird closes
/// connections whose next part of a request, such as its header, takes longer than a minute.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The time that a client may take without any progress.
    private let patience: TimeAmount
    /// The maximum number of bytes of a body; the limits of forms are lower.
    private let bodyLimit: Int
    /// The number of bytes of the body so far.
    private var bytes = 0
    /// The time and the number of bytes at which the speed was checked last.
    private var checked = (time: NIODeadline.uptimeNanoseconds(0), bytes: 0)
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

    /// Whether too little of the body has arrived since the last check; checks once in a while.
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
#endif
