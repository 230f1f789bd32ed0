#if Server
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

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
        guard let syncing = site.syncing else { return }
        for path in ["sync", "@{username}/sync"] as [RouterPath] {
            router.post(path) { request, context in
                try await Self.response(to: request, context, syncing)
            }
        }
    }

    private static func response(
        to request: Request,
        _ context: ServerContext,
        _ syncing: SyncAnswering
    ) async throws -> Response {
        let session = request.headers[named: sessionField]
        let limit = syncing.bodyLimit(session)
        guard let length = request.headers[.contentLength].flatMap({ Int($0) }) else {
            throw RequestFault.lengthMissing
        }
        guard length <= limit else { throw RequestFault.tooLarge(limit: limit) }
        let body = try await request.body.collect(upTo: limit)
        do {
            let answer = try await syncing.answer(
                SyncAnswering.Request(
                    session: session,
                    username: context.parameters.get("username")?.removingPercentEncoding,
                    address: context.address,
                    body: Array(body.readableBytesView)
                )
            )
            var response = Response(
                status: .ok,
                headers: [
                    .contentType: "application/octet-stream", .cacheControl: "no-store",
                ],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body))
            )
            response.headers[named: sessionField] = answer.session
            return response
        } catch let refusal as SyncAnswering.Refusal {
            return Response(status: refusal.status)
        }
    }
}

extension SyncAnswering.Refusal {
    /// The status of the response.
    fileprivate var status: HTTPResponse.Status {
        switch self {
        case .unknownUser: .notFound
        case .severalUsers: .multipleChoices
        case .unknownSession: .gone
        case .malformed: .badRequest
        case .busy: .serviceUnavailable
        }
    }
}
#endif
