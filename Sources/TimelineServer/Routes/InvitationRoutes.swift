import Foundation
import HTTPTypes
import Hummingbird
import TimelineCore
import TimelinePages
import TimelineSync

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
        forms.form("settings/invite") { submission, faults in
            try await submission.scope.pages()
                .invite(address: submission.form[.address], faults: faults)
        } action: { [site] session, submission in
            let address = submission.form.filled(.address)
            let addresses = try address.map { [try PeerAddress(parsing: $0)] } ?? []
            let link = try await site.sync(of: session).invite(at: addresses)
            let invitation = InvitationModel(
                link: link.description,
                expiresAt: Date(timeIntervalSince1970: Double(link.expiry) / 1000),
                hasAddress: !addresses.isEmpty,
                page: addresses.first(where: \.isServer).map { $0.page(of: link) }
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

extension PeerAddress {
    /// Returns the address of the page of this server that offers a link.
    ///
    /// The link is in the fragment, which browsers never send.
    fileprivate func page(of link: InvitationLink) -> String {
        let server = description.dropLast(path.utf8.count)
        return
            "\(server)/invitation#\(link.description.dropFirst(InvitationLink.prefix.utf8.count))"
    }
}

extension RequestScope {
    /// Returns the address at which other machines can reach this server, or an empty string if
    /// they cannot.
    fileprivate func address(of session: UserSession) async throws -> String {
        guard !site.settings.isPrivate else { return "" }
        return "\(site.base(of: request))/@\(try await session.user().username)"
    }
}
