import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import TimelinePages

/// Creates JSON responses, with sorted keys and ISO 8601 dates as in the output of the command-line
/// tool.
enum JSONResponse {
    /// Returns a response that contains the encoded value.
    ///
    /// - Throws: An `EncodingError`.
    static func answer(_ value: some Encodable) throws -> Response {
        response(.ok, body: try encoder.encode(value))
    }

    /// Returns the response that reports a failure as `{"error":{"code","message","field"}}`, where
    /// `field` may be missing.
    static func failure(_ failure: ErrorReport) -> Response {
        var report = ["code": failure.code, "message": failure.message]
        report["field"] = failure.field?.rawValue
        let error = ["error": report]
        // Encoding a dictionary of strings cannot fail.
        return response(failure.status, body: (try? encoder.encode(error)) ?? Data())
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
