import TimelineCore

extension TextLayout {
    /// Formats a post in a list: author and age, photos, place, the beginning of the caption, and
    /// counts.
    func listed(_ post: PostView) -> [String] {
        let age =
            relativeTime(of: post.createdAt, now: now, in: timeZone)
            + (post.editedAt == nil ? "" : PostText.edited)
        let pictures = pictures(of: post, isWhole: false)
        let top =
            heading(of: post, time: age, above: pictures)
            ?? [heading(post.author, time: age, id: post.id.shortID)] + pictures
        return top + place(post.place)
            + (post.caption.isEmpty ? [] : excerpt(post.caption, indent: 2))
            + [counts(of: post)]
    }

    /// Formats a post with its exact date, its full caption and all its comments.
    func whole(_ page: PostPage) -> [String] {
        let post = page.post
        let comments = page.comments.flatMap { [""] + whole($0) }
        let pictures = pictures(of: post, isWhole: true)
        let date = wholeDate(of: post)
        let top =
            heading(of: post, time: date, above: pictures) ?? datedHeading(of: post) + pictures
        return top + place(post.place)
            + (post.caption.isEmpty ? [] : paragraph(post.caption, indent: 2)) + [counts(of: post)]
            + comments
    }

    /// Formats the author and the time next to the author's drawn picture, above the photos.
    ///
    /// - Parameters:
    ///   - post: The post.
    ///   - time: The time of the post.
    ///   - pictures: The lines of the photos.
    /// - Returns: All these lines, or `nil` if the author's picture is not drawn.
    func heading(
        of post: PostView,
        time: String,
        above pictures: [String]
    ) -> [String]? {
        guard let avatar = drawnPosts[post.id]?.avatar else { return nil }
        let indent = avatar.columns + 1
        let text = [
            heading(post.author, time: "", id: post.id.shortID, indent: indent),
            String(repeating: " ", count: indent) + style.dim(fitted(time, to: width - indent)),
        ]
        return avatar.lines(beside: text, above: pictures.first) + pictures.dropFirst()
    }

    /// Formats the exact date, and the age of the last edit.
    private func wholeDate(of post: PostView) -> String {
        let date = exactTime(of: post.createdAt, in: timeZone)
        guard let edit = post.editedAt else { return date }
        return date + PostText.edited(relativeTime(of: edit, now: now, in: timeZone))
    }

    /// Formats the author and the exact date.
    ///
    /// The date is on a separate line if it does not fit.
    private func datedHeading(of post: PostView) -> [String] {
        let date = wholeDate(of: post)
        let id = post.id.shortID
        let parts = ["@\(post.author.username)", date, id]
        guard parts.reduce(5, { $0 + $1.displayWidth }) > width else {
            return [heading(post.author, time: date, id: id)]
        }
        return [heading(post.author, time: "", id: id)] + paragraph(date, indent: 2).map(style.dim)
    }

    /// Formats a comment: author and age, followed by the full text.
    func whole(_ comment: CommentView) -> [String] {
        let age = relativeTime(of: comment.createdAt, now: now, in: timeZone)
        return [heading(comment.author, time: age, id: comment.id.shortID)]
            + paragraph(comment.text, indent: 2)
    }

    /// Formats the first line of a post or comment.
    func heading(_ author: User, time: String, id: String, indent: Int = 0) -> String {
        line(
            [
                (String(repeating: " ", count: indent), { $0 }),
                ("@\(author.username)", { style.username($0, url: author.url) }),
                ("  \(time)", style.dim),
            ],
            right: (id, style.dim)
        )
    }

    /// Formats the photos of a post: as drawings with descriptions if they have been drawn,
    /// otherwise as text.
    ///
    /// Unless the descriptions are shown whole, only their beginnings are.
    private func pictures(of post: PostView, isWhole: Bool) -> [String] {
        guard let drawn = drawnPosts[post.id]?.photos else {
            return post.photos.flatMap { described($0, isWhole: isWhole) }
        }
        let descriptions = post.photos.compactMap(\.alt).map(Self.oneLine)
            .flatMap { isWhole ? paragraph($0, indent: 2) : excerpt($0, indent: 2) }
        return drawn + descriptions.map(style.dim)
    }

    /// Formats the upright size and the file format of a photo, and its description if it has one.
    func described(_ photo: Photo, isWhole: Bool = true) -> [String] {
        let facts = "▣ \(photo.width) × \(photo.height) \(photo.mediaType.formatName)"
        let description = photo.alt.map { " — \(Self.oneLine($0))" } ?? ""
        let text = facts + description
        return isWhole ? paragraph(text, indent: 2) : excerpt(text, indent: 2)
    }

    /// Joins the lines of text into one.
    ///
    /// A separate line could be mistaken for another part of the post.
    private static func oneLine(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    private func place(_ place: Place?) -> [String] {
        guard let place else { return [] }
        let position = place.coordinate.map { "\($0.latitude), \($0.longitude)" }
        let parts = [place.name.map(Self.oneLine), position].compactMap(\.self)
        return paragraph("⌖ " + parts.joined(separator: " · "), indent: 2)
    }

    private func counts(of post: PostView) -> String {
        let heart = post.likedByViewer ? style.heart("♥") : "♡"
        let likes =
            post.likeCount == 0
            ? PostText.noLikes : PostText.likes(post.likeCount, withYours: post.likedByViewer)
        let comments =
            post.commentCount == 0
            ? PostText.noComments : PostText.comments(post.commentCount)
        return "  \(heart) \(likes) · \(comments)"
    }
}

extension TextLayout {
    /// Formats a grid of pictures, with the short ID of each post below its picture, and the number
    /// of its photos if there are several.
    func grid(_ grid: PictureGrid) -> [String] {
        grid.rows.flatMap { row in
            var labels = String(repeating: " ", count: grid.indent)
            for post in row.posts {
                let count = post.photos.count
                let text = post.id.shortID + (count > 1 ? " ▣\(count)" : "")
                let label = text.truncated(to: grid.slot - 1)
                labels += style.dim(label)
                labels += String(repeating: " ", count: grid.slot - label.displayWidth)
            }
            return row.strip.lines(above: labels) + [""]
        }
    }
}
