import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import TimelineCore
import TimelineCrypto
import TimelineMedia
import TimelinePages

/// The addresses of photos for an app, which fetches them without its token.
///
/// Each address is signed for one session and one photo: it opens no other photo, nor this one once
/// the session has ended, the post is deleted or one of the two people has blocked the other. The
/// signature is in the query, which is not logged. Guests of a public server need none.
struct MediaLinks: Sendable {
    private let base: String
    private let session: Session.ID?
    private let secret: [UInt8]
    /// The part of each query that names the session.
    private let start: String

    /// Creates the addresses for a session, or for guests.
    init(base: String, session: Session.ID?, secret: [UInt8]) {
        (self.base, self.session, self.secret) = (base, session, secret)
        start = session.map { "?s=\($0.bytes.hexadecimal)&k=" } ?? ""
    }

    /// Returns the addresses of a photo's renditions, with one signature for all of them.
    func callAsFunction(_ blob: BlobID) -> PhotoLinks {
        PhotoLinks(
            start: base + "/media/" + blob.description + "/",
            end: session.map { ".jpg" + start + Self.signature(of: blob, $0, secret) } ?? ".jpg"
        )
    }

    /// Returns the address of a rendition.
    func callAsFunction(_ blob: BlobID, _ rendition: Rendition) -> String { self(blob)(rendition) }

    /// The address of the picture of people who have none.
    var noAvatar: String { base + "/media/avatar.png" }

    /// The address of the picture above profiles, which nobody has.
    var noHeader: String { base + "/media/header.png" }

    /// Returns the session for which an address of a photo is signed, or `nil` if the signature is
    /// wrong.
    static func session(in query: APIParameters, for blob: BlobID, secret: [UInt8]) -> Session.ID? {
        guard let session = Session.ID(hexadecimal: query["s"] ?? "") else { return nil }
        let signature = Array(Self.signature(of: blob, session, secret).utf8)
        guard isEqualInConstantTime(signature, Array((query["k"] ?? "").utf8)) else { return nil }
        return session
    }

    private static func signature(
        of blob: BlobID,
        _ session: Session.ID,
        _ secret: [UInt8]
    ) -> String {
        Array(HMAC.code(of: Array(session.bytes) + blob.bytes, key: secret).prefix(16)).hexadecimal
    }
}

/// The addresses of a photo's renditions.
struct PhotoLinks: Hashable, Sendable {
    fileprivate let start: String
    fileprivate let end: String

    /// Returns the address of a rendition.
    func callAsFunction(_ rendition: Rendition) -> String { start + rendition.rawValue + end }
}

/// The routes of the photos that apps show.
struct MediaRoutes {
    /// The helper that adds routes of client APIs.
    let api: APIRoutes

    private var site: Site { api.site }

    /// Adds the routes to the router.
    func add() {
        let renditions = RenditionRoutes(site: site)
        api.router.get("media/:blob/:file") { [site] request, context in
            let file = context.parameters.get("file") ?? ""
            guard let blob = context.parameters.get("blob").flatMap({ BlobID($0) }),
                file.hasSuffix(".jpg"),
                let rendition = Rendition(rawValue: String(file.dropLast(4)))
            else { throw RequestError.pageNotFound }
            let query = try APIParameters(query: request)
            let secret = try await site.secret()
            if let session = MediaLinks.session(in: query, for: blob, secret: secret) {
                _ = try await site.guest.access(to: blob, forApp: session)
            } else if site.settings.isPublic {
                _ = try await site.guest.publicAccess(to: blob)
            } else {
                throw TimelineError.photoNotFound(blob.description)
            }
            return try await renditions.response(rendition, of: blob, to: request)
        }
        for name in ["avatar", "header"] {
            let asset: Asset = name == "avatar" ? .icon192 : .icon512
            api.router.get(RouterPath("media/\(name).png")) { _, _ in
                Response(
                    status: .ok,
                    headers: [.contentType: asset.contentType, .cacheControl: "max-age=86400"],
                    body: ResponseBody(byteBuffer: ByteBuffer(bytes: asset.content))
                )
            }
        }
    }
}
