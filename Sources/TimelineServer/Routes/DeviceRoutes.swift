import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import TimelineCore
import TimelinePages
import TimelineSync

/// The routes for syncing with others and with the user's own devices.
///
/// Everything that shows or uses the user's root key needs the password, whose attempts are
/// throttled like logins, and every response with a secret is `no-store`.
struct DeviceRoutes {
    /// The parts that all routes share.
    let site: Site
    /// The helper that adds routes for pages.
    let pages: PageRoutes
    /// The helper that adds routes for forms.
    let forms: FormRoutes

    private static let page = "/settings/sync"
    /// The number and interval of the checks with which a form waits for its sync to end.
    private static let patience = (count: 10, interval: Duration.milliseconds(200))

    /// Adds the routes to the router.
    func add() {
        pages.page("settings/sync") { session, scope in
            try await Self.page(for: session, in: scope)
        }
        // The addresses that browsers show after a fault.
        for path in [
            "devices/name", "devices/revoke", "devices/pair", "devices/identity", "sync/forget",
        ] {
            pages.router.get(RouterPath("settings/\(path)")) { _, context in
                _ = try context.visitor.requireSession()
                return Redirect(to: Self.page).response()
            }
        }
        pages.page("settings/follow") { _, scope in try await scope.pages().followLink() }
        pages.guestPage("invitation") { scope in try await scope.pages().invitation() }
        addSyncs()
        addDevices()
        addSecrets()
    }

    private static func page(
        for session: UserSession,
        in scope: RequestScope,
        faults: [FormError] = [],
        of form: DeviceForm? = nil,
        values: FormValues = [:]
    ) async throws -> HTML {
        let sync = scope.site.sync(of: session)
        let model = DevicesModel(
            devices: try await sync.devices()
                .map { device in
                    DevicesModel.Device(
                        id: device.id.description,
                        name: device.name,
                        addedAt: device.addedAt,
                        revokedAt: device.revokedAt,
                        isThis: device.isThis
                    )
                },
            sync: SyncModel(try await sync.status(), at: scope.site.environment.now()),
            run: scope.site.syncRuns.state(of: session.userID)
        )
        return try await scope.pages().devices(model, faults: faults, of: form, values: values)
    }

    private func correction(_ form: DeviceForm) -> FormRoutes.Correction {
        { submission, faults in
            try await Self.page(
                for: submission.scope.visitor.requireSession(),
                in: submission.scope,
                faults: faults,
                of: form,
                values: submission.form.values
            )
        }
    }

    // MARK: Syncs

    private func addSyncs() {
        forms.form("settings/sync", correction: correction(.sync)) { [site] session, submission in
            let peers = PeerSync(sync: site.sync(of: session))
            var places = try await peers.places()
            if let text = submission.form.filled(.address) {
                // The server prints its address with a trailing slash.
                let address = try PeerAddress(
                    parsing: text.hasSuffix("/") ? String(text.dropLast()) : text
                )
                guard address.scheme == .tcp || address.isServer else {
                    throw PairingError.invalidAddress
                }
                places = [address.description]
            }
            try site.syncRuns.start(places, for: session.userID, now: site.environment.now) {
                await peers.run($0)
            }
            await Self.waitForSync(of: session.userID, at: site)
            return try submission.answer(Done(), or: Self.page)
        }
        forms.form("settings/sync/forget") { [site] session, submission in
            try await PeerSync(sync: site.sync(of: session)).forget(submission.form[.address])
            return try submission.answer(Done(), or: Self.page)
        }
        forms.form("settings/follow") { submission, faults in
            try await submission.scope.pages()
                .followLink(submission.form[.link], faults: faults)
        } action: { [site] session, submission in
            let link = try Self.link(submission.form[.link])
            guard link.user != session.userID else { throw TimelineError.selfFollow }
            let now = UInt64(max(0, site.environment.now().timeIntervalSince1970 * 1000))
            guard !link.isExpired(at: now) else { throw RequestError.invitationExpired }
            let sync = site.sync(of: session)
            try await sync.follow(link)
            let places = link.addresses.filter { $0.scheme == .tcp || $0.isServer }
                .map(\.description)
            var confirmation = Confirmation.followed
            do throws(RequestError) {
                try site.syncRuns.start(
                    places,
                    for: session.userID,
                    isOneEnough: true,
                    now: site.environment.now
                ) {
                    await PeerSync(sync: sync).run($0, box: link.box)
                }
                await Self.waitForSync(of: session.userID, at: site)
            } catch .noPlaces {
                confirmation = .followedWithoutAddress
            } catch {
                // The user follows the person, whose posts the next sync fetches.
                confirmation = .followedForLater
            }
            return try submission.answer(Done(), or: Self.page, confirming: confirmation)
        }
    }

    /// Parses a link, or the address of the page that shows it.
    private static func link(_ text: String) throws -> InvitationLink {
        var text = text.filter { !$0.isWhitespace }
        if text.hasPrefix("http"), let mark = text.firstIndex(of: "#") {
            text = InvitationLink.prefix + text[mark...].dropFirst()
        }
        do throws(PairingError) {
            return try InvitationLink(parsing: text)
        } catch {
            throw RequestError.invalidLink
        }
    }

    /// Waits briefly, so that the outcome of a short sync is shown immediately.
    private static func waitForSync(of user: User.ID, at site: Site) async {
        for _ in 0..<patience.count {
            guard case .running = site.syncRuns.state(of: user) else { return }
            // If the wait is cancelled, it simply ends early.
            try? await site.environment.pause(patience.interval)
        }
    }

    // MARK: Devices

    private func addDevices() {
        forms.form("settings/devices/name", correction: correction(.name)) {
            [site] session, submission in
            let sync = site.sync(of: session)
            let device = try await sync.device(submission.form[.device])
            try await sync.setName(Self.name(submission.form), of: device.id)
            return try submission.answer(Done(), or: Self.page)
        }
        forms.form("settings/devices/revoke", correction: correction(.revoke)) {
            [site] session, submission in
            let sync = site.sync(of: session)
            let device = try await sync.device(submission.form[.device])
            // The owner of the store revokes this device with the command on another one.
            guard !device.isThis, device.revokedAt == nil else { throw RequestError.malformed }
            try await site.throttle.attempt(from: submission.scope.context.address) {
                try await sync.revokeDevice(
                    device.id,
                    password: Password(submission.form[.password])
                )
            }
            return try submission.answer(Done(), or: Self.page, confirming: .revoked)
        }
    }

    private static func name(_ form: Form) throws -> String? {
        guard let name = form.filled(.name) else { return nil }
        guard name.utf8.count <= PairingLimits.peerName,
            name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else { throw RequestError.invalidDeviceName }
        return name
    }

    // MARK: Secrets

    private func addSecrets() {
        forms.form("settings/devices/pair", correction: correction(.pair)) {
            [site] session, submission in
            let name = try Self.name(submission.form)
            let (file, code) = try await site.throttle.attempt(
                from: submission.scope.context.address
            ) {
                try await site.sync(of: session)
                    .pair(password: Password(submission.form[.password]), name: name)
            }
            let model = PairingModel(file: Data(file), code: code.text)
            return Response(try await submission.scope.pages().paired(model)).unstored()
        }
        forms.form("settings/devices/identity", correction: correction(.identity)) {
            [site] session, submission in
            let file = try await site.throttle.attempt(from: submission.scope.context.address) {
                try await site.sync(of: session)
                    .exportIdentity(password: Password(submission.form[.password]))
            }
            var response = Response(
                status: .ok,
                headers: [.contentType: "application/octet-stream"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: file))
            )
            let name = try await session.user().username.prefix { $0 != "~" }
            response.headers[.contentDisposition] =
                "attachment; filename=\"timeline-identity-\(name)\""
            return response.unstored()
        }
    }
}

extension Response {
    /// Returns the response with a secret, which must not be stored.
    fileprivate func unstored() -> Response {
        var response = self
        response.headers[.cacheControl] = "no-store"
        return response
    }
}

extension StoreSync {
    /// Returns the user's device with an ID from a form.
    fileprivate func device(_ id: String) async throws -> SyncDevice {
        let device = try await devices().first { $0.id.description == id }
        guard let device else { throw RequestError.malformed }
        return device
    }
}
