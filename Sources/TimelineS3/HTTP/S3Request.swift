import Foundation
import TimelineCore

/// A request to S3.
struct S3Request: Sendable {
    enum Method: String, Sendable {
        case get = "GET"
        case head = "HEAD"
        case put = "PUT"
        case delete = "DELETE"
    }

    /// The bytes that a request sends.
    enum Body: Sendable {
        case none
        case bytes(Data)
        /// A file that is read while it is sent.
        case file(OpenFile)

        /// The number of bytes.
        var byteCount: Int {
            switch self {
            case .none: 0
            case .bytes(let content): content.count
            case .file(let file): file.byteCount
            }
        }
    }

    let method: Method
    /// The path after the endpoint, of unreserved characters and slashes.
    let path: String
    /// The parameters, sorted by their names, as the signature demands.
    var query: [(name: String, value: String)] = []
    /// The lines of the header, with names in lowercase.
    var fields: [String] = []
    var body = Body.none
    /// The maximum number of bytes in the body of a response, at least ``S3Limits/answer``.
    var limit = S3Limits.answer

    /// The target of the request: the path and the query.
    var target: String {
        guard !query.isEmpty else { return path }
        let parameters = query.map { "\($0.name)=\($0.value.percentEncoded)" }
        return "\(path)?\(parameters.joined(separator: "&"))"
    }

    /// The additional time for a large body in either direction, in milliseconds, at 32 KiB per
    /// second.
    var timeForBody: Int { (limit > S3Limits.listing ? S3Limits.blob : body.byteCount) / 32 }
}

/// A response of S3.
struct S3Response: Sendable {
    let status: Int
    /// The size of the body according to the header, even if there is no body.
    let byteCount: Int?
    /// The SHA-256 of the object in Base64, or `nil` if the server does not know it.
    let checksum: String?
    let body: Data

    /// S3's code in the body of an error, or `nil` if there is none that may be shown.
    var code: String? {
        guard let code = XMLText(body).element("Error")?.element("Code")?.text,
            1...64 ~= code.utf8.count, code.utf8.allSatisfy(\.isUnreserved)
        else { return nil }
        return code
    }
}

extension String {
    /// The text with all other than unreserved bytes as "%" and two uppercase digits, as the
    /// signature demands.
    var percentEncoded: String {
        utf8.reduce(into: "") { text, byte in
            if byte.isUnreserved {
                text.unicodeScalars.append(UnicodeScalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                text += byte < 16 ? "%0\(digits)" : "%\(digits)"
            }
        }
    }
}
