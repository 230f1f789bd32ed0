package import Foundation
import TimelineCrypto

/// An app that has introduced itself to a server, so that users can let it act for them (RFC 7591).
///
/// Anyone can register an app, so its name and address prove nothing.
package struct RegisteredApp: Identifiable, Hashable, Sendable {
    /// The public ID of the app, 32 hexadecimal digits.
    package let id: String
    /// The name that the app has given itself.
    package let name: String
    /// The address of the app's website, or `nil` if it has none.
    package let website: String?
    /// The addresses to which a user may be sent back, compared character by character.
    package let redirectURIs: [String]
    /// The most that the app may ask for.
    package let scopes: AppScopes
    /// The SHA-256 digest of the app's secret.
    let secretDigest: [UInt8]
    /// The date of the registration.
    package let createdAt: Date
    /// Whether a user has logged in with the app.
    package internal(set) var isUsed = false

    /// The redirect address with which the server shows the code for the user to copy.
    package static let outOfBand = "urn:ietf:wg:oauth:2.0:oob"
    /// The time after which an unused app is removed: a day, in seconds.
    static let idleLimit: TimeInterval = 86_400
    /// The maximum number of registered apps that nobody has used.
    ///
    /// If it is exceeded, the oldest is removed, so nobody can stop others from registering an app
    /// and logging in with it at once.
    static let unusedLimit = 2000

    /// Returns whether a text is the app's secret.
    ///
    /// The comparison takes constant time.
    package func hasSecret(_ secret: String) -> Bool {
        isEqualInConstantTime(Self.digest(secret), secretDigest)
    }

    /// The token of the app itself, which has the rights of a guest.
    ///
    /// It follows from the registration, so the server stores none.
    package var guestToken: String {
        let code = HMAC.code(of: Array("guest".utf8), key: secretDigest)
        return "\(id).\(code.map { String(format: "%02x", Int($0)) }.joined())"
    }

    fileprivate static func digest(_ secret: String) -> [UInt8] {
        SHA256.hash(Array(secret.utf8)).bytes
    }
}

/// The data with which an app registers.
package struct AppRegistration: Sendable {
    /// The name of the app.
    package var name: String
    /// The address of the app's website.
    package var website: String?
    /// The redirect addresses.
    package var redirectURIs: [String]
    /// The most that the app will ask for.
    package var scopes: AppScopes

    /// Creates a registration.
    package init(
        name: String,
        website: String? = nil,
        redirectURIs: [String],
        scopes: AppScopes = .usual
    ) {
        self.name = name
        self.website = website
        self.redirectURIs = redirectURIs
        self.scopes = scopes
    }

    /// The schemes of addresses that browsers would run or read from a disk.
    private static let refusedSchemes: Set<String> = [
        "about", "blob", "data", "file", "filesystem", "javascript", "vbscript", "view-source",
    ]

    /// Returns whether users may be sent to an address: it has a scheme that only opens an app or a
    /// website, a host if it is a website's, and no fragment (RFC 6749, section 3.1.2).
    static func accepts(redirect address: String) -> Bool {
        if address == RegisteredApp.outOfBand { return true }
        return address.utf8.count <= 2000 && address.utf8.allSatisfy { 0x21...0x7E ~= $0 }
            && !address.contains { "#\"<>\\^`{|}".contains($0) }
            && source(ofRedirect: address) != nil
    }

    /// Returns the source with which a content security policy permits an address: the scheme and
    /// the host of a website, otherwise the scheme.
    ///
    /// It is a part of the address, letter by letter, and contains only what schemes (RFC 3986,
    /// section 3.1), names and IP addresses consist of, so it cannot add anything to the policy.
    ///
    /// - Returns: The source, or `nil` if no user may be sent to the address.
    package static func source(ofRedirect address: String) -> Substring? {
        let website =
            /(?i:https?):\/\/([A-Za-z0-9.\-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?(?=[\/?]|$)/
        guard let scheme = address.prefixMatch(of: /[A-Za-z][A-Za-z0-9+.\-]*:/)?.output else {
            return nil
        }
        let name = scheme.dropLast().lowercased()
        guard name != "http", name != "https" else {
            return address.prefixMatch(of: website)?.output.0
        }
        return refusedSchemes.contains(name) ? nil : scheme
    }

    /// Checks the registration.
    ///
    /// - Throws: ``TimelineError/invalidText(_:)``, or
    ///   ``TimelineError/invalidRedirect(_:)`` if an address is refused or there is none.
    func validate() throws(TimelineError) {
        try TextField.appName.check(name)
        try TextField.url.check(website)
        guard (1...20).contains(redirectURIs.count) else { throw .invalidRedirect("") }
        for address in redirectURIs where !Self.accepts(redirect: address) {
            throw .invalidRedirect(address)
        }
    }
}

extension AccountReader {
    /// Returns the app with an ID, or `nil` if none is registered.
    func app(_ id: String) throws -> RegisteredApp? {
        try privateValue(forKey: RegisteredApp.key(of: id)).flatMap(RegisteredApp.init(stored:))
    }
}

extension AccountWriter {
    /// Stores an app, and removes those that nobody has used within a day, or the oldest of them
    /// if there are too many.
    ///
    /// - Throws: A storage error.
    func insert(_ app: RegisteredApp, unusedLimit: Int = RegisteredApp.unusedLimit) throws {
        var unused: [(key: String, date: Date)] = []
        var old: [String] = []
        try forEachPrivateValue(withPrefix: RegisteredApp.keyPrefix) { value in
            guard let other = RegisteredApp(stored: value.bytes), !other.isUsed else { return true }
            if app.createdAt.timeIntervalSince(other.createdAt) > RegisteredApp.idleLimit {
                old.append(value.key)
            } else {
                unused.append((value.key, other.createdAt))
            }
            return true
        }
        if unused.count >= unusedLimit,
            let oldest = unused.min(by: { $0.date < $1.date })
        {
            old.append(oldest.key)
        }
        for key in old { try setPrivateValue(nil, forKey: key) }
        try save(app)
    }

    /// Stores that a user has logged in with an app.
    func markUsed(_ app: RegisteredApp) throws {
        guard var stored = try self.app(app.id), !stored.isUsed else { return }
        stored.isUsed = true
        try save(stored)
    }

    private func save(_ app: RegisteredApp) throws {
        try setPrivateValue(app.stored, forKey: RegisteredApp.key(of: app.id))
    }
}

extension RegisteredApp {
    fileprivate static let keyPrefix = "app/"

    fileprivate static func key(of id: String) -> String { keyPrefix + id }

    /// Creates an app from a registration, with a new ID and secret.
    init(_ registration: AppRegistration, secret: String, in environment: TimelineEnvironment) {
        let id = environment.randomBytes(16).map { String(format: "%02x", Int($0)) }.joined()
        self.init(
            id: id,
            name: registration.name,
            website: registration.website,
            redirectURIs: registration.redirectURIs,
            scopes: registration.scopes,
            secretDigest: Self.digest(secret),
            createdAt: environment.now()
        )
    }

    /// Reads a stored app.
    ///
    /// Returns `nil` if it is malformed.
    fileprivate init?(stored bytes: [UInt8]) {
        do throws(RecordError) {
            var reader = CBORReader(bytes)
            try reader.array(of: 8)
            let id = try reader.text()
            let name = try reader.text()
            let website = try reader.optional { reader throws(RecordError) in try reader.text() }
            var redirectURIs: [String] = []
            for _ in 0..<(try reader.array()) { redirectURIs.append(try reader.text()) }
            self.init(
                id: id,
                name: name,
                website: website,
                redirectURIs: redirectURIs,
                scopes: AppScopes(stored: try reader.text()),
                secretDigest: Array(try reader.byteString()),
                createdAt: Date(millisecondsSince1970: try reader.milliseconds()),
                isUsed: try reader.unsigned(atMost: 1) == 1
            )
            try reader.finish()
        } catch {
            return nil
        }
    }

    /// The encoded app, as it is stored.
    fileprivate var stored: [UInt8] {
        var writer = CBORWriter()
        writer.array(8)
        writer.write(id)
        writer.write(name)
        writer.optional(website) { $0.write($1) }
        writer.array(redirectURIs.count)
        for address in redirectURIs { writer.write(address) }
        writer.write(scopes.text)
        writer.write(secretDigest)
        writer.write(createdAt.millisecondsSince1970)
        writer.write(UInt64(isUsed ? 1 : 0))
        return writer.bytes
    }
}
