import Foundation
import TimelineCore
import TimelinePages

/// A request of an app to act for a user (RFC 6749, section 4.1.1), which the user can allow.
///
/// Its app and address have been verified. The user is sent back only by their own decision, never
/// because of a fault: anyone can register an app with any address, and lead people to it through
/// this server (RFC 9700, section 4.11.2).
struct AuthorizationRequest: Sendable {
    /// The app.
    let app: RegisteredApp
    /// The address to which the user is sent back, or ``RegisteredApp/outOfBand``.
    let redirectURI: String
    /// What the app asks for, or `nil` if it asks for more than it may.
    let scopes: AppScopes?
    /// Whether the app receives the token itself in the address, as the Instagram API allows.
    let isImplicit: Bool
    /// The reason why the app must be refused, or `nil`.
    let fault: AuthorizationFault?
    private let state: String?
    private let challenge: String?

    /// Verifies a request.
    ///
    /// - Parameters:
    ///   - values: The parameters, each with the name of RFC 6749.
    ///   - site: The parts that all routes share.
    /// - Throws: ``OAuthError/unknownApp`` or `TimelineError.invalidRedirect`, after which the user
    ///   must not be sent anywhere.
    init(_ values: (FormField) -> String?, at site: Site) async throws {
        guard let id = values(.clientID), let app = try await site.guest.app(id) else {
            throw OAuthError.unknownApp
        }
        self.app = app
        let address =
            values(.redirectURI) ?? (app.redirectURIs.count == 1 ? app.redirectURIs[0] : "")
        guard app.redirectURIs.contains(address) else {
            throw TimelineError.invalidRedirect(address)
        }
        redirectURI = address
        state = values(.state)
        challenge = values(.codeChallenge)
        let asked = values(.scope)
        let instagram = InstagramScopes.scopes(asked)
        // Only apps that name scopes of the Instagram API receive tokens in addresses.
        isImplicit = values(.responseType) == "token" && asked != nil && instagram != nil
        let parsed = instagram ?? asked.flatMap { try? AppScopes(parsing: $0) }  // Reported below.
        scopes = parsed.flatMap { app.scopes.include($0) ? $0 : nil }
        let isKnownType = values(.responseType) == "code" || isImplicit
        let method = values(.codeChallengeMethod)
        if !isKnownType {
            fault = .responseType
        } else if scopes == nil {
            fault = .scope
        } else if challenge != nil && method != "S256" || challenge == nil && method != nil {
            fault = .challenge
        } else {
            fault = nil
        }
    }

    /// What the user allows, or `nil` if the app asks for more than it may.
    var grant: AuthorizationGrant? {
        scopes.map {
            AuthorizationGrant(
                app: app.id,
                redirectURI: redirectURI,
                scopes: $0,
                challenge: challenge
            )
        }
    }

    /// Returns the address to which the user is sent back, with the answer to the app.
    func answer(_ name: String, _ value: String) -> String {
        var pairs = [(name, value)]
        if let state { pairs.append(("state", state)) }
        let query = pairs.map { "\($0)=\(Link.encoded($1))" }.joined(separator: "&")
        if isImplicit { return "\(redirectURI)#\(query)" }
        return redirectURI + (redirectURI.contains("?") ? "&" : "?") + query
    }

    /// The address of the app to which the page sends the user back, or `nil` if it shows a code.
    var target: String? { redirectURI == RegisteredApp.outOfBand ? nil : redirectURI }

    /// The source of a content security policy that lets the form of the page send the user back
    /// to the app.
    var formTarget: String {
        let source = target.flatMap { AppRegistration.source(ofRedirect: $0) }
        return source.map { " \($0)" } ?? ""
    }
}
