/// A search for the posts that directly follow a post upward, towards the newest.
///
/// A repository lists the newest posts of a range. The oldest ones are those of a range whose upper
/// bound is low enough. The search widens the range above the post eightfold, starting from the
/// density of the newest posts, until there are enough posts in it. Then it bisects the range until
/// there are not too many. Bounds are IDs, whose random bits divide even the posts of one
/// millisecond.
struct UpwardSearch {
    /// The post above which the search starts.
    let post: Post.ID
    /// The maximum number of posts.
    let limit: Int

    /// Creates a search.
    ///
    /// - Parameters:
    ///   - post: The post above which the search starts. It need not exist.
    ///   - limit: The maximum number of posts, of which at most 10,000 are used.
    init(above post: Post.ID, limit: Int) {
        self.post = post
        self.limit = min(max(0, limit), 10_000)
    }

    /// Returns the IDs of the oldest posts above the post, newest first, or an empty list if there
    /// are none.
    ///
    /// The number of lists grows with the logarithm of the time to the newest post, and never exceeds
    /// some 250.
    ///
    /// - Parameter list: Returns the newest posts of a range, newest first, and all of them if there
    ///   are fewer than the limit of the range. It must list the same snapshot every time.
    /// - Returns: The IDs, ``limit`` of them if there are as many.
    /// - Throws: Any error thrown by `list`.
    func ids(_ list: (PostRange) throws -> [Post.ID]) rethrows -> [Post.ID] {
        // A list longer than a page is less often too short or too long.
        let listLimit = max(16, 4 * limit)
        var ids = try list(PostRange(after: post, limit: listLimit))
        guard limit > 0, ids.count == listLimit, let newest = ids.first, let oldest = ids.last
        else { return ids.suffix(limit) }
        let start = post.pushID.number
        var width = max(1, (newest.pushID.number - oldest.pushID.number) / 2)
        // The range below the lower bound has too few posts, and that below the upper one enough.
        var (low, high, bound) = (start, PushID.max.number, start)
        while ids.count < limit || ids.count == listLimit {
            if ids.count < limit {
                low = bound
                width = min(8 * width, high - start)
            } else {
                high = ids[ids.count - limit].pushID.number + 1
            }
            guard low < high else { break }
            let middle = low + (high - low + 1) / 2
            bound = start + width > low ? min(start + width, middle) : middle
            let end = Post.ID(PushID(bound))
            ids = try list(PostRange(before: end, after: post, limit: listLimit))
        }
        return ids.suffix(limit)
    }
}

extension PushID {
    /// The 120 bits of the ID as a number.
    fileprivate var number: UInt128 { UInt128(high) << 56 | UInt128(low) }

    /// Creates the ID with a number, or the highest one if the number is too large.
    fileprivate init(_ number: UInt128) {
        guard number >> 120 == 0 else {
            self = .max
            return
        }
        self.init(
            high: UInt64(truncatingIfNeeded: number >> 56),
            low: UInt64(truncatingIfNeeded: number)
        )
    }
}
