import Foundation
import Hummingbird
import NIOCore
import TimelineCore
import TimelineMedia

/// The routes for the files of photos, `/photo/<blob>/copy` and `/photo/<blob>/original`.
///
/// Copies contain no metadata. Originals are sent only to the users that share them.
struct PhotoRoutes {
    /// Adds the routes to the router.
    func add(to router: some RouterMethods<ServerContext>) {
        router.get("photo/:blob/copy") { request, context in
            let (blob, session) = try Self.photo(context)
            let file = try await findingPhoto(blob) {
                try await session.data(of: blob, isStripped: true)
            }
            return try PhotoResponse(file, caching: PhotoCaching.constant)
                .saving(as: blob.description).response(to: request)
        }
        router.get("photo/:blob/original") { request, context in
            let (blob, session) = try Self.photo(context)
            // To other users, the original appears not to exist.
            guard try await session.shares(blob) else {
                throw TimelineError.photoNotFound(blob.description)
            }
            let file = try await findingPhoto(blob) { try await session.data(of: blob) }
            return try PhotoResponse(file, caching: PhotoCaching.never)
                .saving(as: blob.description).response(to: request)
        }
    }

    private static func photo(_ context: ServerContext) throws -> (BlobID, UserSession) {
        guard let blob = context.parameters.get("blob").flatMap({ BlobID($0) }) else {
            throw RequestError.pageNotFound
        }
        return (blob, try context.visitor.requireSession())
    }
}

/// Reads a photo for a visitor, to whom a photo that is missing from the store or damaged there does
/// not exist.
///
/// `timeline doctor` reports such photos to the owner of the store. They are no failures of the
/// server, and would otherwise fill its log.
///
/// - Parameters:
///   - blob: The photo.
///   - body: A closure that reads the photo.
/// - Returns: The result of `body`.
/// - Throws: `TimelineError.photoNotFound`, or any other error thrown by `body`.
func findingPhoto<Result>(
    _ blob: BlobID,
    _ body: () async throws -> Result
) async throws -> Result {
    do {
        return try await body()
    } catch TimelineError.storageFailed(let failure) where failure.isPhoto {
        throw TimelineError.photoNotFound(blob.description)
    }
}

/// The route for renditions, `/photo/<blob>/<rendition>`.
///
/// Renditions contain no metadata and are the same for all readers. A page shows dozens of them, so
/// a request checks the session and the access to the photo in one snapshot. The router must add
/// this route before the middleware that opens sessions.
struct RenditionRoutes {
    /// The parts that all routes share.
    let site: Site

    /// Adds the route to the router.
    func add(to router: some RouterMethods<ServerContext>) {
        router.get("photo/:blob/:rendition") { request, context in
            let parameters = context.parameters
            guard let blob = parameters.get("blob").flatMap({ BlobID($0) }),
                let rendition = parameters.get("rendition").flatMap({ Rendition(rawValue: $0) })
            else { throw RequestError.pageNotFound }
            try await requirePhoto(blob, for: request)
            let tag = PhotoTag(rendition, of: blob)
            guard !tag.isListed(in: request) else {
                return PhotoResponse.notModified(tag, caching: PhotoCaching.constant)
            }
            return try await findingPhoto(blob) {
                try await file(rendition, of: blob, tag: tag)
            }
            .response(to: request)
        }
    }

    private func requirePhoto(_ blob: BlobID, for request: Request) async throws {
        let token = site.cookies.session.value(in: request).flatMap { Session.Token($0) }
        do {
            guard let token else { throw TimelineError.notLoggedIn }
            _ = try await site.guest.access(to: blob, for: token)
        } catch TimelineError.notLoggedIn where site.settings.isPublic {
            _ = try await site.guest.publicAccess(to: blob)
        }
    }

    private func file(
        _ rendition: Rendition,
        of blob: BlobID,
        tag: PhotoTag
    ) async throws -> PhotoResponse {
        let key = RecentRenditions.Key(rendition: rendition, blob: blob)
        if let content = site.recentRenditions.file(for: key) {
            return response(content, tag: tag, caching: PhotoCaching.constant)
        }
        let file = try await site.renditions.file(rendition, of: blob)
        let content = ByteBuffer(bytes: file.content)
        guard !file.isPlaceholder else {
            return response(content, tag: nil, caching: PhotoCaching.never)
        }
        site.recentRenditions.store(content, for: key)
        return response(content, tag: tag, caching: PhotoCaching.constant)
    }

    private func response(
        _ content: ByteBuffer,
        tag: PhotoTag?,
        caching: String
    ) -> PhotoResponse {
        PhotoResponse(content, mediaType: .jpeg, tag: tag, caching: caching)
    }
}

/// The values of the `Cache-Control` header field for photos.
enum PhotoCaching {
    /// The value for renditions and copies, which never change.
    ///
    /// Only the browser may cache them.
    static let constant = "private, max-age=31536000, immutable"
    /// The value for originals, and for placeholders of photos that may be decoded later.
    ///
    /// They are never cached.
    static let never = "private, no-store"
}
