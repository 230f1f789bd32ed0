import TimelineCore
import TimelineMedia

/// The drawings of each post's photos, as lines of text.
typealias DrawnPosts = [Post.ID: [String]]

/// A type that draws the photos of posts.
///
/// If a photo cannot be decoded, its ThumbHash or a placeholder is drawn instead.
struct PhotoDrawer: Sendable {
    /// The method used to show pictures in the terminal.
    let graphics: TerminalGraphics
    /// The cache that provides the renditions.
    let renditions: RenditionCache
    /// The width of the layout in columns.
    let width: Int
    /// The height of the terminal in rows.
    let height: Int

    private static let indent = 2
    /// The maximum height in rows of a post's pictures in a list.
    private static let listedRows = 22
    /// The maximum number of pictures in a row in a list.
    private static let listedAcross = 3
    /// The approximate width in columns of a square in a grid.
    private static let squareColumns = 18
    /// The maximum number of rows in a grid of squares.
    private static let gridRows = 3
    /// The number of rows reserved for text.
    ///
    /// A picture taller than the terminal would be misplaced, because the cursor is moved up by the
    /// picture's height before it is drawn.
    private static let textRows = 4

    /// Draws the photos of the posts in a list, for each post as a square or a grid of squares.
    func squares(of posts: [PostView]) async -> DrawnPosts {
        await drawn(posts) { post in
            await mosaic(
                post.photos,
                across: min(post.photos.count, Self.listedAcross),
                columns: width - Self.indent,
                rows: min(Self.listedRows, height - Self.textRows)
            )
        }
    }

    /// Draws all pictures of a post without cropping them.
    func whole(_ post: PostView) async -> DrawnPosts {
        await drawn([post]) { post in
            var lines: [String] = []
            for photo in post.photos {
                let raster = await raster(of: photo, .fit2048)
                lines += self.lines(
                    raster,
                    columns: width - Self.indent,
                    rows: height - Self.textRows
                )
            }
            return lines
        }
    }

    /// The maximum number of posts in a grid.
    var gridCapacity: Int { gridColumns * Self.gridRows }

    /// Draws the first picture of each post, as a grid of squares.
    func grid(of posts: [PostView]) async -> [String] {
        let photos = posts.compactMap(\.photos.first)
        guard !photos.isEmpty else { return [] }
        let across = min(gridColumns, photos.count)
        let columns = (width - Self.indent) * across / gridColumns
        return await mosaic(
            photos,
            across: across,
            columns: columns,
            rows: height - Self.textRows
        )
    }

    private var gridColumns: Int { max(2, width / Self.squareColumns) }

    private func drawn(
        _ posts: [PostView],
        by draw: @escaping @Sendable (PostView) async -> [String]
    ) async -> DrawnPosts {
        await withTaskGroup(of: (Post.ID, [String]).self) { group in
            for post in posts { group.addTask { (post.id, await draw(post)) } }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }

    /// Draws a picture as large as possible in the given columns and rows.
    private func lines(_ raster: Raster, columns: Int, rows: Int) -> [String] {
        let cell = graphics.cell
        let limit = max(1, rows)
        let fitting = limit * cell.height * raster.width / (cell.width * raster.height)
        let columns = max(1, min(columns, fitting))
        return graphics.draw(
            raster,
            columns: columns,
            rows: graphics.rows(raster, columns: columns, limit: limit),
            indent: Self.indent
        )
    }

    /// Draws photos as a grid of squares, as large as possible in the given columns and rows.
    private func mosaic(
        _ photos: [Photo],
        across: Int,
        columns: Int,
        rows: Int
    ) async -> [String] {
        let mosaic = Mosaic(
            across: across,
            columns: columns,
            rows: rows,
            of: photos.count,
            cell: graphics.cell
        )
        var tiles: [Raster] = []
        for photo in photos {
            tiles.append(await raster(of: photo, mosaic.side > 320 ? .square1080 : .square320))
        }
        guard let raster = mosaic.raster(tiles) else { return [] }
        return graphics.draw(
            raster,
            columns: mosaic.width,
            rows: mosaic.height(tiles.count),
            indent: Self.indent
        )
    }

    private func raster(of photo: Photo, _ rendition: Rendition) async -> Raster {
        do {
            let file = try await renditions.file(rendition, of: photo)
            return try Picture(reading: file).raster
        } catch {
            let hash = photo.thumbHash.flatMap(ThumbHash.init(bytes:))
            return hash?.raster() ?? .placeholder(width: 320, height: 320)
        }
    }
}
