import Foundation
import TimelineCore

extension TextLayout {
    /// A page of posts around a position, and what to type for the next one.
    func page(_ page: NearbyPage, empty: String, arguments: [String]) -> [String] {
        guard !page.posts.isEmpty else { return paragraph(empty) }
        let posts = page.posts.flatMap { near in
            listed(near.post, note: "\(Distance.text(metres: near.distance)) away") + [""]
        }
        guard let next = page.next else { return posts + [style.dim("That is all.")] }
        let command = command((arguments + ["--before", next.shortID]).joined(separator: " "))
        return posts + [style.dim("Next page: ") + command]
    }

    /// A popular post, with its score where that is asked for.
    func listed(_ popular: PopularPost, isExplained: Bool) -> [String] {
        guard isExplained else { return listed(popular.post) }
        let popularity = popular.popularity
        let hours = String(format: "%.1f", popularity.hours)
        let score = String(format: "%.3g", popularity.score)
        let sum = "(\(popularity.likes) + 2 × \(popularity.comments)) / (\(hours) + 2)^1.8"
        return listed(popular.post, note: "score \(score) = \(sum)")
    }

    /// A post in a list, with a note below its counts.
    private func listed(_ post: PostView, note: String) -> [String] {
        listed(post) + paragraph(note, indent: 2).map(style.dim)
    }
}
