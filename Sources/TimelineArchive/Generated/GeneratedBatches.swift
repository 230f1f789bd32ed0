import TimelineCore

/// The changes of a generated world: users, then follows, then posts with what they got.
struct GeneratedBatches: Sequence, IteratorProtocol {
    private let world: GeneratedWorld
    private let size: Int
    private var random: SplitMix64
    private var user = 0
    private var follower = 0
    private var post = 0

    init(of world: GeneratedWorld, size: Int) {
        self.world = world
        self.size = size
        random = SplitMix64(seed: world.shape.seed ^ 0x5eed)
    }

    mutating func next() -> [Change]? {
        var batch: [Change] = []
        batch.reserveCapacity(size + 64)
        while batch.count < size, append(to: &batch) {}
        return batch.isEmpty ? nil : batch
    }

    /// Adds the next user, one user's follows, or the next post; `false` at the end.
    private mutating func append(to batch: inout [Change]) -> Bool {
        if user < world.users.count {
            appendUser(to: &batch)
        } else if follower < world.users.count {
            appendFollows(to: &batch)
        } else if post < world.shape.posts {
            appendPost(to: &batch)
        } else {
            return false
        }
        return true
    }

    private var start: UInt64 { GeneratedWorld.end - GeneratedWorld.span }
    private var day: UInt64 { 24 * 3_600_000 }

    private mutating func appendUser(to batch: inout [Change]) {
        let words = GeneratedText.words
        let name = "\(words[random.below(words.count)])_\(user)"
        let update = ProfileUpdate(
            username: GeneratedText.username(name),
            bio: .set(GeneratedText.sentence(of: 6, &random))
        )
        batch.append(
            Change(
                stamp: random.pushID(at: start - 2 * day + UInt64(user)),
                author: world.users[user],
                action: .profileUpdated(update)
            )
        )
        user += 1
    }

    /// A few users follow many, as the square of an even draw gives it.
    private mutating func appendFollows(to batch: inout [Change]) {
        let draw = random.below(1024)
        let count = Swift.min(3 * world.shape.follows * draw * draw >> 20, world.users.count / 2)
        var followed: Set<Int> = [follower]
        for _ in 0..<count {
            let other = world.fame.draw(&random)
            guard followed.insert(other).inserted else { continue }
            batch.append(
                Change(
                    stamp: random.pushID(at: start - day + UInt64(follower)),
                    author: world.users[follower],
                    action: .followed(world.users[other])
                )
            )
        }
        follower += 1
    }

    private mutating func appendPost(to batch: inout [Change]) {
        let step = GeneratedWorld.span / UInt64(world.shape.posts)
        let time = start + step * UInt64(post) + random.below(Swift.max(1, step / 2))
        let id = random.pushID(at: time)
        let content = Post.Content(
            caption: caption(),
            photos: [world.shape.photos[post % world.shape.photos.count]],
            place: place()
        )
        batch.append(Change(stamp: id, author: author(), action: .postAdded(content)))
        appendReplies(to: Post.ID(id), at: time, &batch)
        post += 1
    }

    private mutating func caption() -> String {
        let caption = GeneratedText.sentence(of: 4 + random.below(12), &random)
        guard isDrawn(oneIn: world.shape.postsPerTag) else { return caption }
        return "\(caption) #\(GeneratedText.words[random.below(GeneratedText.words.count)])"
    }

    private mutating func place() -> Place? {
        guard isDrawn(oneIn: world.shape.postsPerPlace) else { return nil }
        return GeneratedPlace.place(&random)
    }

    /// Draws, unless it is one in none.
    private mutating func isDrawn(oneIn count: Int) -> Bool {
        count > 0 && random.below(count) == 0
    }

    private mutating func author() -> User.ID {
        while true {
            let index = world.authorship.draw(&random)
            let isEarly = post < world.shape.posts / GeneratedWorld.earlyPart
            if isEarly || !GeneratedWorld.isDormant(index) || world.users.count == 1 {
                return world.users[index]
            }
        }
    }

    /// Up to twice the average of likes and comments, within a day and before the end.
    private mutating func appendReplies(to post: Post.ID, at time: UInt64, _ batch: inout [Change])
    {
        let room = Swift.max(1, Swift.min(day, GeneratedWorld.end - time))
        for _ in 0..<random.below(2 * world.shape.likes + 1) {
            let user = world.users[random.below(world.users.count)]
            let stamp = random.pushID(at: time + random.below(room))
            batch.append(Change(stamp: stamp, author: user, action: .liked(post)))
        }
        guard random.below(Swift.max(1, world.shape.postsPerComment)) == 0 else { return }
        let text = GeneratedText.sentence(of: 3 + random.below(8), &random)
        let stamp = random.pushID(at: time + random.below(room))
        let user = world.users[random.below(world.users.count)]
        batch.append(Change(stamp: stamp, author: user, action: .commentAdded(post, text: text)))
    }
}
