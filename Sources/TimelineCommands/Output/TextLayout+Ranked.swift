import Foundation
import TimelineCore

extension TextLayout {
    /// Formats a page of posts near a position and the command that shows the next page.
    func page(_ page: NearbyPage, empty: String, arguments: [String]) -> [String] {
        guard !page.posts.isEmpty else { return paragraph(empty) }
        let posts = page.posts.flatMap { nearby in
            let distance = Distance.text(metres: nearby.distance)
            return listed(nearby.post, note: DiscoverText.away(distance)) + [""]
        }
        return posts + [nextPage(after: page.next, arguments: arguments)]
    }

    /// Formats a popular post, optionally with the calculation of its score.
    func listed(_ popular: PopularPost, isExplained: Bool) -> [String] {
        guard isExplained else { return listed(popular.post) }
        let popularity = popular.popularity
        let score = DiscoverText.score(
            String(format: "%.3g", popularity.score),
            likes: popularity.likes,
            comments: popularity.comments,
            hours: String(format: "%.1f", popularity.hours)
        )
        return listed(popular.post, note: score)
    }

    /// Formats a post in a list, with a note below its counts.
    private func listed(_ post: PostView, note: String) -> [String] {
        listed(post) + paragraph(note, indent: 2).map(style.dim)
    }
}
