import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import TimelinePages

/// The routes for the style sheet, script, icons and fonts, which are embedded in the program.
struct AssetRoutes {
    /// The parts that all routes share.
    let site: Site
    /// The router of the server.
    let router: Router<ServerContext>

    /// Adds the routes to the router.
    func add() {
        router.get("assets/:version/:name") { _, context in
            let version = context.parameters.get("version") ?? ""
            let name = context.parameters.get("name") ?? ""
            guard let asset = Asset(version: version, name: name) else {
                throw RequestError.pageNotFound
            }
            return Self.response(asset, caching: "public, max-age=31536000, immutable")
        }
        // A service worker controls only pages below its own path, so its path is at the root.
        router.get("worker.js") { _, _ in Self.response(.worker, caching: "no-cache") }
        router.get("manifest.webmanifest") { [site] request, context in
            let scope = RequestScope(site: site, request: request, context: context)
            return Response(
                status: .ok,
                headers: [
                    .contentType: "application/manifest+json", .cacheControl: "no-cache",
                ],
                body: ResponseBody(
                    byteBuffer: ByteBuffer(string: Pages(scope.context(viewer: nil)).manifest())
                )
            )
        }
    }

    private static func response(_ asset: Asset, caching: String) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: asset.contentType, .cacheControl: caching,
                .eTag: "\"\(asset.version)\"",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: asset.content))
        )
    }
}
