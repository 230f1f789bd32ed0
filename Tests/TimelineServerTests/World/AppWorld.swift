import Foundation
import HTTPTypes
import NIOCore
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineServer

/// A server with two users and an app.
struct AppWorld {
    let site: ServerWorld
    let leia: Login
    let han: Login
    let app: RegisteredApp
    let secret: String

    /// The redirect address of the app.
    static let redirect = "http://photos.example/callback"

    init(_ configure: (inout ServerSettings) -> Void = { _ in }) async throws {
        site = try ServerWorld(configure)
        leia = try await site.world.signUp("leia")
        han = try await site.world.signUp("han")
        let registration = AppRegistration(
            name: "Old App",
            redirectURIs: [Self.redirect],
            scopes: try AppScopes(parsing: "read write follow")
        )
        (app, secret) = try await site.world.guest.register(registration)
    }

    /// Returns a token with which the app acts for a user.
    func token(of login: Login, _ scopes: String = "read write follow") async throws -> String {
        let scopes = try AppScopes(parsing: scopes)
        return try await login.session.startAppSession(label: "Old App", scopes: scopes, for: app)
            .urlText
    }

    /// Posts a photo of 900 × 600 pixels.
    func post(
        by login: Login,
        _ caption: String = "",
        place: Place? = nil
    ) async throws -> PostView {
        site.world.clock.advance(by: 1)
        let photo = PhotoFile(content: JPEGMaker.grey(width: 900, height: 600))
        return try await login.session.post([photo], caption: caption, place: place)
    }

    /// Makes a call.
    func call(
        _ method: HTTPRequest.Method = .get,
        _ path: String,
        body: String = "",
        _ fields: HTTPFields = [:]
    ) async throws -> AppAnswer {
        let head = HTTPRequest(
            method: method,
            scheme: "http",
            authority: "localhost",
            path: path,
            headerFields: fields
        )
        let response = try await TestClient(site.server)
            .respond(to: head, ByteBuffer(string: body))
        let value = try? JSONSerialization.jsonObject(with: Data(response.body.readableBytesView))
        return AppAnswer(
            status: response.status.code,
            headers: response.headers,
            body: response.body,
            json: JSONValue(value)
        )
    }

    /// Returns the file at an address of this server, fetched without any credential.
    func file(at address: String) async throws -> (status: Int, content: Data) {
        let start = "http://localhost"
        guard address.hasPrefix(start) else { return (0, Data()) }
        let answer = try await call(.get, String(address.dropFirst(start.count)))
        return (answer.status, Data(answer.body.readableBytesView))
    }
}

/// The response to the call of an app.
struct AppAnswer {
    let status: Int
    let headers: HTTPFields
    let body: ByteBuffer
    let json: JSONValue

    /// The data in the envelope of the Instagram API.
    var data: JSONValue { json["data"] }
    /// The name of the error in the envelope of the Instagram API.
    var errorType: String? { json["meta"]["error_type"].text }
}

/// A decoded JSON value, of which a test names all members.
struct JSONValue: Equatable {
    let value: NSObject?

    init(_ value: Any?) { self.value = value as? NSObject }

    /// The member of an object, which has no value if it is missing.
    subscript(name: String) -> JSONValue { JSONValue((value as? [String: Any])?[name]) }

    var isNull: Bool { value is NSNull }
    var text: String? { value as? String }
    var number: Double? { (value as? NSNumber)?.doubleValue }
    var int: Int? { (value as? NSNumber)?.intValue }
    var isTrue: Bool? { value as? Bool }
    var list: [JSONValue] { (value as? [Any] ?? []).map { JSONValue($0) } }
    /// The names of all members, in order.
    var names: [String] { (value as? [String: Any] ?? [:]).keys.sorted() }
}
