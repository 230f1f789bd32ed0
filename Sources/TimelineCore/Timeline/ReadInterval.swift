/// An interval of posts that a user has read.
public struct ReadInterval: Hashable, Sendable {
    /// The first and the last post, and all IDs between them.
    public let posts: ClosedRange<Post.ID>
    /// The epoch of the snapshot that the posts were shown from; posts that arrived later are
    /// unread.
    public let epoch: Int

    /// Creates an interval.
    public init(_ posts: ClosedRange<Post.ID>, epoch: Int) {
        self.posts = posts
        self.epoch = epoch
    }
}

extension ReadInterval {
    /// Returns the parts outside another interval, oldest first.
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

    /// Returns the interval from the start of this one to the end of a newer one, read at the later
    /// epoch of both.
    func joined(with newer: ReadInterval) -> ReadInterval {
        ReadInterval(
            posts.lowerBound...newer.posts.upperBound,
            epoch: max(epoch, newer.epoch)
        )
    }
}
