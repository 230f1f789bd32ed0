import CCurl

/// A request and its response, as libcurl sends and receives them.
///
/// A response that exceeds ``HTTPLimits`` ends the request at once.
final class HTTPExchange {
    /// The header field with the ID of an open session, in requests and responses.
    static let sessionField = "Timeline-Session"

    /// The body of the response so far.
    private(set) var response: [UInt8] = []
    /// The ID of the session in the response, or `nil` if the session has ended.
    private(set) var session: String?
    /// The reason why the request was ended.
    private(set) var failure: SyncError?

    private var unsent: ArraySlice<UInt8>
    private let patience: UInt64
    private var deadline: Deadline
    /// The number of bytes of all header lines so far.
    private var headerLength = 0
    private var status = 0
    /// The end of the request, however much arrives.
    private let limit = Deadline(milliseconds: SessionLimits.idleTime)
    /// The number of bytes in both directions that moved the deadline last.
    private var counted: Int64 = 0
    private var phase: Phase

    private enum Phase: Int {
        case sending, waiting, receiving
    }

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - patience: The maximum time without progress at ``SessionLimits/minimumRate``, in
    ///     milliseconds.
    ///   - grace: Additional time before the first progress, in milliseconds.
    init(sending body: [UInt8], patience: UInt64, grace: UInt64 = 0) {
        unsent = body[...]
        phase = body.isEmpty ? .waiting : .sending
        self.patience = patience
        deadline = Deadline(milliseconds: patience + grace)
    }

    /// Adds the body and the functions of this exchange to a request.
    ///
    /// They must not be called after the exchange has been released.
    func prepare(_ request: inout timeline_curl_request) {
        request.body_size = Int64(unsent.count)
        request.context = Unmanaged.passUnretained(self).toOpaque()
        request.give_body = { target, size, count, context in
            guard let target, let exchange = HTTPExchange.at(context) else { return 0 }
            let buffer = UnsafeMutableRawBufferPointer(start: target, count: size * count)
            return exchange.giveBody(to: buffer)
        }
        request.take_line = { bytes, size, count, context in
            let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
            return HTTPExchange.at(context)?.takeLine(line) == true ? line.count : 0
        }
        request.take_body = { bytes, size, count, context in
            let part = UnsafeRawBufferPointer(start: bytes, count: size * count)
            return HTTPExchange.at(context)?.takeBody(part) == true ? part.count : 0
        }
        request.check = { context, _, received, _, sent in
            HTTPExchange.at(context)?.isAlive(received: received, sent: sent) == true ? 0 : 1
        }
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> HTTPExchange? {
        context.map { Unmanaged<HTTPExchange>.fromOpaque($0).takeUnretainedValue() }
    }

    private func giveBody(to target: UnsafeMutableRawBufferPointer) -> Int {
        let part = unsent.prefix(target.count)
        target.copyBytes(from: part)
        unsent = unsent.dropFirst(part.count)
        return part.count
    }

    /// Reads a line of the header, and returns whether to continue.
    private func takeLine(_ bytes: UnsafeRawBufferPointer) -> Bool {
        headerLength += bytes.count
        guard headerLength <= HTTPLimits.header else { return end(with: .malformedResponse) }
        let line = String(decoding: bytes, as: UTF8.self).trimmed
        if line.hasPrefix("HTTP/") {
            // A provisional response may precede the final one.
            status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
            session = nil
        } else if line.isEmpty {
            // The body of an error is of no interest.
            guard status == 200 || status < 200 else { return end(with: .httpStatus(status)) }
        } else if let colon = line.firstIndex(of: ":"),
            line[..<colon].lowercased() == Self.sessionField.lowercased()
        {
            let value = line[colon...].dropFirst().trimmed
            // The ID becomes part of the next request, so reject unexpected characters. A second
            // one could contradict the first.
            guard session == nil, Self.isSessionID(value) else {
                return end(with: .malformedResponse)
            }
            session = value
        }
        return true
    }

    private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard response.count + bytes.count <= HTTPLimits.body else {
            return end(with: .malformedResponse)
        }
        response += bytes
        return true
    }

    /// Returns whether the server has accepted or sent something recently.
    func isAlive(received: Int64, sent: Int64) -> Bool {
        let current = received + sent + Int64(headerLength)
        let reached: Phase =
            received > 0 || headerLength > 0 ? .receiving : unsent.isEmpty ? .waiting : .sending
        // At the minimum rate, so many bytes take as long as the patience lasts.
        let time = Int64(clamping: min(patience, SessionLimits.idleTime))
        let sufficient = time * Int64(SessionLimits.minimumRate) / 1000
        if current - counted >= sufficient || reached.rawValue > phase.rawValue {
            (counted, phase) = (current, reached)
            deadline = Deadline(milliseconds: patience)
        }
        return deadline.remaining > 0 && limit.remaining > 0 || end(with: .silence)
    }

    private func end(with error: SyncError) -> Bool {
        failure = error
        return false
    }

    private static func isSessionID(_ text: String) -> Bool {
        1...HTTPLimits.sessionID ~= text.utf8.count
            && text.utf8.allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
    }
}

extension StringProtocol {
    /// The text without leading and trailing white space.
    fileprivate var trimmed: String {
        let start = drop(while: \.isWhitespace)
        let end = start.lastIndex { !$0.isWhitespace }
        return end.map { String(start[...$0]) } ?? ""
    }
}

/// The library libcurl, loaded at run time.
///
/// The library is not linked, so that a program starts without it, and runs where it is not
/// installed until it needs a server.
struct CurlLibrary: Sendable {
    /// The system's library, located and initialized once, or `nil` if none is installed.
    static let system = CurlLibrary(names: [
        "libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.4.dylib",
        "/opt/homebrew/opt/curl/lib/libcurl.4.dylib",
    ])

    /// The addresses of libcurl's functions.
    private let functions: timeline_curl

    /// Loads the first library that exists under one of the given names or paths and has all
    /// functions.
    init?(names: [String]) {
        var functions = timeline_curl()
        guard names.contains(where: { timeline_curl_load(&functions, $0) != 0 }) else { return nil }
        self.functions = functions
    }

    /// Returns a new handle, which keeps connections open from one request to the next.
    func handle() -> UnsafeMutableRawPointer? {
        withUnsafePointer(to: functions) { timeline_curl_create($0) }
    }

    /// Closes the connections of a handle.
    func destroy(_ handle: UnsafeMutableRawPointer) {
        withUnsafePointer(to: functions) { timeline_curl_destroy($0, handle) }
    }

    /// Sends a request, and waits for the response.
    func send(
        _ request: timeline_curl_request,
        with handle: UnsafeMutableRawPointer
    ) -> timeline_curl_result {
        withUnsafePointer(to: functions) { functions in
            withUnsafePointer(to: request) { timeline_curl_send(functions, handle, $0) }
        }
    }
}
