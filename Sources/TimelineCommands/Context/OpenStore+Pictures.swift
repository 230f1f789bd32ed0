import TimelineCore
import TimelineMedia

extension OpenStore {
    /// The assumed height in rows of a terminal that does not report its size.
    private static let defaultRows = 24

    /// Returns a drawer for the photos in the output, or `nil` if the output cannot show pictures.
    func drawer(_ options: ImageOptions) throws -> PhotoDrawer? {
        guard output.format == .text, folder.exists,
            let columns = context.console.columns, let graphics = context.graphics(options.images)
        else { return nil }
        return PhotoDrawer(
            graphics: graphics,
            renditions: try renditions.cache(),
            width: output.layout.width,
            fullWidth: columns,
            height: context.console.rows ?? Self.defaultRows
        )
    }

    /// Returns the command's output, with the given posts drawn if the terminal supports pictures.
    func output(showing posts: [PostView], _ options: ImageOptions) async throws -> Output {
        guard let drawer = try drawer(options) else { return output }
        var drawn: DrawnPosts = [:]
        for post in posts { drawn[post.id] = await drawer.listed(post) }
        return output.drawing(drawn)
    }

    /// Counts the orphaned renditions and optionally removes them.
    func orphanedRenditions(removing isRemoving: Bool) async throws -> Int {
        let referenced = try await owner.referencedBlobs()
        return try await renditions.cache().orphans(besides: referenced, removing: isRemoving)
    }
}
