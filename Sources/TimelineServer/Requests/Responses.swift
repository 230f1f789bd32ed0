import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import TimelinePages

/// A redirect to a page on this server, such as the response to a form.
struct Redirect {
    /// The path of the page.
    let path: String

    /// Creates a redirect to a path that the server has chosen.
    init(to path: String) {
        self.path = path
    }

    /// Creates a redirect to a path that a visitor sent, or to `fallback` if that path could point
    /// to another site.
    ///
    /// Browsers treat a backslash as a slash, and remove tabs and line breaks (URL Standard,
    /// section 4.4). The path may therefore contain only printable ASCII characters, and its second
    /// character must not be a slash or a backslash.
    init(toVisited path: String?, or fallback: String) {
        let isLocal = path?.wholeMatch(of: /\/(?![\/\\])[!-~]*/) != nil
        self.path = isLocal ? path ?? fallback : fallback
    }

    /// Returns the response, which also sets the given cookies.
    func response(setting cookies: [HTTPField] = []) -> Response {
        var fields: HTTPFields = [.location: path]
        fields.append(contentsOf: cookies)
        return Response(status: .seeOther, headers: fields)
    }

    /// Returns the response that ends the browser's session.
    func response(ending session: Cookie) -> Response {
        var response = response(setting: [session.clearing])
        // Without this, the browser could still show cached pages of the session.
        response.headers[named: "Clear-Site-Data"] = "\"cache\""
        return response
    }
}

extension Confirmation {
    /// Returns a path whose page shows this confirmation instead of an earlier one.
    func added(to path: String) -> String {
        let path = Self.removed(from: path)
        return path + (path.contains("?") ? "&" : "?") + "\(Self.parameter)=\(rawValue)"
    }

    /// Returns a path and its query without a confirmation.
    static func removed(from path: String) -> String {
        let parts = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return path }
        let rest = parts[1].split(separator: "&").filter { !$0.hasPrefix("\(parameter)=") }
        return rest.isEmpty ? String(parts[0]) : parts[0] + "?" + rest.joined(separator: "&")
    }
}

/// Creates JSON responses, with sorted keys and ISO 8601 dates as in the output of the command-line
/// tool.
enum JSONResponse {
    /// Returns a response that contains the encoded value.
    static func answer(_ value: some Encodable) throws -> Response {
        response(.ok, body: try encoder.encode(value))
    }

    /// Returns the response that reports a failure as `{"error":{"code","message","field"}}`, where
    /// `field` may be missing, with the messages of other faults as `{"others":[…]}` and the indexes of refused photos
    /// as `{"photos":[…]}`.
    static func failure(_ failure: ErrorReport) -> Response {
        var report = ["code": failure.code, "message": failure.message]
        report["field"] = failure.field?.rawValue
        let others = failure.others.map(\.message)
        let photos = failure.photos
        let error = Failure(
            error: report,
            others: others.isEmpty ? nil : others,
            photos: photos.isEmpty ? nil : photos
        )
        // Encoding strings cannot fail.
        return response(failure.status, body: (try? encoder.encode(error)) ?? Data())
    }

    private struct Failure: Encodable {
        let error: [String: String]
        let others: [String]?
        let photos: [Int]?
    }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return encoder
    }

    private static func response(_ status: HTTPResponse.Status, body: Data) -> Response {
        Response(
            status: status,
            headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: body))
        )
    }
}

extension Request {
    /// Whether the client accepts JSON but not HTML, as the script and other programs do.
    var prefersJSON: Bool {
        let accepted = headers[.accept] ?? ""
        return accepted.contains("application/json") && !accepted.contains("text/html")
    }
}

extension HTTPFields {
    /// The value of a field for which HTTPTypes has no constant, or `nil` if it is missing.
    subscript(named name: String) -> String? {
        get { HTTPField.Name(name).flatMap { self[$0] } }
        set {
            if let name = HTTPField.Name(name) { self[name] = newValue }
        }
    }

    /// Returns the union of these fields and the given ones.
    ///
    /// If both contain a field, the value from these fields is used.
    func merging(_ fields: HTTPFields) -> HTTPFields {
        var merged = self
        for field in fields where !contains(field.name) { merged.append(field) }
        return merged
    }
}
