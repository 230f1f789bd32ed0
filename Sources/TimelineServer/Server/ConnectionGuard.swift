import NIOCore
import NIOHTTPTypes

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

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
    /// The number of bytes of the current body that have arrived.
    private var bytes = 0
    /// The time of the last speed check, and the number of bytes that had arrived by then.
    private var checked = (time: NIODeadline.uptimeNanoseconds(0), bytes: 0)
    private var stall: Scheduled<Void>?

    /// The minimum speed of a body in bytes per second.
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

/// The limit on the number of files and connections that the process may have open at once.
enum OpenFileLimit {
    /// A limit high enough for the maximum number of connections and their files.
    ///
    /// macOS does not permit a higher limit (`OPEN_MAX`).
    private static let sufficient: rlim_t = 10_240
    /// The maximum number of connections.
    private static let connectionLimit = 4096

    /// The current limit on open files.
    static var current: Int { Int(clamping: limits().rlim_cur) }

    /// Raises the limit if it is too low and the system permits it, and returns the resulting
    /// limit.
    static func raised() -> Int {
        var limit = limits()
        guard limit.rlim_cur < sufficient else { return Int(clamping: limit.rlim_cur) }
        limit.rlim_cur = min(sufficient, limit.rlim_max)
        setrlimit(resource, &limit)
        return current
    }

    /// Returns the number of connections that a limit on open files permits.
    ///
    /// In addition to its socket, each connection may need an open file.
    static func connections(of limit: Int) -> Int { min(connectionLimit, max(1, limit / 2)) }

    private static func limits() -> rlimit {
        var limit = rlimit(rlim_cur: 0, rlim_max: 0)
        getrlimit(resource, &limit)
        return limit
    }

    #if canImport(Glibc)
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
    private static let resource = RLIMIT_NOFILE
    #endif
}
