import Foundation
import TimelineCore
import TimelineCrypto

/// What a user has allowed an app, until the app fetches its token.
struct AuthorizationGrant: Sendable {
    /// The ID of the app.
    let app: RegisteredApp.ID
    /// The address to which the user was sent back.
    let redirectURI: String
    /// What the app may do.
    let scopes: AppScopes
    /// The challenge that the app must answer (RFC 7636, `S256`), or `nil`.
    let challenge: String?
    /// The session in which the user has allowed it, which may have ended since.
    let session: UserSession

    /// Returns whether an app answers the challenge.
    func isAnswered(by verifier: String?) -> Bool {
        // An answer without a challenge shows that somebody has removed the challenge (RFC 9700,
        // section 2.1.1).
        guard let challenge else { return verifier == nil }
        guard let verifier, (43...128).contains(verifier.utf8.count) else { return false }
        let digest = Data(SHA256.hash(Array(verifier.utf8)).bytes).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        return isEqualInConstantTime(Array(digest.utf8), Array(challenge.utf8))
    }
}

/// The codes that apps exchange for tokens, each once.
///
/// They are in memory: after a restart, the app asks the user again.
final class AuthorizationCodes: Sendable {
    /// How long a code is valid: ten minutes, in seconds (RFC 6749, section 4.1.2).
    static let lifetime: TimeInterval = 600
    /// The maximum number of codes.
    ///
    /// If it is exceeded, the oldest is removed.
    static let limit = 1000

    private struct Entry {
        var grant: AuthorizationGrant?
        /// The token that the app has received for the code.
        var token: (token: Session.Token, app: RegisteredApp.ID)?
        /// Whether the code was presented again before the app has received its token.
        var isRepeated = false
        let date: Date
    }

    private let entries = Lock<[[UInt8]: Entry]>([:])

    /// Stores a grant and returns its code.
    func insert(_ grant: AuthorizationGrant, in environment: TimelineEnvironment) -> String {
        let code = Session.Token(environment: environment).urlText
        let now = environment.now()
        entries.withLock { entries in
            entries = entries.filter { Self.isValid($0.value, at: now) }
            if entries.count >= Self.limit,
                let oldest = entries.min(by: { $0.value.date < $1.value.date })
            {
                entries[oldest.key] = nil
            }
            entries[Self.key(code)] = Entry(grant: grant, date: now)
        }
        return code
    }

    /// Takes the grant of a code out.
    ///
    /// - Returns: The grant, or `nil` if the code is not valid; and the token that another app has
    ///   already received for the code, which must then end: one of the two has stolen it.
    func take(
        _ code: String,
        at now: Date
    ) -> (grant: AuthorizationGrant?, stolen: (token: Session.Token, app: RegisteredApp.ID)?) {
        entries.withLock { entries in
            let key = Self.key(code)
            guard let entry = entries[key], Self.isValid(entry, at: now) else { return (nil, nil) }
            entries[key]?.grant = nil
            entries[key]?.isRepeated = entry.grant == nil
            return (entry.grant, entry.token)
        }
    }

    /// Notes the token that an app receives for a code.
    ///
    /// - Returns: Whether the code has not been presented again meanwhile. Otherwise, the token must
    ///   end.
    func note(_ token: Session.Token, of app: RegisteredApp.ID, for code: String) -> Bool {
        entries.withLock { entries in
            let key = Self.key(code)
            entries[key]?.token = (token, app)
            return entries[key]?.isRepeated != true
        }
    }

    private static func isValid(_ entry: Entry, at now: Date) -> Bool {
        (0..<lifetime).contains(now.timeIntervalSince(entry.date))
    }

    private static func key(_ code: String) -> [UInt8] { SHA256.hash(Array(code.utf8)).bytes }
}
