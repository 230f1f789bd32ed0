import Foundation
import Hummingbird
import NIOCore
import TimelineCore
import TimelineMedia

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
            return try await response(rendition, of: blob, to: request)
        }
    }

    /// Returns the response with a rendition of a photo that the visitor may see.
    func response(
        _ rendition: Rendition,
        of blob: BlobID,
        to request: Request
    ) async throws -> Response {
        let tag = PhotoTag(rendition, of: blob)
        guard !tag.isListed(in: request) else {
            return PhotoResponse.notModified(tag, caching: PhotoCaching.constant)
        }
        return try await findingPhoto(blob) {
            try await file(rendition, of: blob, tag: tag)
        }
        .response(to: request)
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
        let file: RenditionFile
        do {
            file = try await site.renditions.file(rendition, of: blob)
        } catch TimelineError.storageFailed(let failure) where failure.isPhoto {
            // A photo that has not arrived is shown by its preview, or else by its ThumbHash.
            guard let photo = try await site.guest.photo(showing: blob) else {
                throw TimelineError.storageFailed(failure)
            }
            let substitute = try await site.renditions.file(rendition, of: photo)
            let content = ByteBuffer(bytes: substitute)
            return response(content, tag: nil, caching: PhotoCaching.never)
        }
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
