import TimelineCore

/// The changes of a dataset, in batches: users, then follows, then posts, each followed by its
/// likes and comments.
struct GeneratedBatches: Sequence, IteratorProtocol {
    private let dataset: GeneratedDataset
    private let size: Int
    private var random: SplitMix64
    private var user = 0
    private var follower = 0
    private var post = 0

    init(of dataset: GeneratedDataset, size: Int) {
        self.dataset = dataset
        self.size = size
        random = SplitMix64(seed: dataset.shape.seed ^ 0x5eed)
    }

    mutating func next() -> [Change]? {
        var batch: [Change] = []
        batch.reserveCapacity(size + 64)
        while batch.count < size, append(to: &batch) {}
        return batch.isEmpty ? nil : batch
    }

    /// Appends the next user, the follows of the next user, or the next post.
    ///
    /// - Returns: `false` if nothing is left to append.
    private mutating func append(to batch: inout [Change]) -> Bool {
        if user < dataset.users.count {
            appendUser(to: &batch)
        } else if follower < dataset.users.count {
            appendFollows(to: &batch)
        } else if post < dataset.shape.posts {
            appendPost(to: &batch)
        } else {
            return false
        }
        return true
    }

    private var start: UInt64 { GeneratedDataset.end - GeneratedDataset.span }
    private var day: UInt64 { 24 * 3_600_000 }

    private mutating func appendUser(to batch: inout [Change]) {
        let words = GeneratedText.words
        let word = words[random.below(words.count)]
        let update = ProfileUpdate(
            username: GeneratedText.username(word: word, number: user),
            bio: .set(GeneratedText.sentence(of: 6, random: &random))
        )
        batch.append(
            Change(
                stamp: random.pushID(at: start - 2 * day + UInt64(user)),
                author: dataset.users[user],
                action: .profileUpdated(update)
            )
        )
        user += 1
    }

    /// Appends the follows of the next user.
    ///
    /// Squaring a uniform random number makes a few users follow many others.
    private mutating func appendFollows(to batch: inout [Change]) {
        let draw = random.below(1024)
        let drawn = 3 * dataset.shape.follows * draw * draw >> 20
        let count = Swift.min(drawn, dataset.users.count / 2)
        var followed: Set<Int> = [follower]
        for _ in 0..<count {
            let other = dataset.fame.draw(random: &random)
            guard followed.insert(other).inserted else { continue }
            batch.append(
                Change(
                    stamp: random.pushID(at: start - day + UInt64(follower)),
                    author: dataset.users[follower],
                    action: .followed(dataset.users[other])
                )
            )
        }
        follower += 1
    }

    private mutating func appendPost(to batch: inout [Change]) {
        let step = GeneratedDataset.span / UInt64(dataset.shape.posts)
        let time = start + step * UInt64(post) + random.below(Swift.max(1, step / 2))
        let id = random.pushID(at: time)
        let content = Post.Content(
            caption: caption(),
            photos: [dataset.shape.photos[post % dataset.shape.photos.count]],
            place: place()
        )
        batch.append(Change(stamp: id, author: author(), action: .postAdded(content)))
        appendReplies(of: Post.ID(id), at: time, to: &batch)
        post += 1
    }

    private mutating func caption() -> String {
        let caption = GeneratedText.sentence(of: 4 + random.below(12), random: &random)
        guard isDrawn(oneIn: dataset.shape.postsPerTag) else { return caption }
        return "\(caption) #\(GeneratedText.words[random.below(GeneratedText.words.count)])"
    }

    private mutating func place() -> Place? {
        guard isDrawn(oneIn: dataset.shape.postsPerPlace) else { return nil }
        return GeneratedPlace.place(random: &random)
    }

    /// Returns `true` with a probability of 1 in `count`, or `false` if `count` is 0.
    private mutating func isDrawn(oneIn count: Int) -> Bool {
        count > 0 && random.below(count) == 0
    }

    private mutating func author() -> User.ID {
        while true {
            let index = dataset.authorship.draw(random: &random)
            let isEarly = post < dataset.shape.posts / GeneratedDataset.earlyPart
            if isEarly || !GeneratedDataset.isDormant(index) || dataset.users.count == 1 {
                return dataset.users[index]
            }
        }
    }

    /// Appends a random number of likes, up to twice the average, and possibly a comment.
    ///
    /// The likes and the comment are dated within a day of the post and before the end of the
    /// dataset.
    private mutating func appendReplies(
        of post: Post.ID,
        at time: UInt64,
        to batch: inout [Change]
    ) {
        let room = Swift.max(1, Swift.min(day, GeneratedDataset.end - time))
        for _ in 0..<random.below(2 * dataset.shape.likes + 1) {
            let user = dataset.users[random.below(dataset.users.count)]
            let stamp = random.pushID(at: time + random.below(room))
            batch.append(Change(stamp: stamp, author: user, action: .liked(post)))
        }
        guard random.below(Swift.max(1, dataset.shape.postsPerComment)) == 0 else { return }
        let text = GeneratedText.sentence(of: 3 + random.below(8), random: &random)
        let stamp = random.pushID(at: time + random.below(room))
        let user = dataset.users[random.below(dataset.users.count)]
        batch.append(Change(stamp: stamp, author: user, action: .commentAdded(post, text: text)))
    }
}
