import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes the connections of clients that are too slow or send too much.
///
/// If the body of a request is incomplete and its response has not begun, the response is a 408 or
/// 413. A proxy would take a connection that is closed without one for a failure of this server.
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
    /// The number of requests whose responses have not ended.
    private var unanswered = 0
    /// Whether the body of the newest request is incomplete.
    private var isReading = false
    /// Whether a response has begun and not ended.
    private var isResponding = false
    /// Whether this handler has closed the connection.
    private var isClosed = false

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
        guard !isClosed else { return }
        switch unwrapInboundIn(data) {
        case .head:
            bytes = 0
            checked = (context.eventLoop.now, 0)
            unanswered += 1
            isReading = true
        case .body(let buffer):
            bytes += buffer.readableBytes
            guard bytes <= bodyLimit else {
                return close(context: context, with: .contentTooLarge)
            }
            guard !isSlow(at: context.eventLoop.now) else {
                return close(context: context, with: .requestTimeout)
            }
        case .end: isReading = false
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isClosed else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(let head): isResponding = head.status.kind != .informational
        case .body: break
        case .end:
            isResponding = false
            unanswered -= 1
        }
        context.write(data, promise: promise)
    }

    func close(
        context: ChannelHandlerContext,
        mode: CloseMode,
        promise: EventLoopPromise<Void>?
    ) {
        // The idle timeout ends here.
        if mode == .all { respond(.requestTimeout, context: context) }
        context.close(mode: mode, promise: promise)
    }

    private func close(context: ChannelHandlerContext, with status: HTTPResponse.Status) {
        respond(status, context: context)
        context.close(promise: nil)
    }

    /// Writes a response without a body, unless nobody waits for one.
    private func respond(_ status: HTTPResponse.Status, context: ChannelHandlerContext) {
        defer { isClosed = true }
        guard !isClosed, isReading, !isResponding, unanswered == 1, context.channel.isActive else {
            return
        }
        let head = HTTPResponse(
            status: status,
            headerFields: [.connection: "close", .contentLength: "0"]
        )
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
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
