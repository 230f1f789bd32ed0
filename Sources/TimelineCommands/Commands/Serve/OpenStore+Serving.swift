#if Server
import Foundation
import TimelineCore
import TimelineDevices
import TimelinePages
import TimelineServer
import TimelineSync

extension OpenStore {
    /// Serves the store until the process receives a signal to stop, and prints the address.
    ///
    /// - Parameters:
    ///   - settings: The settings of the server.
    ///   - notes: Paragraphs to print after the address.
    ///   - isOpening: Whether to open the browser.
    /// - Throws: `ServerError` if the server cannot start, or `TimelineError.storageFailed` if the
    ///   disk was not writable when the store was opened.
    func serve(
        _ settings: ServerSettings,
        notes: [String] = [],
        opening isOpening: Bool
    ) async throws {
        try context.repositories.requireLasting()
        let server = WebServer(
            guest: guest,
            renditions: try renditions.cache(),
            uploads: folder.uploads,
            settings: settings,
            machine: hostName(),
            environment: context.environment,
            syncing: syncing,
            syncPages: syncPages,
            transfer: transfer(acceptingEverybody: settings.isLoopback)
        )
        try await server.run { url in
            // Errors from printing are ignored, because the server should run even if its output is
            // closed.
            try? output.show(["url": url.absoluteString]) { layout in
                ([ServeText.listening(url.absoluteString)] + notes).flatMap { layout.paragraph($0) }
            }
            if isOpening { await SystemViewer.open(url) }
        }
    }

    /// The functions that respond to syncing devices.
    private var syncing: SyncAnswering {
        let responder = SyncResponder(owner: owner, partialBlobs: folder.incoming)
        return SyncAnswering { session in
            responder.limit(ofRequestIn: session)
        } answer: { request in
            do {
                let answer = try await responder.answer(
                    request.body,
                    in: request.session,
                    for: request.username,
                    from: request.address ?? ""
                )
                return SyncAnswering.Answer(session: answer.session, body: answer.bytes)
            } catch let refusal as SyncRefusal {
                throw SyncAnswering.Refusal(refusal)
            }
        } endSilent: {
            await responder.endSilentSessions()
        }
    }

    /// The functions that provide the sync state and invitations for the pages.
    private var syncPages: SyncPages {
        SyncPages { user in
            do {
                return SyncModel(try await sync(of: user).status(), in: context)
            } catch TimelineError.userHasNoAccount {
                return nil
            }
        } invite: { user, address in
            do {
                let addresses = try address.map { [try PeerAddress(parsing: $0)] } ?? []
                let link = try await sync(of: user).invite(at: addresses)
                return InvitationModel(
                    link: link.description,
                    expiresAt: Date(timeIntervalSince1970: Double(link.expiry) / 1000),
                    hasAddress: !addresses.isEmpty
                )
            } catch is PairingError {
                throw InvitationFault.invalidAddress
            }
        } mustTellLeaving: { user in
            try await StoreSync.mustTellLeaving(of: user, owner)
        }
    }
}

extension SyncAnswering.Refusal {
    /// Translates the reason why a request is rejected.
    fileprivate init(_ refusal: SyncRefusal) {
        switch refusal {
        case .unknownUser: self = .unknownUser
        case .severalUsers: self = .severalUsers
        case .unknownSession: self = .unknownSession
        case .malformed: self = .malformed
        case .busy: self = .busy
        }
    }
}
#endif
