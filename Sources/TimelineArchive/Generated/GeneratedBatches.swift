import TimelineCore
import TimelineCrypto

/// The signed records of a dataset, in batches: users, then follows, then posts, each followed by
/// its likes and comments.
struct GeneratedBatches: Sequence, IteratorProtocol {
    private let dataset: GeneratedDataset
    private let size: Int
    private var random: SplitMix64
    private var user = 0
    private var follower = 0
    private var post = 0
    /// What signs the statements of the current batch.
    private var batch: [@Sendable () -> VerifiedRecord?] = []

    init(of dataset: GeneratedDataset, size: Int) {
        self.dataset = dataset
        self.size = size
        random = SplitMix64(seed: dataset.shape.seed ^ 0x5eed)
    }

    mutating func next() -> [VerifiedRecord]? {
        batch = []
        while batch.count < size, append() {}
        guard !batch.isEmpty else { return nil }
        return ConcurrentParts.map(batch.count) { [batch] in batch[$0]() }.compactMap(\.self)
    }

    /// Appends the next user, the follows of the next user, or the next post.
    ///
    /// - Returns: `false` if nothing is left to append.
    private mutating func append() -> Bool {
        if user < dataset.ids.count {
            appendUser()
        } else if follower < dataset.ids.count {
            appendFollows()
        } else if post < dataset.shape.posts {
            appendPost()
        } else {
            return false
        }
        return true
    }

    private var start: UInt64 { GeneratedDataset.end - GeneratedDataset.span }
    private var day: UInt64 { 24 * 3_600_000 }

    /// Appends a statement of a user, signed by the device key.
    private mutating func append(
        _ content: RecordContent,
        by author: Int,
        at stamp: PushID,
        postAuthor: Int? = nil
    ) {
        let (user, key) = (dataset.ids[author], dataset.devices[author])
        let home = postAuthor.map { dataset.ids[$0] }
        batch.append {
            // `try?` is correct because all values are within their limits.
            try? VerifiedRecord(
                author: user,
                stamp: stamp,
                postAuthor: home,
                content: content,
                signedWith: key
            )
        }
    }

    private mutating func appendUser() {
        let time = start - 2 * day + UInt64(user)
        // The seeds of a dataset yield valid keys; a key that does not exist signs nothing.
        if let keys = dataset.keys(of: user), let certificate = try? keys.certificate {
            let stamp = random.stamp(at: time)
            batch.append {
                // As above.
                try? VerifiedRecord(
                    author: keys.user,
                    stamp: stamp,
                    content: .keyAdded(certificate),
                    signedWith: keys.root
                )
            }
        }
        // The words and the names of readers are valid usernames.
        if let username = try? Username(username()) {
            append(.profileSet(.username(username)), by: user, at: random.stamp(at: time))
        }
        let bio = GeneratedText.sentence(of: 6, random: &random)
        append(.profileSet(.bio(bio)), by: user, at: random.stamp(at: time))
        user += 1
    }

    /// Returns the username of the next user: a word and a number, or that of a reader.
    private mutating func username() -> String {
        guard user < dataset.shape.users else {
            return dataset.shape.readers[user - dataset.shape.users].username
        }
        return "\(GeneratedText.words[random.below(GeneratedText.words.count)])_\(user)"
    }

    /// Appends the follows of the next user.
    ///
    /// Squaring a uniform random number makes a few users follow many others.
    private mutating func appendFollows() {
        guard follower < dataset.shape.users else { return appendReaderFollows() }
        let draw = random.below(1024)
        // The mean of the square is a third of 1 << 20; half of that rounds to the nearest number.
        let drawn = (3 * dataset.shape.follows * draw * draw + (1 << 19)) / (1 << 20)
        let count = Swift.min(drawn, dataset.shape.users / 2)
        var followed: Set<Int> = [follower]
        while followed.count <= count {
            let other = dataset.fame.draw(random: &random)
            guard followed.insert(other).inserted else { continue }
            appendFollow(of: dataset.ids[other])
        }
        follower += 1
    }

    private mutating func appendReaderFollows() {
        let reader = dataset.shape.readers[follower - dataset.shape.users]
        let users = reader.followsDormant ? dataset.dormantUsers : dataset.users
        for user in users.prefix(reader.follows) { appendFollow(of: user) }
        follower += 1
    }

    private mutating func appendFollow(of user: User.ID) {
        let stamp = random.stamp(at: start - day + UInt64(follower))
        append(.followed(user), by: follower, at: stamp)
    }

    private mutating func appendPost() {
        let step = GeneratedDataset.span / UInt64(dataset.shape.posts)
        let time = start + step * UInt64(post) + random.below(Swift.max(1, step / 2))
        let content = Post.Content(
            caption: caption(),
            photos: [dataset.shape.photos[post % dataset.shape.photos.count]],
            place: place()
        )
        let author = author()
        let id: BoundID<Post> = boundID(at: time, by: author)
        append(.postSet(id, content), by: author, at: id.stamp)
        appendReplies(of: id, by: author, at: time)
        post += 1
    }

    private mutating func boundID<Subject>(
        at time: UInt64,
        by author: Int,
        on post: BoundID<Post>? = nil
    ) -> BoundID<Subject> {
        BoundID(
            milliseconds: time,
            nonce: Nonce(using: &random),
            author: dataset.ids[author],
            on: post?.id
        )
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

    /// Returns the index of the author of the next post.
    private mutating func author() -> Int {
        while true {
            let index = dataset.authorship.draw(random: &random)
            let isEarly = post < dataset.shape.posts / GeneratedDataset.earlyPart
            if isEarly || !GeneratedDataset.isDormant(index) || dataset.shape.users == 1 {
                return index
            }
        }
    }

    /// Appends a random number of likes, up to twice the average, and possibly a comment.
    ///
    /// The likes and the comment are dated within a day of the post and before the end of the
    /// dataset.
    private mutating func appendReplies(of post: BoundID<Post>, by author: Int, at time: UInt64) {
        let room = Swift.max(1, Swift.min(day, GeneratedDataset.end - time))
        let drawn = random.below(2 * dataset.shape.likes + 1)
        var likers: Set<Int> = []
        while likers.count < Swift.min(drawn, dataset.shape.users) {
            let user = random.below(dataset.shape.users)
            guard likers.insert(user).inserted else { continue }
            let stamp = random.stamp(at: time + random.below(room))
            append(.liked(post), by: user, at: stamp, postAuthor: author)
        }
        guard random.below(Swift.max(1, dataset.shape.postsPerComment)) == 0 else { return }
        let text = GeneratedText.sentence(of: 3 + random.below(8), random: &random)
        let user = random.below(dataset.shape.users)
        let id: BoundID<Comment> = boundID(at: time + random.below(room), by: user, on: post)
        append(
            .commentAdded(nonce: id.nonce, post: post, text: text),
            by: user,
            at: id.stamp,
            postAuthor: author
        )
    }
}
