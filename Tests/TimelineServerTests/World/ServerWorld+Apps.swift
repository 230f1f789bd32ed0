import Foundation
import HTTPTypes
import NIOCore
import Testing
import TimelineCore
import TimelineTestSupport

@testable import TimelineServer

/// An app that a user has allowed to act for them.
struct TestApp: Sendable {
    let token: Session.Token

    /// The header fields of the app's calls.
    var fields: HTTPFields { [.authorization: "Bearer \(token.urlText)"] }

    /// The header fields of the app's calls with a form.
    var formFields: HTTPFields {
        var fields = fields
        fields[.contentType] = "application/x-www-form-urlencoded"
        return fields
    }
}

extension ServerWorld {
    /// Returns an app with the given scopes.
    func app(
        of login: Login,
        _ scopes: String = "read write follow"
    ) async throws -> TestApp {
        let token = try await login.session
            .startAppSession(label: "test", scopes: AppScopes(parsing: scopes))
        return TestApp(token: token)
    }
}

extension TestResponse {
    /// The body as JSON.
    var json: JSON {
        get throws { JSON(try JSONSerialization.jsonObject(with: Data(body.readableBytesView))) }
    }

    /// The status that the response must have; records an issue with the body otherwise.
    func expect(
        _ status: HTTPResponse.Status,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> TestResponse {
        #expect(
            self.status == status,
            Comment(rawValue: String(buffer: body)),
            sourceLocation: sourceLocation
        )
        return self
    }
}

/// A JSON value, whose missing members are null.
struct JSON {
    let value: Any

    init(_ value: Any) { self.value = value }

    subscript(name: String) -> JSON {
        JSON((value as? [String: Any])?[name] ?? NSNull())
    }

    subscript(index: Int) -> JSON {
        guard let array = value as? [Any], array.indices.contains(index) else {
            return JSON(NSNull())
        }
        return JSON(array[index])
    }

    var array: [JSON] { ((value as? [Any]) ?? []).map(JSON.init) }
    var text: String? { value as? String }
    var number: Int? { (value as? NSNumber)?.intValue }
    var isTrue: Bool? { value as? Bool }
    var isNull: Bool { value is NSNull }
    var names: Set<String> { Set(((value as? [String: Any]) ?? [:]).keys) }
}
