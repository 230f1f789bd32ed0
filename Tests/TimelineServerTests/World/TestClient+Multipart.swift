import Foundation
import HTTPTypes
import NIOCore

@testable import TimelineServer

/// The body of a form with files.
struct MultipartBody {
    private(set) var bytes = Data()

    /// The boundary between the parts.
    static let boundary = "----boundary"

    /// Returns the body with one more text field.
    func field(_ name: String, _ text: String) -> MultipartBody {
        part("name=\"\(name)\"", Data(text.utf8))
    }

    /// Returns the body with one more file.
    func file(_ name: String, _ fileName: String, _ content: Data) -> MultipartBody {
        part("name=\"\(name)\"; filename=\"\(fileName)\"", content)
    }

    private func part(_ parameters: String, _ content: Data) -> MultipartBody {
        var body = self
        let head = "--\(Self.boundary)\r\nContent-Disposition: form-data; \(parameters)\r\n\r\n"
        body.bytes += Data(head.utf8) + content + Data("\r\n".utf8)
        return body
    }
}

extension TestClient {
    /// Submits a form with files.
    func post(
        _ uri: String,
        _ fields: HTTPFields,
        _ body: MultipartBody
    ) async throws -> TestResponse {
        var fields = fields
        fields[.contentType] = "multipart/form-data; boundary=\(MultipartBody.boundary)"
        let end = Data("--\(MultipartBody.boundary)--\r\n".utf8)
        return try await post(uri, fields, ByteBuffer(bytes: body.bytes + end))
    }
}
