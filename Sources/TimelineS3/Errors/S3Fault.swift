/// The reason why a request to S3 failed.
enum S3Fault: Error, Hashable {
    /// No libcurl is installed.
    case libraryMissing
    /// libcurl is too old to sign requests.
    case libraryUnsuitable
    /// All connections are in use.
    case busy
    case unknownHost
    /// The system's error number for a connection that could not be established.
    case unreachable(errno: Int32)
    case certificateRejected
    case authoritiesUnusable
    case proxyUnusable
    case timedOut
    case disconnected
    /// A response that is too large, damaged, or no response of S3.
    case malformed
    /// The status of a response, and S3's code for the reason.
    case refused(status: Int, code: String?)
    /// Other processes have stored and removed the same blob again and again.
    case contended
    /// This process could not renew its leases, so it may no longer remove anything.
    case leaseEnded
    /// The blob is larger than ``S3Limits/blob``.
    case tooLarge

    /// Whether the same request may succeed a moment later.
    var isTransient: Bool {
        switch self {
        case .unknownHost, .unreachable, .timedOut, .disconnected: true
        case .refused(let status, let code):
            [408, 409, 429, 500, 502, 503, 504].contains(status) || code == "RequestTimeout"
        default: false
        }
    }

    /// Whether the server has no space left.
    var isDiskFull: Bool {
        guard case .refused(let status, let code) = self else { return false }
        return status == 507 || code == "XMinioStorageFull" || code == "QuotaExceeded"
    }
}

/// Limits of requests to S3.
enum S3Limits {
    /// The maximum number of bytes of a blob, 256 MiB: four times the largest picture.
    static let blob = 256 << 20
    /// The maximum number of bytes of a list of ``pageSize`` objects.
    static let listing = 8 << 20
    /// The maximum number of bytes of any other answer.
    static let answer = 64 << 10
    /// The maximum number of bytes of all header lines of a response.
    static let header = 64 << 10
    /// The number of objects in a list, the most that S3 returns at once.
    static let pageSize = 1000

    /// The maximum number of connections.
    static let connections = 64
    /// The maximum number of connections that stay open without a request.
    static let idleConnections = 16
    /// The number of requests of one call that run at once.
    static let width = 8
}

/// The time limits of requests, which tests make shorter.
struct S3Times: Sendable {
    /// The time within which a connection must be established, in milliseconds.
    var connecting = 5000
    /// The time within which a request without a large body must end, in milliseconds.
    var request = 30_000
    /// The time without progress after which a request ends, in seconds.
    var patience = 20
    /// The rate that counts as progress, in bytes per second.
    var minimumRate = 1024
    /// The number of times that a request is sent.
    var attempts = 4
    /// The time after which a request is not repeated.
    var repeating = Duration.seconds(60)
}
