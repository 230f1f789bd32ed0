import TimelineCore
public import TimelineRecords

/// A random history of records by users with two devices each, sorted by stamp.
///
/// It includes edits, deletions, hidden comments, revoked keys, and a user who leaves.
public struct RecordScript {
    /// The records in the order in which they were made.
    public private(set) var records: [VerifiedRecord] = []

    private let users: [ScriptUser]
    private var generator: SplitMix64
    private var milliseconds: UInt64 = 1_700_000_000_000
    private var posts: [Item] = []
    private var comments: [Item] = []
    private var left: Set<Int> = []

    /// A post or comment, with the index of its author.
    private struct Item {
        let id: BoundID
        let user: Int
        /// The post of a comment, or the post itself.
        let post: BoundID
        /// The index of the author of the post.
        let postUser: Int
    }

    /// Creates a script.
    ///
    /// - Parameters:
    ///   - seed: The seed for all random choices.
    ///   - count: The number of records after the keys and usernames.
    ///   - userCount: The number of users.
    ///   - endsKeys: Whether device keys are revoked.
    /// - Throws: `RecordError` if a record is invalid, which is a bug in the script.
    public init(seed: UInt64, count: Int, userCount: Int = 4, endsKeys: Bool = true) throws {
        generator = SplitMix64(seed: seed)
        users = (0..<userCount).map { ScriptUser(seed: UInt8($0 + 1), salt: UInt8(seed & 0xff)) }
        for index in users.indices {
            for device in 0..<2 { try sign(.keyAdded(users[index].certificate(device)), by: index) }
            try sign(.profileSet(.username("user\(index)")), by: index, device: 0)
        }
        while records.count < count + 3 * userCount { try step(endsKeys: endsKeys) }
    }

    // MARK: Steps

    private mutating func step(endsKeys: Bool) throws {
        milliseconds += UInt64.random(in: 1...2, using: &generator)
        let user = Int.random(in: 0..<users.count, using: &generator)
        guard !left.contains(user) || chance(20) else { return }
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<22: try addPost(by: user)
        case 22..<32: try editPost()
        case 32..<36: try deletePost()
        case 36..<56: try addComment(by: user)
        case 56..<62: try deleteComment()
        case 62..<66: try hideComment()
        case 66..<80: try like(by: user)
        case 80..<88: try follow(by: user)
        case 88..<97: try setProfile(of: user)
        case 97 where endsKeys: try endKey(of: user)
        case 98 where chance(4):
            left.insert(user)
            try sign(.userLeft, by: user)
        default: break
        }
    }

    private mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &generator) < percent
    }

    private mutating func addPost(by user: Int) throws {
        let id = bound(by: user)
        posts.append(Item(id: id, user: user, post: id, postUser: user))
        try sign(.postSet(id, content()), by: user, at: id.id)
    }

    private mutating func editPost() throws {
        guard let post = posts.randomElement(using: &generator) else { return }
        try sign(.postSet(post.id, content()), by: post.user)
    }

    private mutating func deletePost() throws {
        guard let post = posts.randomElement(using: &generator) else { return }
        try sign(.postDeleted(post.id), by: post.user)
    }

    private mutating func addComment(by user: Int) throws {
        guard let post = posts.randomElement(using: &generator) else { return }
        let id = bound(by: user, on: post.id.id)
        comments.append(Item(id: id, user: user, post: post.id, postUser: post.user))
        let text = "words #tag\(Int.random(in: 0..<5, using: &generator)) of @user1"
        try sign(
            .commentAdded(nonce: id.nonce, post: post.id, text: text),
            by: user,
            at: id.id,
            on: post.user
        )
    }

    private mutating func deleteComment() throws {
        guard let comment = comments.randomElement(using: &generator) else { return }
        try sign(
            .commentDeleted(comment.id, post: comment.post),
            by: comment.user,
            on: comment.postUser
        )
    }

    private mutating func hideComment() throws {
        guard let comment = comments.randomElement(using: &generator) else { return }
        // Sometimes, the author of a different post tries to hide the comment, which has no effect.
        let post = chance(80) ? comment : posts.randomElement(using: &generator) ?? comment
        try sign(.commentHidden(comment.id.id, post: post.post), by: post.postUser)
    }

    private mutating func like(by user: Int) throws {
        guard let post = posts.randomElement(using: &generator) else { return }
        let content: RecordContent = chance(70) ? .liked(post.id) : .unliked(post.id)
        try sign(content, by: user, on: post.user)
    }

    private mutating func follow(by user: Int) throws {
        let other = Int.random(in: 0..<users.count, using: &generator)
        guard other != user else { return }
        let id = users[other].id
        try sign(chance(70) ? .followed(id) : .unfollowed(id), by: user)
    }

    private mutating func setProfile(of user: Int) throws {
        let number = Int.random(in: 0..<100, using: &generator)
        let settings: [ProfileSetting] = [
            .displayName(chance(80) ? "Name \(number)" : nil),
            .bio(chance(80) ? "Bio \(number)" : nil),
            .url(chance(80) ? "https://example.org/\(number)" : nil),
            .photo(chance(80) ? photo() : nil),
        ]
        guard let setting = settings.randomElement(using: &generator) else { return }
        try sign(.profileSet(setting), by: user)
    }

    /// Revokes the second device of a user, as of now or of an earlier time.
    private mutating func endKey(of user: Int) throws {
        let age = UInt64.random(in: 0...200, using: &generator)
        let last = RecordPushID(milliseconds: milliseconds - age, bits: (.max, .max))
        let key = users[user].devices[1].id
        // Some of the records are missing from the lists, as if this device did not hold them.
        let signed = records.filter { $0.body.author == users[user].id && $0.body.key == key }
            .filter { _ in chance(90) }
        let id = RevocationID(using: &generator)
        let lists = [signed.prefix(signed.count / 2), signed[(signed.count / 2)...]]
            .map { $0.map { RecordIDPrefix($0.id) }.sorted() }
        // Some revocations never become complete, or contradict themselves.
        let isComplete = chance(60)
        func part(_ number: UInt64, _ list: [RecordIDPrefix]) -> RecordContent {
            .keyEnded(KeyRevocation(of: key, last: last, id: id, part: number, of: 2, list: list))
        }
        try sign(part(1, lists[0]), by: user)
        if isComplete { try sign(part(2, lists[1]), by: user) }
        if chance(10) { try sign(part(1, lists[1]), by: user) }
    }

    // MARK: Values

    private mutating func content() -> PostContent {
        let number = Int.random(in: 0..<1000, using: &generator)
        return PostContent(
            caption: "Caption \(number) #tag\(number % 7) by @user\(number % 4)",
            photos: (0..<Int.random(in: 1...2, using: &generator)).map { _ in photo() },
            place: chance(30)
                ? RecordPlace(
                    name: "Place \(number)",
                    position: RecordPlace.Position(latitude: 10_000_000, longitude: 20_000_000)
                ) : nil
        )
    }

    private mutating func photo() -> RecordPhoto {
        let byte = UInt8.random(in: 0..<50, using: &generator)
        let words = (UInt64(byte), UInt64(byte), 1 as UInt64, 2 as UInt64)
        return RecordPhoto(
            blob: BlobHash(words: words),
            byteCount: 100,
            format: .jpeg,
            width: 4,
            height: 3,
            alt: chance(50) ? "Alt \(byte)" : nil
        )
    }

    private mutating func bound(by user: Int, on post: RecordPushID? = nil) -> BoundID {
        BoundID(
            milliseconds: milliseconds,
            nonce: IDNonce(number: generator.next()),
            author: users[user].id,
            on: post
        )
    }

    private mutating func sign(
        _ content: RecordContent,
        by user: Int,
        device: Int? = nil,
        at stamp: RecordPushID? = nil,
        on postUser: Int? = nil
    ) throws {
        let device = device ?? (chance(60) ? 0 : 1)
        let key = content.isSignedByRoot ? users[user].root : users[user].devices[device]
        let random = RecordPushID(
            milliseconds: milliseconds,
            bits: (generator.next() as UInt16, generator.next() as UInt64)
        )
        let body = RecordBody(
            author: users[user].id,
            key: key.id,
            stamp: stamp ?? random,
            postAuthor: postUser.map { users[$0].id },
            content: content
        )
        records.append(try VerifiedRecord(signing: body, with: key))
    }
}

/// A user of a script, with keys that depend only on a number.
private struct ScriptUser {
    let root: SigningKey
    let devices: [SigningKey]
    let id: RecordUserID

    init(seed: UInt8, salt: UInt8) {
        func key(_ role: UInt8) -> SigningKey {
            SigningKey(seed: [salt, role] + [UInt8](repeating: seed, count: 30)) ?? SigningKey()
        }
        root = key(0)
        devices = [key(1), key(2)]
        id = RecordUserID(rootKey: root.verifyingKey)
    }

    func certificate(_ device: Int) -> DeviceCertificate {
        DeviceCertificate(
            root: root.verifyingKey,
            device: devices[device].verifyingKey,
            box: BoxKey(words: (1, 2, 3, 4))
        )
    }
}
