import TimelineCore
import TimelineMedia

/// A type that draws the photos of posts.
///
/// Pictures are never drawn larger than their pixels. If a photo cannot be decoded, its ThumbHash
/// or a placeholder is drawn instead.
struct PhotoDrawer: Sendable {
    /// The method used to show pictures in the terminal.
    let graphics: TerminalGraphics
    /// The cache that provides the renditions.
    let renditions: RenditionCache
    /// The width of the layout in columns.
    let width: Int
    /// The width of the terminal in columns, which grids use.
    let fullWidth: Int
    /// The height of the terminal in rows.
    let height: Int

    private static let indent = 2
    /// The maximum height in rows of a post's pictures in a list.
    private static let listedRows = 22
    /// The typical height in rows of a post's text in a list.
    private static let listedTextRows = 7
    /// The rows below a list: the command for the next page, and the shell's prompt.
    private static let endRows = 2
    /// The number of rows reserved for text below a single picture.
    ///
    /// A picture taller than the terminal would be misplaced, because the cursor is moved up by the
    /// picture's height before it is drawn.
    private static let textRows = 4
    /// The number of posts in a list that are drawn at a time.
    private static let ahead = 2
    /// The height of an avatar in rows.
    private static let avatarRows = 4
    /// The height of an avatar next to the heading of a post in rows.
    private static let smallAvatarRows = 2

    /// Draws the whole photos of a post in a list: one photo with a bounded height, or several side
    /// by side.
    func listed(_ post: PostView) async -> DrawnPost {
        let rows = listedRows
        let count = post.photos.count
        let across = count <= 3 ? count : (count + 1) / 2
        let strips = count <= 3 ? 1 : 2
        var lines: [String] = []
        for start in stride(from: 0, to: count, by: max(1, across)) {
            let photos = Array(post.photos[start..<min(count, start + across)])
            let limit = PixelSize(
                width: (width - Self.indent - across + 1) * graphics.cell.width,
                height: max(1, (rows - strips + 1) / strips) * graphics.cell.height
            )
            lines += await strip(photos, within: limit).lines()
        }
        return DrawnPost(photos: lines, avatar: await smallAvatar(of: post.author))
    }

    /// The height of a post's pictures in a list, chosen so that complete posts fill the screen.
    private var listedRows: Int {
        let usual = Self.listedRows + Self.listedTextRows
        let posts = max(1, (height - Self.endRows + usual / 2) / usual)
        let rows = (height - Self.endRows) / posts - Self.listedTextRows
        return max(4, min(Self.listedRows, rows))
    }

    /// Draws the photos of posts in a list, a few posts ahead, and passes the drawings on in order.
    ///
    /// - Parameters:
    ///   - posts: The posts, or `nil` for entries without photos.
    ///   - body: A function that receives the index of an entry and its drawing, and returns
    ///     whether to continue.
    /// - Throws: The errors of `body`.
    func drawing(
        _ posts: [PostView?],
        body: (Int, DrawnPost?) throws -> Bool
    ) async throws {
        try await withThrowingTaskGroup(of: (Int, DrawnPost?).self) { group in
            var drawn: [Int: DrawnPost?] = [:]
            var next = 0
            for index in posts.indices {
                while next < posts.count, next < index + Self.ahead {
                    let (position, post) = (next, posts[next])
                    group.addTask {
                        guard let post else { return (position, nil) }
                        return (position, await listed(post))
                    }
                    next += 1
                }
                while drawn[index] == nil, let (position, post) = try await group.next() {
                    drawn[position] = .some(post)
                }
                guard try body(index, drawn.removeValue(forKey: index) ?? nil) else {
                    return group.cancelAll()
                }
            }
        }
    }

    /// Draws all pictures of a post as large as possible.
    func whole(_ post: PostView) async -> DrawnPost {
        var lines: [String] = []
        for photo in post.photos {
            let limit = PixelSize(
                width: (width - Self.indent) * graphics.cell.width,
                height: max(1, height - Self.textRows) * graphics.cell.height
            )
            lines += await strip([photo], within: limit).lines()
        }
        return DrawnPost(photos: lines, avatar: await smallAvatar(of: post.author))
    }

    /// Draws the picture of a user next to a heading, slightly smaller than its rows, which
    /// separates it from the photo below.
    ///
    /// Returns `nil` if the user has no picture, or if it would be drawn as a few symbols.
    private func smallAvatar(of user: User) async -> PictureStrip? {
        guard graphics.drawsPixels, let photo = user.avatar else { return nil }
        let frame = PictureFrame(
            squareOf: photo.size,
            side: Self.smallAvatarRows * graphics.cell.height - graphics.cell.height / 4,
            cell: graphics.cell
        )
        return PictureStrip([await picture(photo, in: frame)], indent: Self.indent)
    }

    /// Draws the picture of a user as a square.
    func avatar(_ photo: Photo) async -> PictureStrip {
        let frame = PictureFrame(
            squareOf: photo.size,
            side: Self.avatarRows * graphics.cell.height,
            cell: graphics.cell
        )
        return PictureStrip([await picture(photo, in: frame)], indent: 0)
    }

    /// Draws the first picture of each post, as a grid of squares.
    func grid(of posts: [PostView]) async -> PictureGrid {
        let layout = gridLayout
        let posts = posts.filter { !$0.photos.isEmpty }
        var rows: [PictureGrid.Row] = []
        for start in stride(from: 0, to: posts.count, by: layout.across) {
            let posts = Array(posts[start..<min(posts.count, start + layout.across)])
            var pictures: [DrawnPicture] = []
            for photo in posts.compactMap(\.photos.first) {
                let frame = PictureFrame(
                    squareOf: photo.size,
                    side: layout.columns * graphics.cell.width,
                    cell: graphics.cell
                )
                pictures.append(await picture(photo, in: frame))
            }
            let strip = PictureStrip(pictures, indent: Self.indent, slot: layout.columns + 1)
            rows.append(PictureGrid.Row(strip: strip, posts: posts))
        }
        return PictureGrid(rows: rows, indent: Self.indent, slot: layout.columns + 1)
    }

    /// The arrangement of the squares in a grid.
    var gridLayout: GridLayout {
        GridLayout(columns: fullWidth - Self.indent, rows: height, cell: graphics.cell)
    }

    /// Draws photos side by side, as high as possible and, if they fit, equally high.
    private func strip(_ photos: [Photo], within limit: PixelSize) async -> PictureStrip {
        let widths = photos.map { Double($0.width) / Double(max(1, $0.height)) }.reduce(0, +)
        let height = min(limit.height, max(1, Int(Double(limit.width) / max(widths, 0.001))))
        var pictures: [DrawnPicture] = []
        for photo in photos {
            let frame = PictureFrame(
                of: photo.size,
                within: PixelSize(width: limit.width, height: height),
                cell: graphics.cell
            )
            pictures.append(await picture(photo, in: frame))
        }
        return PictureStrip(pictures, indent: Self.indent)
    }

    private func picture(_ photo: Photo, in frame: PictureFrame) async -> DrawnPicture {
        if case .kitty(readsFiles: true) = graphics.method,
            // Without a file, send the pixels themselves.
            let file = try? await renditions.pngFile(frame.fit, of: photo)
        {
            return DrawnPicture(
                columns: frame.columns,
                rows: frame.rows,
                content: .sequence(graphics.kitty(file: file, in: frame))
            )
        }
        return graphics.draw(await raster(of: photo, frame.fit), in: frame)
    }

    private func raster(of photo: Photo, _ fit: PictureFit) async -> Raster {
        do {
            return try await renditions.raster(fit, of: photo).raster
        } catch {
            let hash = photo.thumbHash.flatMap(ThumbHash.init(bytes:))
            return hash?.raster() ?? .placeholder(width: 320, height: 320)
        }
    }
}

extension Photo {
    /// The size of the upright picture in pixels.
    fileprivate var size: PixelSize { PixelSize(width: width, height: height) }
}
