import Foundation
import TimelineCore

/// An operation on the objects in S3 that can fail.
enum S3Operation {
    case opening, listing, reserving
    case reading(BlobID)
    case finding(BlobID)
    case writing(BlobID)
    case removing(BlobID)
    case restoring(BlobID)

    /// The operation and its object, as the start of a sentence.
    func text(_ address: S3Address) -> String {
        switch self {
        case .opening: "Opening \(address)"
        case .listing: "Listing \(address)"
        case .reserving: "Reserving photos in \(address)"
        case .reading(let blob): "Reading photo \(blob) from \(address)"
        case .finding(let blob): "Finding photo \(blob) in \(address)"
        case .writing(let blob): "Writing photo \(blob) to \(address)"
        case .removing(let blob): "Removing photo \(blob) from \(address)"
        case .restoring(let blob): "Restoring photo \(blob) in \(address)"
        }
    }
}

extension S3Fault {
    /// The reason, and what to do about it.
    func reason(host: String) -> String {
        switch self {
        case .libraryMissing: "libcurl is missing; install it to keep photos in S3."
        case .libraryUnsuitable:
            "libcurl is too old to sign requests to S3; install version 7.87 or newer."
        case .busy: "too many requests are waiting; try again in a moment."
        case .unknownHost:
            "the host \(host) is unknown; check the network and AWS_ENDPOINT_URL_S3."
        case .unreachable(let errno):
            "\(host) cannot be reached (\(String(cString: strerror(errno)))); check the network and whether it runs."
        case .certificateRejected:
            "the certificate of \(host) is not trusted; name its authority in AWS_CA_BUNDLE."
        case .authoritiesUnusable:
            "the file in AWS_CA_BUNDLE cannot be used; it must have certificates in PEM format."
        case .proxyUnusable: "the proxy cannot be used; check the variable https_proxy."
        case .timedOut: "\(host) does not answer; try again, and check whether it is overloaded."
        case .disconnected: "\(host) ended the connection; try again."
        case .malformed: "\(host) does not answer like S3; check AWS_ENDPOINT_URL_S3."
        case .contended: "other processes change it at the same time; try again."
        case .leaseEnded:
            "this process could not renew its leases in time; check the database, and try again."
        case .tooLarge: "it has more than \(S3Limits.blob >> 20) MiB; choose a smaller file."
        case .refused(let status, let code): Self.refusal(host, status, code)
        }
    }

    private static func refusal(_ host: String, _ status: Int, _ code: String?) -> String {
        let answer = code.map { "\(status) \($0)" } ?? "\(status)"
        return switch (status, code) {
        case (_, "NoSuchBucket"): "\(host) has no such bucket; create it, or check its name."
        case (_, "RequestTimeTooSkewed"):
            "the clocks of this machine and \(host) differ too much; correct them."
        case (_, "InvalidAccessKeyId"), (_, "SignatureDoesNotMatch"), (_, "ExpiredToken"),
            (_, "InvalidToken"), (401, _):
            "\(host) does not accept the keys (\(answer)); check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY."
        case (403, _):
            "\(host) does not permit it (\(answer)); let the key read, write, delete and list in the bucket."
        case (300...399, _), (_, "AuthorizationHeaderMalformed"):
            "\(host) does not have this bucket (\(answer)); check AWS_REGION and AWS_ENDPOINT_URL_S3."
        case (507, _), (_, "XMinioStorageFull"), (_, "QuotaExceeded"):
            "\(host) has no space left (\(answer)); add some, or delete what nobody needs."
        case (400, "BadDigest"), (_, "XAmzContentSHA256Mismatch"), (_, "InvalidDigest"):
            "the bytes were damaged on their way to \(host) (\(answer)); try again."
        case (429, _), (503, "SlowDown"):
            "\(host) receives too many requests (\(answer)); try again in a moment."
        case (500..., _): "\(host) has a fault (\(answer)); try again, and check its log."
        default: "\(host) refused it (\(answer))."
        }
    }
}

extension TimelineError {
    static func invalidAddress(_ text: String) -> TimelineError {
        setting(
            "Opening \(text)",
            "it is no address of photos in S3; give one such as s3://bucket/photos, of letters, digits, “-”, “.” and “_”."
        )
    }
    static func invalidRegion(_ text: String) -> TimelineError {
        setting("Opening S3", "“\(text)” is no region; correct AWS_REGION.")
    }
    /// The address may contain a password, so the message does not contain the address.
    static var invalidEndpoint: TimelineError {
        setting(
            "Opening S3",
            "AWS_ENDPOINT_URL_S3 is no address of a server; set one such as https://s3.example.org, without a password."
        )
    }
    static var missingRegion: TimelineError {
        setting(
            "Opening S3",
            "it is unknown where; set AWS_REGION for Amazon’s S3, or AWS_ENDPOINT_URL_S3 for another."
        )
    }
    static var missingCredentials: TimelineError {
        setting(
            "Opening S3",
            "there are no usable keys; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or write them to ~/.aws/credentials."
        )
    }

    private static func setting(_ operation: String, _ reason: String) -> TimelineError {
        .storageFailed(StorageError(operation: operation, reason: reason))
    }
}
