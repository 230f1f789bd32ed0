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

/// The routes for invitations.
struct InvitationRoutes {
    /// The parts that all routes share.
    let site: Site
    /// The helper that adds routes for pages.
    let pages: PageRoutes
    /// The helper that adds routes for forms.
    let forms: FormRoutes

    /// Adds the routes to the router.
    func add() {
        pages.page("settings/invite") { session, scope in
            try await scope.pages().invite(address: try await scope.address(of: session))
        }
        forms.form("settings/invite") { submission, fault in
            try await submission.scope.pages()
                .invite(address: submission.form[.address], faults: [fault])
        } action: { [site] session, submission in
            let address = submission.form.filled(.address)
            let addresses = try address.map { [try PeerAddress(parsing: $0)] } ?? []
            let link = try await site.sync(of: session).invite(at: addresses)
            let invitation = InvitationModel(
                link: link.description,
                expiresAt: Date(timeIntervalSince1970: Double(link.expiry) / 1000),
                hasAddress: !addresses.isEmpty
            )
            var response = Response(
                try await submission.scope.pages().invite(invitation, address: address ?? "")
            )
            // The link contains a secret, so it must not be cached.
            response.headers[.cacheControl] = "no-store"
            return response
        }
    }
}

extension RequestScope {
    /// Returns the address at which other machines can reach this server, or an empty string if
    /// they cannot.
    fileprivate func address(of session: UserSession) async throws -> String {
        let settings = site.settings
        guard !settings.isLoopback, let authority = request.head.authority else { return "" }
        return "\(settings.scheme)://\(authority)/@\(try await session.user().username)"
    }
}
