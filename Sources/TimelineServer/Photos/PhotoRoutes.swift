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
