#if Server
import Crypto
import Foundation

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

    private static let message = Data("timeline-form".utf8)
    private let code: Data

    /// Creates the token for the given secret.
    init(secret: Data) {
        let key = SymmetricKey(data: secret)
        code = Data(HMAC<SHA256>.authenticationCode(for: Self.message, using: key))
    }

    /// The token in Base64.
    var text: String { code.base64EncodedString() }

    /// Returns whether a string is equal to this token.
    ///
    /// The comparison takes constant time, to prevent timing attacks.
    func matches(_ text: String) -> Bool {
        guard let other = Data(base64Encoded: text), other.count == code.count else { return false }
        return zip(code, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
#endif
