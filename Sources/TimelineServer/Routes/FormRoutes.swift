#if Server
import Hummingbird
import TimelineCore
import TimelinePages

/// Adds the routes of forms: every form passes ``FormReader``, which checks its token.
struct FormRoutes {
    /// The server.
    let site: Site
    /// The router of all routes.
    let router: Router<ServerContext>

    /// Shows a form again, with the texts of the visitor and the fault.
    typealias Correction = @Sendable (Submission, FormFault) async throws -> HTML

    /// Adds a form that guests may send.
    ///
    /// - Parameters:
    ///   - path: the path of the form's address.
    ///   - correction: shows the form again after an error.
    ///   - action: carries out a valid form.
    func guestForm(
        _ path: RouterPath,
        correction: Correction? = nil,
        _ action: @escaping @Sendable (Submission) async throws -> Response
    ) {
        add(path, limits: .usual, correction: correction, action)
    }

    /// Adds a form of logged-in users.
    ///
    /// - Parameters:
    ///   - path: the path of the form's address.
    ///   - limits: the limits of the form.
    ///   - correction: shows the form again after an error; without it, the error has a page of its own.
    ///   - action: carries out a valid form.
    func form(
        _ path: RouterPath,
        limits: FormLimits = .usual,
        correction: Correction? = nil,
        _ action: @escaping @Sendable (UserSession, Submission) async throws -> Response
    ) {
        add(path, limits: limits, correction: correction) { submission in
            try await action(submission.visit.visitor.requireSession(), submission)
        }
    }

    private func add(
        _ path: RouterPath,
        limits: FormLimits,
        correction: Correction?,
        _ action: @escaping @Sendable (Submission) async throws -> Response
    ) {
        router.post(path) { [site] request, context in
            let form = try await site.forms.form(in: request, from: context.visitor, limits: limits)
            let visit = Visit(site: site, request: request, context: context)
            let submission = Submission(form: form, visit: visit)
            do {
                if let fault = form.fault { throw fault }
                return try await action(submission)
            } catch {
                guard let correction, !request.prefersJSON, Self.isRetryable(error) else {
                    throw error
                }
                let failure = Failure(error, at: site.environment.now())
                let fault = FormFault(failure.field, failure.message)
                var response = Response(
                    try await correction(submission, fault),
                    status: failure.status
                )
                response.headers = response.headers.merging(failure.fields)
                return response
            }
        }
    }

    /// Whether the form can be sent again after an error.
    private static func isRetryable(_ error: any Error) -> Bool {
        switch error {
        case TimelineError.notLoggedIn: false
        case is TimelineError, is FieldError, RequestFault.tooManyAtOnce: true
        default: false
        }
    }
}

/// A form that was sent, with its request.
struct Submission: Sendable {
    /// The fields and files.
    let form: Form
    /// The request and its visitor; the request's body has been read.
    let visit: Visit

    /// Answers with JSON to the script, and otherwise with a redirect to another page.
    ///
    /// - Parameters:
    ///   - value: the answer to the script.
    ///   - path: the page after the form, unless the form says `next`.
    /// - Returns: the response.
    /// - Throws: `EncodingError`.
    func answer(_ value: some Encodable, or path: String) throws -> Response {
        guard !visit.request.prefersJSON else { return try JSONResponse.answer(value) }
        return Redirect(toVisited: form.filled(.next), or: path).response()
    }
}

/// The answer to the script when it needs to know nothing else.
struct Done: Encodable {}
#endif
