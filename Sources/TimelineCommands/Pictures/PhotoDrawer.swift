import TimelineCore
import TimelineMedia

/// Pictures as lines of text, by the post that shows them.
typealias DrawnPosts = [Post.ID: [String]]

/// Draws the photos of what a command prints.
///
/// A photo that cannot be drawn is shown by what stands for it: its ThumbHash, or hills under a sun.
struct PhotoDrawer: Sendable {
    /// How the terminal takes pictures.
    let graphics: TerminalGraphics
    /// Where the light copies come from.
    let renditions: RenditionCache
    /// The columns of the layout.
    let width: Int
    /// The rows of the terminal.
    let height: Int

    private static let indent = 2
    /// A list is read downward: its pictures leave room for the next.
    private static let listed = 22
    private static let listedAcross = 3
    /// About so many columns go to a square of a grid, and so many rows of squares are shown.
    private static let square = 18
    /// A picture must not be taller than the terminal, since the cursor goes up by it; some rows are left for text.
    private static let textRows = 4
    private static let gridRows = 3

    /// The posts of a list: a square each, or a grid of a post's squares.
    func squares(of posts: [PostView]) async -> DrawnPosts {
        await drawn(posts) { post in
            await mosaic(
                post.photos,
                across: min(post.photos.count, Self.listedAcross),
                columns: width - Self.indent,
                rows: min(Self.listed, height - Self.textRows)
            )
        }
    }

    /// A post's page: each picture whole.
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

    /// How many posts a grid shows.
    var gridCapacity: Int { gridColumns * Self.gridRows }

    /// The first pictures of posts as a grid of squares.
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

    private var gridColumns: Int { max(2, width / Self.square) }

    private func drawn(
        _ posts: [PostView],
        _ draw: @escaping @Sendable (PostView) async -> [String]
    ) async -> DrawnPosts {
        await withTaskGroup(of: (Post.ID, [String]).self) { group in
            for post in posts { group.addTask { (post.id, await draw(post)) } }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }

    /// Draws a picture as large as the columns and rows allow.
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

    /// Draws squares side by side in rows, as large as the columns and rows allow.
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
