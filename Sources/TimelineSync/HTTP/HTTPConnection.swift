import CCurl
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A connection to a server for the requests of one session, over TLS if the address demands it.
///
/// A proxy is used only if the environment names one, in the variables that libcurl reads.
final class HTTPConnection: Sendable {
    /// The server.
    struct Endpoint: Sendable {
        /// The URL to which requests are sent.
        let url: String
        /// A PEM file with the certificates of the only authorities to trust, or `nil` to trust
        /// those of the system.
        var authorities: String?
        /// The time within which the connection must be established and encrypted, in milliseconds.
        var timeout = TCPLimits.connection
    }

    private let library: CurlLibrary
    private let endpoint: Endpoint
    private let ending = SocketEnding()
    /// The address of libcurl's handle, or 0 after the end and during a request.
    ///
    /// A thread that uses the handle takes it out, because only one at a time may use it.
    private let handle: Atomic<UInt>

    /// Creates a connection, which the first request establishes.
    init(
        to endpoint: Endpoint,
        over library: CurlLibrary? = .system
    ) throws(SyncError) {
        guard let library, let handle = library.handle() else { throw .httpUnavailable }
        self.library = library
        self.endpoint = endpoint
        self.handle = Atomic(UInt(bitPattern: handle))
    }

    deinit { close() }

    /// Ends the connection.
    ///
    /// A request that another thread is waiting for still ends by itself.
    func close() {
        guard let taken = takeHandle() else { return }
        library.destroy(taken)
    }

    private func takeHandle() -> UnsafeMutableRawPointer? {
        UnsafeMutableRawPointer(bitPattern: handle.exchange(0, ordering: .acquiringAndReleasing))
    }

    /// Connects without sending anything.
    ///
    /// - Throws: The errors of ``post(_:session:patience:)`` for a connection that cannot be
    ///   established.
    func probe() throws(SyncError) {
        let exchange = HTTPExchange(
            sending: [],
            patience: endpoint.timeout,
            grace: endpoint.timeout
        )
        try perform(exchange, session: nil, isProbe: true)
    }

    /// Sends a request, and waits for the response.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - session: The ID of the session, if it has one.
    ///   - patience: The maximum time without progress at ``SessionLimits/minimumRate``, in
    ///     milliseconds. It is checked once per second.
    ///   - keep: Called before an error is thrown, with the bytes of the body that have arrived.
    /// - Returns: The body of the response, and the ID of the session unless it has ended.
    /// - Throws: ``SyncError/httpStatus(_:)`` unless the status is 200,
    ///   ``SyncError/malformedResponse``, ``SyncError/silence``, ``SyncError/disconnected``,
    ///   ``SyncError/unknownHost``, ``SyncError/proxyUnusable``, ``SyncError/certificateRejected``,
    ///   ``SyncError/authoritiesUnusable``, ``SyncError/httpUnavailable`` or
    ///   ``SyncError/system(errno:)``.
    func post(
        _ body: [UInt8],
        session: String?,
        patience: UInt64,
        keep: ([UInt8]) -> Void = { _ in }
    ) throws(SyncError) -> (body: [UInt8], session: String?) {
        let exchange = HTTPExchange(
            sending: body,
            patience: patience,
            // The first request also establishes the connection, which has its own time limit.
            grace: session == nil ? endpoint.timeout : 0
        )
        do throws(SyncError) {
            try perform(exchange, session: session)
        } catch {
            keep(exchange.response)
            throw error
        }
        return (exchange.response, exchange.session)
    }

    private func perform(
        _ exchange: HTTPExchange,
        session: String?,
        isProbe: Bool = false
    ) throws(SyncError) {
        guard let taken = takeHandle() else { throw .disconnected }
        defer { handle.store(UInt(bitPattern: taken), ordering: .releasing) }
        ending.reset()
        let field = session.map { "\(HTTPExchange.sessionField): \($0)" }
        let result = withExtendedLifetime(exchange) {
            send(exchange, endpoint.url, endpoint.authorities, field, isProbe, with: taken)
        }
        if let failure = exchange.failure { throw failure }
        if let failure = error(of: result) { throw failure }
        guard isProbe || result.status == 200 else { throw .httpStatus(Int(result.status)) }
    }

    private func send(
        _ exchange: HTTPExchange,
        _ url: UnsafePointer<CChar>,
        _ authorities: UnsafePointer<CChar>?,
        _ field: UnsafePointer<CChar>?,
        _ isProbe: Bool,
        with handle: UnsafeMutableRawPointer
    ) -> timeline_curl_result {
        var request = timeline_curl_request()
        request.url = url
        request.authorities = authorities
        request.field = field
        request.is_probe = isProbe ? 1 : 0
        request.connect_milliseconds = Int(clamping: endpoint.timeout)
        request.response_limit = Int64(HTTPLimits.body)
        exchange.prepare(&request)
        ending.prepare(&request)
        return library.send(request, with: handle)
    }

    /// Translates a failure of libcurl.
    private func error(of result: timeline_curl_result) -> SyncError? {
        if result.code != timeline_curl_ok, result.proxy_status / 100 > 2 {
            return .httpStatus(Int(result.proxy_status))
        }
        switch result.code {
        case timeline_curl_ok: return nil
        case timeline_curl_unsuitable: return .httpUnavailable
        case timeline_curl_unknown_host: return .unknownHost
        case timeline_curl_unknown_proxy, timeline_curl_proxy_failed: return .proxyUnusable
        case timeline_curl_cannot_connect:
            return .system(errno: result.error == 0 ? ECONNREFUSED : Int32(result.error))
        case timeline_curl_timeout:
            return ending.wasConnected ? .silence : .system(errno: ETIMEDOUT)
        case timeline_curl_tls_failed:
            return ending.isByPeer ? .disconnected : .certificateRejected
        case timeline_curl_certificate_rejected, timeline_curl_old_certificate_rejected,
            timeline_curl_cipher_unusable:
            return .certificateRejected
        case timeline_curl_authorities_unusable:
            // Without a file, the system has no authorities, so it trusts no certificate.
            return endpoint.authorities == nil ? .certificateRejected : .authoritiesUnusable
        case timeline_curl_got_nothing, timeline_curl_partial_file, timeline_curl_send_failed,
            timeline_curl_receive_failed, timeline_curl_rewind_failed:
            return .disconnected
        default: return .malformedResponse
        }
    }
}

/// Finds out how far a failed connection came, which libcurl does not report.
private final class SocketEnding: Sendable {
    private let connected = Atomic(false)
    private let ended = Atomic(false)

    /// Whether a closed connection had been established.
    var wasConnected: Bool { connected.load(ordering: .relaxed) }

    /// Whether the peer ended a closed connection.
    var isByPeer: Bool { ended.load(ordering: .relaxed) }

    func reset() {
        connected.store(false, ordering: .relaxed)
        ended.store(false, ordering: .relaxed)
    }

    /// Adds the function that closes sockets to a request.
    ///
    /// Sockets may be closed later than the request, so this object must exist for as long as
    /// libcurl's handle.
    func prepare(_ request: inout timeline_curl_request) {
        request.socket_context = Unmanaged.passUnretained(self).toOpaque()
        request.close_socket = { context, socket in
            if let context {
                Unmanaged<SocketEnding>.fromOpaque(context).takeUnretainedValue().note(socket)
            }
            return close(socket)
        }
    }

    private func note(_ socket: Int32) {
        var byte: UInt8 = 0
        let count = recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
        if count == 0 || count < 0 && errno == ECONNRESET {
            ended.store(true, ordering: .relaxed)
        }
        var (address, length) = (sockaddr(), socklen_t(MemoryLayout<sockaddr>.size))
        if getpeername(socket, &address, &length) == 0 {
            connected.store(true, ordering: .relaxed)
        }
    }
}
