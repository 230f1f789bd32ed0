import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import TimelineCore
import TimelinePages
import TimelineSync

/// A helper that adds routes for forms to the router.
///
/// Every form goes through ``FormReader``, which checks its token.
struct FormRoutes {
    /// The parts that all routes share.
    let site: Site
    /// The router of the server.
    let router: Router<ServerContext>

    /// A function that returns the page with the form after an error, with the visitor's input and
    /// the faults.
    typealias Correction = @Sendable (Submission, [FormError]) async throws -> HTML

    /// Adds the route for a form that guests may submit.
    ///
    /// - Parameters:
    ///   - path: The path to which the form is submitted.
    ///   - limits: The limits for the form.
    ///   - correction: Returns the page with the form after an error, so that visitors can correct
    ///     it. If `correction` is `nil`, a separate page reports the error.
    ///   - action: Performs the action of a valid form.
    func guestForm(
        _ path: RouterPath,
        limits: FormLimits = .usual,
        correction: Correction? = nil,
        action: @escaping @Sendable (Submission) async throws -> Response
    ) {
        add(path, limits: limits, correction: correction, action: action)
    }

    /// Adds the route for a form that only logged-in users may submit.
    ///
    /// - Parameters:
    ///   - path: The path to which the form is submitted.
    ///   - limits: The limits for the form.
    ///   - correction: Returns the page with the form after an error, so that visitors can correct
    ///     it. If `correction` is `nil`, a separate page reports the error.
    ///   - action: Performs the action of a valid form.
    func form(
        _ path: RouterPath,
        limits: FormLimits = .usual,
        correction: Correction? = nil,
        action: @escaping @Sendable (UserSession, Submission) async throws -> Response
    ) {
        add(path, limits: limits, correction: correction) { submission in
            try await action(submission.scope.visitor.requireSession(), submission)
        }
    }

    private func add(
        _ path: RouterPath,
        limits: FormLimits,
        correction: Correction?,
        action: @escaping @Sendable (Submission) async throws -> Response
    ) {
        router.post(path) { [site] request, context in
            let form = try await site.forms.form(in: request, from: context.visitor, limits: limits)
            let scope = RequestScope(site: site, request: request, context: context)
            let submission = Submission(form: form, scope: scope)
            do {
                if let fault = form.fault { throw fault }
                return try await action(submission)
            } catch {
                guard let correction, !request.prefersJSON, Self.isRetryable(error) else {
                    throw error
                }
                let failure = ErrorReport(error, at: site.environment.now())
                var response = Response(
                    try await correction(submission, failure.faults),
                    status: failure.status
                )
                response.headers = response.headers.merging(failure.fields)
                return response
            }
        }
    }

    /// Returns whether the visitor can correct and resend the form after an error.
    private static func isRetryable(_ error: any Error) -> Bool {
        switch error {
        case TimelineError.notLoggedIn: false
        case is TimelineError, is FieldError, is FormFaults, PairingError.invalidAddress,
            PairingError.addressScheme,
            RequestError.tooManyAtOnce:
            true
        case let fault as RequestError: fault.field != nil
        default: false
        }
    }
}

/// A submitted form, with its request.
struct Submission: Sendable {
    /// The fields and files.
    let form: Form
    /// The request and its visitor.
    ///
    /// The body of the request has already been read.
    let scope: RequestScope

    /// Returns the response to the form: JSON for the script, otherwise a redirect to a page.
    ///
    /// - Parameters:
    ///   - value: The value to send to the script.
    ///   - path: The path of the page, unless the `next` field of the form contains another path.
    ///   - prefix: The start of the paths in `next` to which it does not redirect, if any.
    ///   - confirmation: The confirmation that the page shows, or `nil` if it shows none.
    /// - Returns: The response.
    /// - Throws: An `EncodingError`.
    func answer(
        _ value: some Encodable,
        or path: String,
        insteadOf prefix: String? = nil,
        confirming confirmation: Confirmation? = nil
    ) throws -> Response {
        guard !scope.request.prefersJSON else { return try JSONResponse.answer(value) }
        var next = form.filled(.next)
        if let prefix, next?.hasPrefix(prefix) == true { next = nil }
        let path = Redirect(toVisited: next, or: path).path
        return Redirect(to: confirmation?.added(to: path) ?? path).response()
    }
}

/// The response to the script if the form succeeded and the script needs no other data.
struct Done: Encodable {}
