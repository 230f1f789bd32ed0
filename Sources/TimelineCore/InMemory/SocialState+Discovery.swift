import Foundation

extension SocialState {
    func postIDs(near vicinity: Vicinity, in range: PostRange) -> [Post.ID] {
        allPosts.ids[..<allPosts.index(of: range.before)].reversed().lazy
            .prefix { $0 > range.lowerBound }
            .filter { id in
                posts[id]?.post.content.place?.coordinate.map(vicinity.contains) == true
            }
            .prefix(range.limit)
            .map(\.self)
    }

    func popularPostIDs(at now: Date, since: Post.ID, limit: Int) -> [Post.ID] {
        let scores = posts.values.filter { $0.post.id >= since }
            .map { record in
                let popularity = Popularity(
                    likes: record.likeCount,
                    comments: record.commentCount,
                    age: now.timeIntervalSince(record.post.id.date)
                )
                return (score: popularity.score, id: record.post.id)
            }
        return Array(scores.filter { $0.score > 0 }.sorted(by: >).map(\.id).prefix(max(0, limit)))
    }
}
