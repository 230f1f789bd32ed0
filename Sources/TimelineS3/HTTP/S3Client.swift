import CCurl
import Foundation
import TimelineCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Sends requests to a server, and repeats those that failed for a passing reason.
///
/// Every request to S3 in this module may be sent twice: the name of an object follows from its
/// bytes, and what is gone is not deleted again.
struct S3Client: Sendable {
    private let settings: S3Settings
    private let connections: S3Connections
    private let times: S3Times
    /// Waits before a request is repeated, for a number of seconds.
    private let pause: @Sendable (Double) -> Void

    /// Creates a client without a connection.
    ///
    /// - Throws: ``S3Fault/libraryMissing`` or ``S3Fault/libraryUnsuitable``.
    init(
        _ settings: S3Settings,
        library: S3Library? = .system,
        times: S3Times = S3Times(),
        pause: @escaping @Sendable (Double) -> Void = { Thread.sleep(forTimeInterval: $0) }
    ) throws(S3Fault) {
        (self.settings, self.times) = (settings, times)
        connections = try S3Connections(library)
        self.pause = pause
    }

    /// Sends a request, and waits for the response.
    ///
    /// A request that failed for a passing reason is repeated after a random part of 0.2, 0.8 and
    /// 3.2 seconds, so that clients that failed together do not return together.
    ///
    /// - Returns: A response with one of the statuses 200 to 299, 404 and 412.
    /// - Throws: ``S3Fault``.
    func send(_ request: S3Request) throws(S3Fault) -> S3Response {
        let start = ContinuousClock.now
        var attempt = 1
        while true {
            do throws(S3Fault) {
                return try sendOnce(request)
            } catch {
                let isLate = start.duration(to: .now) > times.repeating
                guard error.isTransient, attempt < times.attempts, !isLate else { throw error }
            }
            pause(.random(in: 0...0.05 * pow(4, Double(attempt))))
            attempt += 1
        }
    }

    private func sendOnce(_ request: S3Request) throws(S3Fault) -> S3Response {
        let exchange = S3Exchange(request)
        let url = settings.endpoint + request.target
        let signature = "aws:amz:\(settings.region):s3"
        var fields = request.fields
        if let token = settings.credentials.token {
            fields.append("x-amz-security-token: \(token)")
        }
        let result = try connections.withHandle { library, handle in
            withExtendedLifetime(exchange) {
                transfer(exchange, request, fields, url, signature, library, handle)
            }
        }
        if let fault = fault(of: result) { throw fault }
        let response = exchange.response
        switch response.status {
        case 200...299, 404, 412: return response
        default: throw .refused(status: response.status, code: response.code)
        }
    }

    private func transfer(
        _ exchange: S3Exchange,
        _ request: S3Request,
        _ fields: [String],
        _ url: String,
        _ signature: String,
        _ library: S3Library,
        _ handle: UnsafeMutableRawPointer
    ) -> timeline_curl_result {
        var sent = timeline_object_request()
        sent.body_size = request.method == .put ? Int64(request.body.byteCount) : -1
        // A response without a body only tells the size of the object.
        sent.response_limit = request.method == .head ? .max : Int64(request.limit)
        sent.connect_milliseconds = times.connecting
        sent.milliseconds = times.request + request.timeForBody
        sent.minimum_rate = times.minimumRate
        sent.patience_seconds = times.patience
        exchange.prepare(&sent)
        let texts = [
            url, request.method.rawValue, signature, settings.credentials.key,
            settings.credentials.secret, settings.authorities ?? "",
        ]
        return texts.withCStrings { texts in
            (sent.url, sent.method, sent.signature) = (texts[0], texts[1], texts[2])
            (sent.key, sent.secret) = (texts[3], texts[4])
            sent.authorities = settings.authorities == nil ? nil : texts[5]
            return library.send(sent, fields, with: handle)
        }
    }

    /// Translates a failure of libcurl.
    private func fault(of result: timeline_curl_result) -> S3Fault? {
        if result.code != timeline_curl_ok, result.proxy_status / 100 > 2 { return .proxyUnusable }
        switch result.code {
        case timeline_curl_ok: return nil
        case timeline_curl_unsuitable: return .libraryUnsuitable
        case timeline_curl_unknown_host: return .unknownHost
        case timeline_curl_unknown_proxy, timeline_curl_proxy_failed: return .proxyUnusable
        case timeline_curl_cannot_connect:
            return .unreachable(errno: result.error == 0 ? ECONNREFUSED : Int32(result.error))
        case timeline_curl_timeout: return .timedOut
        case timeline_curl_tls_failed, timeline_curl_certificate_rejected,
            timeline_curl_old_certificate_rejected, timeline_curl_cipher_unusable:
            return .certificateRejected
        case timeline_curl_authorities_unusable: return .authoritiesUnusable
        case timeline_curl_got_nothing, timeline_curl_partial_file, timeline_curl_send_failed,
            timeline_curl_receive_failed, timeline_curl_rewind_failed:
            return .disconnected
        default: return .malformed
        }
    }
}

extension [String] {
    /// Calls `body` with the texts as C strings, which are valid only during the call.
    fileprivate func withCStrings<Output>(_ body: ([UnsafePointer<CChar>]) -> Output) -> Output {
        func append(_ rest: ArraySlice<String>, _ found: [UnsafePointer<CChar>]) -> Output {
            guard let first = rest.first else { return body(found) }
            return first.withCString { append(rest.dropFirst(), found + [$0]) }
        }
        return append(self[...], [])
    }
}
