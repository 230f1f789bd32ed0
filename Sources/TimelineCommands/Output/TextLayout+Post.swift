import TimelineCore

extension TextLayout {
    /// A post in a list: who and when, the photos, the caption's first lines, the counts.
    func listed(_ post: PostView) -> [String] {
        [
            heading(
                post.author,
                relativeTime(of: post.createdAt, now: now, in: timeZone),
                post.id.shortID
            )
        ]
            + pictures(of: post) + placed(post.place)
            + (post.caption.isEmpty ? [] : excerpt(post.caption, indent: 2))
            + [counts(of: post)]
    }

    /// A post's page: everything, with the exact date and all comments.
    func whole(_ page: PostPage) -> [String] {
        let post = page.post
        let comments = page.comments.flatMap { [""] + written($0) }
        return dated(post) + pictures(of: post) + placed(post.place)
            + (post.caption.isEmpty ? [] : paragraph(post.caption, indent: 2)) + [counts(of: post)]
            + comments
    }

    /// Who and the exact date, which gets a line of its own where there is no room.
    private func dated(_ post: PostView) -> [String] {
        let date = exactTime(of: post.createdAt, in: timeZone)
        let name = "@\(post.author.username)"
        guard [name, date, post.id.shortID].reduce(5, { $0 + $1.displayWidth }) > width else {
            return [heading(post.author, date, post.id.shortID)]
        }
        return [heading(post.author, "", post.id.shortID)]
            + paragraph(date, indent: 2).map(style.dim)
    }

    /// A comment: who and when, then all its lines.
    func written(_ comment: CommentView) -> [String] {
        let age = relativeTime(of: comment.createdAt, now: now, in: timeZone)
        return [heading(comment.author, age, comment.id.shortID)]
            + paragraph(comment.text, indent: 2)
    }

    func heading(_ author: User, _ time: String, _ name: String) -> String {
        line(
            [("@\(author.username)", style.username), ("  \(time)", style.dim)],
            right: (name, style.dim)
        )
    }

    /// The photos drawn, with their words; or else all in words.
    private func pictures(of post: PostView) -> [String] {
        guard let drawn = drawnPosts[post.id] else { return post.photos.flatMap { described($0) } }
        let words = post.photos.compactMap(\.alt).map(Self.oneLine)
        return drawn + words.flatMap { paragraph($0, indent: 2).map(style.dim) }
    }

    /// The size and the name of a photo, and its words when it has some.
    func described(_ photo: Photo) -> [String] {
        let facts =
            "▣ \(photo.width) × \(photo.height) \(photo.mediaType.formatName) \(photo.blob.description.prefix(8))"
        let words = photo.alt.map { " — \(Self.oneLine($0))" } ?? ""
        return paragraph(facts + words, indent: 2)
    }

    /// A text whose line breaks could pass for lines of the post.
    private static func oneLine(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    private func placed(_ place: Place?) -> [String] {
        guard let place else { return [] }
        let position = place.coordinate.map { "\($0.latitude), \($0.longitude)" }
        let words = [place.name.map(Self.oneLine), position].compactMap(\.self)
            .joined(separator: " · ")
        return paragraph("⌖ \(words)", indent: 2)
    }

    private func counts(of post: PostView) -> String {
        let heart = post.likedByViewer ? style.heart("♥") : "♡"
        let likes = post.likeCount == 0 ? "no likes" : countText(post.likeCount, "like")
        let mine = post.likedByViewer ? ", yours too" : ""
        let comments =
            post.commentCount == 0 ? "no comments" : countText(post.commentCount, "comment")
        return "  \(heart) \(likes)\(mine) · \(comments)"
    }
}
