#if Server
import Foundation
import Hummingbird
import TimelineCore
import TimelineMedia

/// The photos: `/photo/<blob>/<rendition>`, `/photo/<blob>/copy` and `/photo/<blob>/original`.
///
/// Renditions and copies contain no metadata and are the same bytes for all readers, so browsers
/// keep them for ever. Originals go to the users that share them, and to nobody else.
struct PhotoRoutes {
    /// The server.
    let site: Site

    private static let constant = "private, max-age=31536000, immutable"
    private static let personal = "private, no-store"

    /// Adds the routes.
    func add(to router: some RouterMethods<ServerContext>) {
        router.get("photo/:blob/:file") { request, context in
            try await response(to: request, context)
        }
    }

    private func response(to request: Request, _ context: ServerContext) async throws -> Response {
        let parameters = context.parameters
        guard let blob = parameters.get("blob").flatMap({ BlobID($0) }),
            let name = parameters.get("file")
        else { throw RequestFault.pageNotFound }
        if let rendition = Rendition(rawValue: name) {
            try await requirePhoto(blob, for: context.visitor)
            let file = try await site.renditions.file(rendition, of: blob)
            return PhotoResponse(file, mediaType: .jpeg, caching: Self.constant)
                .response(to: request)
        }
        let session = try context.visitor.requireSession()
        switch name {
        case "copy": return try await copy(of: blob, for: session).response(to: request)
        case "original": return try await original(blob, for: session).response(to: request)
        default: throw RequestFault.pageNotFound
        }
    }

    private func requirePhoto(_ blob: BlobID, for visitor: Visitor) async throws {
        if let session = visitor.session {
            _ = try await session.shares(blob)
        } else if site.settings.isPublic {
            try await site.guest.requirePublicPhoto(blob)
        } else {
            throw TimelineError.notLoggedIn
        }
    }

    private func copy(
        of blob: BlobID,
        for session: UserSession
    ) async throws -> PhotoResponse {
        let file = try await session.data(of: blob, isStripped: true)
        return try PhotoResponse(file, caching: Self.constant).saving(as: blob.description)
    }

    /// The original, byte for byte; for others it does not exist.
    private func original(
        _ blob: BlobID,
        for session: UserSession
    ) async throws -> PhotoResponse {
        guard try await session.shares(blob) else {
            throw TimelineError.photoNotFound(blob.description)
        }
        let file = try await session.data(of: blob)
        return try PhotoResponse(file, caching: Self.personal).saving(as: blob.description)
    }
}
#endif
