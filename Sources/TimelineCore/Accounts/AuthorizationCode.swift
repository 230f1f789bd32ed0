package import Foundation
import TimelineCrypto

/// What a user has allowed an app, until the app exchanges a code for its token (RFC 6749,
/// section 4.1).
package struct AuthorizationGrant: Hashable, Sendable {
    /// The ID of the app.
    package let app: RegisteredApp.ID
    /// The address to which the user was sent back.
    package let redirectURI: String
    /// What the app may do.
    package let scopes: AppScopes
    /// The challenge that the app must answer (RFC 7636, `S256`), or `nil`.
    package let challenge: String?

    /// Creates a grant.
    package init(
        app: RegisteredApp.ID,
        redirectURI: String,
        scopes: AppScopes,
        challenge: String?
    ) {
        self.app = app
        self.redirectURI = redirectURI
        self.scopes = scopes
        self.challenge = challenge
    }

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

/// What an app presents in exchange for a token.
package struct CodeExchange: Sendable {
    /// The code.
    package let code: String
    /// The address to which the user was sent back.
    package let redirectURI: String?
    /// The answer to the challenge.
    package let verifier: String?

    /// Creates an exchange.
    package init(code: String, redirectURI: String?, verifier: String?) {
        self.code = code
        self.redirectURI = redirectURI
        self.verifier = verifier
    }

    /// How long a code is valid: ten minutes, in seconds (RFC 6749, section 4.1.2).
    package static let lifetime: TimeInterval = 600
}

/// A code as it is stored: all servers of a store see it, and each accepts it once.
struct StoredCode {
    enum State {
        /// The code has not been presented yet; the user has allowed the app in this session.
        case fresh(Session.ID)
        /// The code has been presented, and the app has received this session, if any.
        case spent(Session.ID?)
    }

    let grant: AuthorizationGrant
    let date: Date
    var state: State

    static let keyPrefix = "oauth-code/"

    /// Returns the key of a code, which contains only its hash.
    static func key(of code: String) -> String {
        keyPrefix + SHA256.hash(Array(code.utf8)).bytes.hexadecimal
    }

    /// Returns whether the code is valid at a date.
    ///
    /// The clock of the server that has made the code may be ahead of this one's.
    func isValid(at now: Date) -> Bool {
        (-TimeInterval(PushID.clockTolerance) / 1000..<CodeExchange.lifetime)
            .contains(now.timeIntervalSince(date))
    }
}

extension AccountReader {
    /// Returns what is stored for a code, or `nil` if nothing is.
    func authorizationCode(_ code: String) throws -> StoredCode? {
        try privateValue(forKey: StoredCode.key(of: code)).flatMap { StoredCode(stored: $0) }
    }
}

extension AccountWriter {
    /// Stores a code.
    func save(_ stored: StoredCode, for code: String) throws {
        try setPrivateValue(stored.stored, forKey: StoredCode.key(of: code))
    }

    /// Deletes codes that are no longer valid, among those that follow a new one.
    ///
    /// The codes are in the order of hashes and follow each other in a circle, so that new ones
    /// delete more than they add.
    func deleteStaleCodes(after code: String, at now: Date) throws {
        let (prefix, key, limit) = (StoredCode.keyPrefix, StoredCode.key(of: code), 50)
        var values = try privateValues(withPrefix: prefix, after: key, limit: limit)
        values += try privateValues(withPrefix: prefix, after: nil, limit: limit - values.count)
        for value in values where StoredCode(stored: value.bytes)?.isValid(at: now) != true {
            try setPrivateValue(nil, forKey: value.key)
        }
    }
}

extension StoredCode {
    /// Reads a stored code, or returns `nil` if it is malformed.
    fileprivate init?(stored bytes: [UInt8]) {
        do throws(RecordError) {
            var reader = CBORReader(bytes)
            try reader.array(of: 7)
            date = Date(millisecondsSince1970: try reader.milliseconds())
            grant = AuthorizationGrant(
                app: try reader.text(),
                redirectURI: try reader.text(),
                scopes: AppScopes(stored: try reader.text()),
                challenge: try reader.optional { reader throws(RecordError) in try reader.text() }
            )
            let isSpent = try reader.unsigned(atMost: 1) == 1
            let session = try reader.optional { reader throws(RecordError) in
                Session.ID(bytes: Data(try reader.byteString()))
            }
            try reader.finish()
            if isSpent {
                state = .spent(session)
            } else {
                guard let session else { return nil }
                state = .fresh(session)
            }
        } catch {
            return nil
        }
    }

    /// The encoded code, as it is stored.
    fileprivate var stored: [UInt8] {
        var writer = CBORWriter()
        writer.array(7)
        writer.write(date.millisecondsSince1970)
        writer.write(grant.app)
        writer.write(grant.redirectURI)
        writer.write(grant.scopes.text)
        writer.optional(grant.challenge) { $0.write($1) }
        let (isSpent, session): (UInt64, Session.ID?) =
            switch state {
            case .fresh(let session): (0, session)
            case .spent(let session): (1, session)
            }
        writer.write(isSpent)
        writer.optional(session) { $0.write(Array($1.bytes)) }
        return writer.bytes
    }
}
