import Foundation
import TimelineCore
import TimelineCrypto

/// The token in every form, which proves that this server created the form for this visitor.
///
/// The token is the HMAC of a constant. The key is a secret that only the visitor's cookie
/// contains: the token of the session or, for a guest, random bytes. The server stores nothing, and
/// the form token does not reveal the secret (OWASP, Cross-Site Request Forgery Prevention,
/// "HMAC-based token pattern").
struct FormToken {
    /// The name of the header field that contains the token in requests by the script.
    static let header = "X-Form-Token"
    /// The number of random bytes in a guest's secret.
    static let secretLength = 32

    private static let message = Array("timeline-form".utf8)
    private let code: [UInt8]

    /// Creates the token for the given secret.
    init(secret: Data) {
        code = HMAC.code(of: Self.message, key: Array(secret))
    }

    /// The token in Base64.
    var text: String { Data(code).base64EncodedString() }

    /// Returns whether a string is equal to this token.
    ///
    /// The comparison takes constant time, to prevent timing attacks.
    func matches(_ text: String) -> Bool {
        guard let other = Data(base64Encoded: text) else { return false }
        return isEqualInConstantTime(code, Array(other))
    }
}
