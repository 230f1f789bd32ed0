import Foundation
import HTTPTypes
import Hummingbird
import TimelineCore
import TimelinePages
import TimelineSync

/// The routes for the settings of the user and of the browser.
struct SettingsRoutes {
    /// The parts that all routes share.
    let site: Site
    /// The helper that adds routes for pages.
    let pages: PageRoutes
    /// The helper that adds routes for forms.
    let forms: FormRoutes

    private static let page = "/settings"

    /// Adds the routes to the router.
    func add() {
        pages.page("settings") { session, scope in
            try await Self.settings(for: session, in: scope)
        }
        addProfile()
        addPassword()
        addDeletion()
        forms.form("settings/appearance") { [site] _, submission in
            let form = submission.form
            let cookies = site.cookies.preferences.cookies(
                theme: Theme(rawValue: form[.theme]) ?? .device,
                hasShortcuts: form.filled(.shortcuts) != nil
            )
            var response = try submission.answer(Done(), or: Self.page)
            response.headers.append(contentsOf: cookies)
            return response
        }
        forms.form("settings/sessions") { session, submission in
            try await session.end(submission.form[.session])
            return try submission.answer(Done(), or: Self.page, confirming: .sessions)
        }
        // The addresses of forms, which have no pages of their own.
        pages.router.get("settings/appearance") { _, _ in Redirect(to: Self.page).response() }
        pages.router.get("settings/sessions") { _, _ in Redirect(to: Self.page).response() }
    }

    private static func settings(
        for session: UserSession,
        in scope: RequestScope,
        faults: [FormError] = []
    ) async throws -> HTML {
        let site = scope.site
        let model = SettingsModel(
            email: try await session.email()?.text ?? "",
            sessions: try await session.sessions(),
            current: session.id,
            summary: try await session.summary(),
            sync: SyncModel(
                try await site.sync(of: session).status(),
                at: site.environment.now()
            ),
            muted: try await session.mutedUsers(),
            blocked: try await session.blockedUsers(),
            transfer: await site.transfers.importState(of: session.userID)
        )
        return try await scope.pages().settings(model, faults: faults)
    }

    private func addProfile() {
        pages.page("settings/profile") { _, scope in try await scope.pages().editProfile() }
        forms.form("settings/profile", limits: .avatar) { submission, faults in
            try await submission.scope.pages()
                .editProfile(values: submission.form.values, faults: faults)
        } action: { [site] session, submission in
            let form = submission.form
            let profile = try await session.updateProfile(
                form.profileUpdate(),
                reading: site.forms.photos(of: form).first
            )
            return try submission.answer(Done(), or: "/@\(profile.user.username)")
        }
    }

    private func addPassword() {
        forms.form("settings/password") { submission, faults in
            let session = try submission.scope.visitor.requireSession()
            return try await Self.settings(for: session, in: submission.scope, faults: faults)
        } action: { [site] session, submission in
            let form = submission.form
            try await site.throttle.attempt(from: submission.scope.context.address) {
                do {
                    try await session.changePassword(
                        from: Password(form[.password]),
                        to: Password(form[.newPassword])
                    )
                } catch TimelineError.passwordRefused(let fault) {
                    throw FieldError(field: .newPassword, error: .passwordRefused(fault))
                }
            }
            return try submission.answer(Done(), or: Self.page, confirming: .password)
        }
        // The address that browsers show after a rejected change.
        pages.page("settings/password") { session, scope in
            try await Self.settings(for: session, in: scope)
        }
    }

    private func addDeletion() {
        pages.page("settings/delete") { session, scope in
            try await scope.pages().deleteAccount(try await session.summary())
        }
        forms.form("settings/delete") { submission, faults in
            let session = try submission.scope.visitor.requireSession()
            return try await submission.scope.pages()
                .deleteAccount(try await session.summary(), faults: faults)
        } action: { [site] session, submission in
            try await site.throttle.attempt(from: submission.scope.context.address) {
                try await session.deleteAccount(password: Password(submission.form[.password]))
            }
            site.transfers.forget(session.userID)
            // The account is deleted, even if the peers cannot be read.
            let isUnsynced = (try? await site.mustTellDeletion(of: session)) ?? false
            let note: LoginNote = isUnsynced ? .unsynced : .deleted
            return Redirect(to: "/login?\(LoginNote.parameter)=\(note.rawValue)")
                .response(ending: site.cookies.session)
        }
    }
}

extension Form {
    /// Returns the changes to a profile.
    ///
    /// Fields that the form does not contain remain unchanged.
    fileprivate func profileUpdate() throws(TimelineError) -> ProfileUpdate {
        var update = ProfileUpdate()
        if let username = filled(.username) { update.username = try Username(username) }
        update.displayName = change(of: .name)
        update.bio = change(of: .bio)
        update.url = change(of: .url)
        if filled(.removePhoto) != nil { update.avatar = .cleared }
        return update
    }

    private func change(of field: FormField) -> ProfileUpdate.Field<String>? {
        guard !all(field).isEmpty else { return nil }
        return filled(field).map { .set($0) } ?? .cleared
    }
}

extension SyncModel {
    /// Creates the model of a state, with the same sentences as `timeline sync status`.
    init(_ status: SyncStatus, at now: Date, in timeZone: TimeZone = .current) {
        let home = ProcessInfo.processInfo.environment["HOME"]
        let lastSync = status.distinctPeers.compactMap(\.lastSync).max()
        let missing = status.missing(now: now, in: timeZone)
        self.init(
            peers: status.distinctPeers.map { peer in
                Peer(
                    title: status.title(of: peer, home: home),
                    state: peer.states(now: now, in: timeZone).joined(separator: ". "),
                    place: peer.target
                )
            },
            hasPlaces: status.peers.contains { $0.target != nil },
            sentences: (lastSync.map { [ServerText.lastSync($0, now: now, in: timeZone)] } ?? [])
                + (missing.isEmpty
                    ? [SyncText.everythingIsHere] : missing.map(ServerText.missing))
                + status.leftOut(in: timeZone),
            reminders: [status.clockWarning, status.keyWarning].compactMap(\.self)
                + (status.isIdentityExported ? [] : [ServerText.exportReminder])
        )
    }
}

extension UserSession {
    /// Ends the session with the given hexadecimal ID, or all other sessions if `text` is `others`.
    fileprivate func end(_ text: String) async throws {
        guard text != "others" else { return try await revokeOtherSessions() }
        let session = try await sessions().first { $0.id.hexadecimal == text }
        guard let session else { throw RequestError.malformed }
        try await revoke(session.id)
    }
}
