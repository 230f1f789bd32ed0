import TimelineCore

extension TextLayout {
    /// A post in a list: who and when, the photos, the caption's first lines, the counts.
    func listed(_ post: PostView) -> [String] {
        [
            heading(
                post.author,
                relativeTime(of: post.createdAt, now: now, in: timeZone),
                post.id.shortName
            )
        ]
            + post.photos.flatMap { described($0) } + placed(post.place)
            + (post.caption.isEmpty ? [] : excerpt(post.caption, indent: 2))
            + [counts(of: post)]
    }

    /// A post's page: everything, with the exact date and all comments.
    func whole(_ page: PostPage) -> [String] {
        let post = page.post
        let comments = page.comments.flatMap { [""] + written($0) }
        return [
            heading(post.author, exactTime(of: post.createdAt, in: timeZone), post.id.shortName)
        ]
            + post.photos.flatMap { described($0) } + placed(post.place)
            + (post.caption.isEmpty ? [] : paragraph(post.caption, indent: 2)) + [counts(of: post)]
            + comments
    }

    /// A comment: who and when, then all its lines.
    func written(_ comment: CommentView) -> [String] {
        let age = relativeTime(of: comment.createdAt, now: now, in: timeZone)
        return [heading(comment.author, age, comment.id.shortName)]
            + paragraph(comment.text, indent: 2)
    }

    private func heading(_ author: User, _ time: String, _ name: String) -> String {
        line(
            [("@\(author.username)", style.username), ("  \(time)", style.dim)],
            right: (name, style.dim)
        )
    }

    /// The size and the name of a photo, and its words when it has some.
    private func described(_ photo: Photo) -> [String] {
        let kind = photo.mediaType.rawValue.drop { $0 != "/" }.dropFirst().uppercased()
        let facts = "▣ \(photo.width) × \(photo.height) \(kind) \(photo.blob.description.prefix(8))"
        let words = photo.alt.map { " — \($0)" } ?? ""
        return paragraph(facts + words, indent: 2)
    }

    private func placed(_ place: Place?) -> [String] {
        guard let place else { return [] }
        let position = place.coordinate.map { "\($0.latitude), \($0.longitude)" }
        let words = [place.name, position].compactMap(\.self).joined(separator: " · ")
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
