import HTTPTypes
import Hummingbird
import TimelineCore
import TimelinePages

/// The routes for sign-up, login and logout.
struct AccountRoutes {
    /// The parts that all routes share.
    let site: Site
    /// The helper that adds routes for pages.
    let pages: PageRoutes
    /// The helper that adds routes for forms.
    let forms: FormRoutes

    /// Adds the routes to the router.
    func add() {
        addLogin()
        addSignUp()
        addJoining()
        forms.form("logout") { [site] session, submission in
            try await session.logOut()
            let next = submission.form.filled(.next).map { Redirect(toVisited: $0, or: "/").path }
            return Redirect(to: PageLinks()(.logIn(next: next)).text)
                .response(ending: site.cookies.session)
        }
    }

    private func addLogin() {
        pages.guestPage("login") { scope in
            let note = scope.note(LoginNote.parameter, LoginNote.init)
            return try await scope.pages()
                .logIn(
                    next: scope.query("next"),
                    note: note ?? (scope.visitor.hasEndedSession ? .ended : nil)
                )
        }
        forms.guestForm("login") { submission, faults in
            try await submission.scope.pages()
                .logIn(
                    values: submission.form.values,
                    faults: faults,
                    next: submission.form.filled(.next)
                )
        } action: { [site] submission in
            let form = submission.form
            let login = try await site.throttle.attempt(from: submission.scope.context.address) {
                try await site.guest.logIn(
                    email: form[.email],
                    password: Password(form[.password]),
                    label: submission.sessionLabel
                )
            }
            return try await submission.begin(login)
        }
    }

    /// Adds the routes with which a user of another store also gets an account in this one.
    ///
    /// Whoever may sign up may do this, and nobody else, because anybody can make such a file.
    private func addJoining() {
        pages.guestPage("join") { [site] scope in
            guard site.settings.allowsSignUp else { throw RequestError.signUpClosed }
            return try await scope.pages().join()
        }
        forms.guestForm("join", limits: .identity) { submission, faults in
            try await submission.scope.pages().join(faults: faults)
        } action: { [site] submission in
            guard site.settings.allowsSignUp else { throw RequestError.signUpClosed }
            let form = submission.form
            guard let file = form.files.first?.file.mappedContent() else {
                throw RequestError.identityRefused(.identity)
            }
            let login = try await site.throttle.attempt(from: submission.scope.context.address) {
                try await site.join(
                    Array(file),
                    code: form.filled(.code),
                    password: Password(form[.password]),
                    label: submission.sessionLabel
                )
            }
            return try await submission.begin(login)
        }
    }

    private func addSignUp() {
        pages.guestPage("signup") { [site] scope in
            guard site.settings.allowsSignUp else { throw RequestError.signUpClosed }
            return try await scope.pages().signUp()
        }
        forms.guestForm("signup") { submission, faults in
            try await submission.scope.pages()
                .signUp(values: submission.form.values, faults: faults)
        } action: { [site] submission in
            guard site.settings.allowsSignUp else { throw RequestError.signUpClosed }
            let form = submission.form
            let signUp = SignUp(
                email: form[.email],
                password: Password(form[.password]),
                username: form[.username],
                bio: form.filled(.bio),
                url: form.filled(.url)
            )
            let login = try await site.throttle.attempt(from: submission.scope.context.address) {
                let faults = try await site.guest.faults(of: signUp)
                guard faults.isEmpty else { throw FormFaults(errors: faults) }
                return try await site.guest.signUp(signUp, label: submission.sessionLabel)
            }
            return try await submission.begin(login)
        }
    }
}

extension Submission {
    /// Ends the browser's earlier session, if it has one, and returns a response that sets the
    /// cookie of the new session.
    fileprivate func begin(_ login: Login) async throws -> Response {
        try await scope.visitor.session?.logOut()
        return Redirect(toVisited: form.filled(.next), or: "/")
            .response(setting: [scope.site.cookies.session.setting(login.token.text)])
    }

    /// The label of the new session in the list of sessions.
    fileprivate var sessionLabel: String { SessionLabel(scope.request.headers[.userAgent]).text }
}
