import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import TimelineCore
import TimelinePages
import TimelineSync

/// The routes that devices use to sync, `/sync` and `/@<username>/sync`.
///
/// Devices have no cookies, so the router must add these routes before the middleware that opens
/// sessions. Pages of other sites cannot abuse them, because they do not have a device key.
struct SyncRoutes {
    /// The parts that all routes share.
    let site: Site

    /// The header field with the ID of an open session, in requests and responses.
    private static let sessionField = "Timeline-Session"

    /// Adds the routes to the router.
    func add(to router: some RouterMethods<ServerContext>) {
        for path in ["sync", "@{username}/sync"] as [RouterPath] {
            router.post(path) { request, context in
                try await response(to: request, context)
            }
        }
    }

    private func response(
        to request: Request,
        _ context: ServerContext
    ) async throws -> Response {
        let session = request.headers[named: Self.sessionField]
        let limit = site.responder.limit(ofRequestIn: session)
        guard let length = request.headers[.contentLength].flatMap({ Int($0) }) else {
            throw RequestError.lengthMissing
        }
        guard length <= limit else { throw RequestError.tooLarge(limit: limit) }
        let body = try await request.body.collect(upTo: limit)
        do {
            let answer = try await site.responder.answer(
                Array(body.readableBytesView),
                in: session,
                for: context.parameters.get("username")?.removingPercentEncoding,
                from: context.address ?? ""
            )
            var response = Response(
                status: .ok,
                headers: [
                    .contentType: "application/octet-stream", .cacheControl: "no-store",
                ],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.bytes))
            )
            response.headers[named: Self.sessionField] = answer.session
            return response
        } catch let refusal as SyncRequestError {
            return Response(status: refusal.status)
        }
    }
}

extension SyncRequestError {
    /// The status of the response.
    var status: HTTPResponse.Status {
        switch self {
        case .unknownUser: .notFound
        case .severalUsers: .multipleChoices
        case .unknownSession: .gone
        case .malformed: .badRequest
        case .busy: .serviceUnavailable
        }
    }
}
