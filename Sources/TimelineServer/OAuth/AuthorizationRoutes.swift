import Foundation
import HTTPTypes
import Hummingbird
import TimelineCore
import TimelinePages

/// The page on which a user lets an app act for them (RFC 6749, section 4.1).
///
/// It is a page like all others: it needs the cookie of a login, and its form needs the token of a
/// page.
struct AuthorizationRoutes {
    /// The parts that all routes share.
    let site: Site
    /// The helper that adds routes for pages.
    let pages: PageRoutes
    /// The helper that adds routes for forms.
    let forms: FormRoutes

    private static let path: RouterPath = "oauth/authorize"

    /// Adds the routes to the router.
    func add() {
        pages.router.get(Self.path) { [site] request, context in
            let scope = RequestScope(site: site, request: request, context: context)
            let user = try await scope.visitor.requireSession().user()
            let asked = try await AuthorizationRequest({ scope.query($0.rawValue) }, at: site)
            if let fault = asked.fault { return try await Self.refusal(asked, fault, scope) }
            let page = try await scope.pages()
                .authorize(Self.model(asked, as: user) { scope.query($0.rawValue) })
            return Self.response(page, asked)
        }
        forms.form(Self.path) { [site] session, submission in
            let form = submission.form
            let asked = try await AuthorizationRequest({ form.filled($0) }, at: site)
            if let fault = asked.fault {
                return try await Self.refusal(asked, fault, submission.scope)
            }
            guard form.filled(.decision) == AuthorizationModel.allow,
                let grant = asked.grant
            else { return Self.sendBack(asked, "error", "access_denied") }
            if asked.isImplicit {
                let token = try await session.startAppSession(
                    label: asked.app.name,
                    scopes: grant.scopes,
                    for: asked.app
                )
                return Self.sendBack(asked, "access_token", token.urlText)
            }
            let code = try await session.authorizationCode(for: grant)
            guard asked.target == nil else { return Self.sendBack(asked, "code", code) }
            let page = try await submission.scope.pages()
                .authorizationCode(code, for: asked.app.name)
            return Self.response(page, asked)
        }
    }

    private static func model(
        _ asked: AuthorizationRequest,
        as user: User,
        _ values: (FormField) -> String?
    ) -> AuthorizationModel {
        AuthorizationModel(
            app: asked.app.name,
            website: asked.app.website,
            target: asked.target,
            scopes: asked.scopes?.names ?? [],
            user: user,
            fields: AuthorizationModel.requestFields.compactMap { field in
                values(field).map { (field, $0) }
            }
        )
    }

    /// Returns the page that says why an app cannot act for the user.
    private static func refusal(
        _ asked: AuthorizationRequest,
        _ fault: AuthorizationFault,
        _ scope: RequestScope
    ) async throws -> Response {
        let page = try await scope.pages()
            .authorizationRefused(
                fault,
                for: asked.app.name,
                back: asked.target.flatMap { _ in
                    Link(web: asked.answer("error", fault.rawValue))
                }
            )
        return response(page, asked, status: .badRequest)
    }

    /// Returns a page that no other site can frame or receives the address of.
    private static func response(
        _ page: HTML,
        _ asked: AuthorizationRequest,
        status: HTTPResponse.Status = .ok
    ) -> Response {
        var response = Response(page, status: status)
        response.headers[.contentSecurityPolicy] = SecurityHeadersMiddleware.contentPolicy
            .replacing("form-action 'self'", with: "form-action 'self'\(asked.formTarget)")
        response.headers[named: "Referrer-Policy"] = "no-referrer"
        response.headers[.cacheControl] = PhotoCaching.never
        return response
    }

    private static func sendBack(
        _ asked: AuthorizationRequest,
        _ name: String,
        _ value: String
    ) -> Response {
        guard asked.target != nil else { return Redirect(to: "/").response() }
        var response = Response(
            status: .seeOther,
            headers: [
                .location: asked.answer(name, value), .cacheControl: PhotoCaching.never,
            ]
        )
        response.headers[named: "Referrer-Policy"] = "no-referrer"
        return response
    }
}
