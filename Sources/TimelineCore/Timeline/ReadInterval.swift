/// An interval of posts that a user has read.
public struct ReadInterval: Hashable, Sendable {
    /// The range from the first to the last post, including all IDs in between.
    public let posts: ClosedRange<Post.ID>
    /// The epoch of the snapshot from which the posts were shown.
    ///
    /// Posts that arrived later are unread.
    public let epoch: Int

    /// Creates an interval.
    public init(_ posts: ClosedRange<Post.ID>, epoch: Int) {
        self.posts = posts
        self.epoch = epoch
    }
}

extension ReadInterval {
    /// Returns the parts of this interval that are outside another interval, oldest first.
    func subtracting(_ other: ReadInterval) -> [ReadInterval] {
        guard posts.overlaps(other.posts) else { return [self] }
        var parts: [ReadInterval] = []
        if posts.lowerBound < other.posts.lowerBound {
            let last = Post.ID(other.posts.lowerBound.pushID.predecessor)
            parts.append(ReadInterval(posts.lowerBound...last, epoch: epoch))
        }
        if posts.upperBound > other.posts.upperBound {
            let first = Post.ID(other.posts.upperBound.pushID.successor)
            parts.append(ReadInterval(first...posts.upperBound, epoch: epoch))
        }
        return parts
    }

    /// Returns whether no ID lies between this interval and a newer one.
    func touches(_ newer: ReadInterval) -> Bool {
        posts.upperBound.pushID.successor >= newer.posts.lowerBound.pushID
    }

    /// Returns the interval from the start of this one to the end of a newer one, with the later of
    /// the two epochs.
    func joined(with newer: ReadInterval) -> ReadInterval {
        ReadInterval(
            posts.lowerBound...newer.posts.upperBound,
            epoch: max(epoch, newer.epoch)
        )
    }
}
