import Foundation
import TimelineCore

extension TextLayout {
    /// Formats a post near a position, with its distance.
    func listed(_ nearby: NearbyPost) -> [String] {
        let distance = Distance.text(metres: nearby.distance)
        return listed(nearby.post, note: DiscoverText.away(distance))
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
