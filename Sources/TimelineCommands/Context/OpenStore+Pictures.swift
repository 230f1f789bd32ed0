import TimelineCore
import TimelineMedia

extension OpenStore {
    /// The height of a terminal that does not report it, in rows.
    private static let defaultRows = 24

    /// Draws the photos of the output; `nil` if the output has none, or shows them as text.
    func drawer(_ options: ImageOptions) throws -> PhotoDrawer? {
        guard context.console.columns != nil, output.format == .text, folder.exists,
            let graphics = TerminalGraphics(
                options.images,
                variables: context.variables,
                cell: context.console.cell
            )
        else { return nil }
        return PhotoDrawer(
            graphics: graphics,
            renditions: try renditions.cache(),
            width: output.layout.width,
            height: context.console.rows ?? Self.defaultRows
        )
    }

    /// The command's output, with these posts drawn as squares if the terminal supports it.
    func output(showing posts: [PostView], _ options: ImageOptions) async throws -> Output {
        guard let drawer = try drawer(options) else { return output }
        return output.drawing(await drawer.squares(of: posts))
    }

    /// Counts the orphaned renditions, and removes them on request.
    func orphanedRenditions(removing isRemoving: Bool) async throws -> Int {
        let referenced = try await owner.referencedBlobs()
        return try await renditions.cache().orphans(besides: referenced, removing: isRemoving)
    }
}
