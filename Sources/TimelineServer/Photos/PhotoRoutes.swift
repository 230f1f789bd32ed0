#if Server
import Foundation
import Hummingbird
import TimelineCore

/// The routes for the files of photos, `/photo/<blob>/copy` and `/photo/<blob>/original`.
///
/// Copies contain no metadata. Originals are sent only to the users that share them.
struct PhotoRoutes {
    /// Adds the routes to the router.
    func add(to router: some RouterMethods<ServerContext>) {
        router.get("photo/:blob/copy") { request, context in
            let (blob, session) = try Self.photo(context)
            let file = try await session.data(of: blob, isStripped: true)
            return try PhotoResponse(file, caching: PhotoCaching.constant)
                .saving(as: blob.description).response(to: request)
        }
        router.get("photo/:blob/original") { request, context in
            let (blob, session) = try Self.photo(context)
            // To other users, the original appears not to exist.
            guard try await session.shares(blob) else {
                throw TimelineError.photoNotFound(blob.description)
            }
            let file = try await session.data(of: blob)
            return try PhotoResponse(file, caching: PhotoCaching.never)
                .saving(as: blob.description).response(to: request)
        }
    }

    private static func photo(_ context: ServerContext) throws -> (BlobID, UserSession) {
        guard let blob = context.parameters.get("blob").flatMap({ BlobID($0) }) else {
            throw RequestFault.pageNotFound
        }
        return (blob, try context.visitor.requireSession())
    }
}
#endif
