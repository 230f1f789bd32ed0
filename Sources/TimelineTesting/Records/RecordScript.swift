import Foundation
package import TimelineCore

/// A random but reproducible history of records by test users, each with two devices.
///
/// It includes edits, deletions, hidden comments, revoked keys, and users who delete their
/// accounts. Some users never receive a username and some posts never arrive, so records that refer
/// to them have no effect. Some stamps differ only in their random bits, and a few not at all.
package struct RecordScript: Sendable {
    /// The records in the order in which they were made, beginning with the certificates of all
    /// device keys.
    package private(set) var records: [VerifiedRecord] = []

    private let users: [User.ID]
    /// The users that never receive a username.
    private let absent: Set<User.ID>
    private let revokesKeys: Bool
    private var generator: SplitMix64
    private var make: RecordMaker
    private var posts: [(id: Post.ID, author: User.ID)] = []
    private var comments: [(id: Comment.ID, author: User.ID, post: Post.ID)] = []
    private var left: Set<User.ID> = []

    private static let names = ["leia", "han", "luke", "r2.d2", "c_3po", "ben"]
    private static let texts = [
        "a bio", "Zoë é", "e\u{301}galité", "x\u{301}", "🇩🇪 \"quoted\"\n%_",
    ]
    private static let words = [
        "golden", "Sunset", "sun", "#sunset", "#Café", "＃CAFE\u{301}", "夕焼け", "#夕焼け", "@leia",
        "@Han.", "@r2.d2", "hour,", "ÉTÉ", "été", "🌅", "a", "leia@example.org", "#1", "\u{202E}",
        "서울에서", "서울",
    ]

    /// Creates a script.
    ///
    /// - Parameters:
    ///   - seed: The seed for all random choices.
    ///   - count: The number of records after the certificates.
    ///   - userCount: The number of users, a sixth of whom never receive a username.
    ///   - revokesKeys: Whether keys of second devices are revoked.
    /// - Throws: `RecordError` if a record is invalid, which is a bug in the script.
    package init(seed: UInt64, count: Int, userCount: UInt16 = 12, revokesKeys: Bool = true) throws
    {
        generator = SplitMix64(seed: seed)
        make = RecordMaker(seed: seed)
        users = (1...userCount).map { User.ID(number: $0) }
        absent = Set(users.suffix(users.count / 6))
        self.revokesKeys = revokesKeys
        records = try users.flatMap { user in
            try (0..<2).compactMap { try TestPeople.certificate(of: user, device: $0) }
        }
        let first = users.prefix((users.count + 1) / 2)
        for user in first { try add(user, .profileUpdated(ProfileUpdate(username: name()))) }
        while records.count < count + users.count * 2 { try act() }
    }

    /// Returns the records in an order in which a store may receive them: keys first, then the
    /// others, some of them early, late or twice.
    package func disordered() -> [VerifiedRecord] {
        var generator = generator
        let keys = records.filter { $0.content.kind == .keyAdded }
        var arrivals = records.filter { $0.content.kind != .keyAdded }.enumerated()
            .map { (position: Double($0.offset), record: $0.element) }
        for index in arrivals.indices where generator.happens(1, in: 5) {
            arrivals[index].position += Double.random(in: -60...60, using: &generator)
        }
        for arrival in arrivals where generator.happens(1, in: 15) {
            let later = Double.random(in: 0...200, using: &generator)
            arrivals.append((arrival.position + later, arrival.record))
        }
        return keys + arrivals.sorted { $0.position < $1.position }.map(\.record)
    }

    // MARK: Steps

    /// Adds the records of one random action.
    private mutating func act() throws {
        make.step = generator.happens(1, in: 4) ? 0 : 1
        make.device = generator.happens(2, in: 5) ? 1 : 0
        guard let author = users.randomElement(using: &generator) else { return }
        guard !left.contains(author) || generator.happens(1, in: 5) else { return }
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<10: try setProfile(of: author)
        case 10: try leave(author)
        case 11..<31: try addPost(by: author)
        case 31..<39: try editPost()
        case 39..<43: try deletePost()
        case 43..<58: try addComment(by: author)
        case 58..<62: try deleteComment()
        case 62..<65: try hideComment()
        case 65..<79: try like(by: author)
        case 79..<82 where revokesKeys: try revokeKey(of: author)
        default: try follow(by: author)
        }
    }

    private mutating func add(
        _ author: User.ID,
        _ intent: Intent,
        at stamp: PushID? = nil
    ) throws {
        records.append(try make.record(author, intent, at: stamp))
    }

    private mutating func setProfile(of author: User.ID) throws {
        var update = ProfileUpdate()
        switch Int.random(in: 0..<6, using: &generator) {
        case 0..<2:
            if absent.contains(author) { return }
            update.username = name()
        case 2: update.displayName = field(Self.texts.randomElement(using: &generator))
        case 3: update.bio = field(Self.texts.randomElement(using: &generator))
        case 4:
            let number = Int.random(in: 0..<100, using: &generator)
            update.url = field("https://example.org/\(number)")
        default: update.avatar = generator.happens(1, in: 3) ? .cleared : .set(photo())
        }
        try add(author, .profileUpdated(update))
    }

    private mutating func leave(_ author: User.ID) throws {
        guard generator.happens(1, in: 3) else { return }
        left.insert(author)
        records.append(try make.accountDeleted(author))
    }

    private mutating func addPost(by author: User.ID) throws {
        let content = Post.Content(
            caption: words(),
            photos: (0...Int.random(in: 0...2, using: &generator)).map { _ in photo() },
            place: generator.happens(1, in: 3) ? place() : nil
        )
        let record = try make.post(author, content)
        posts.append((record.post, author))
        // Some posts never arrive.
        if !generator.happens(1, in: 20) { records.append(record) }
    }

    private mutating func editPost() throws {
        guard let post = posts.suffix(40).randomElement(using: &generator) else { return }
        // Some versions have the same stamp as the first one, as if a device had forgotten it.
        let stamp = generator.happens(1, in: 8) ? post.id.pushID : nil
        let photo = Int.random(in: 0...2, using: &generator)
        let alt = generator.happens(1, in: 3) ? nil : words()
        let place = generator.happens(1, in: 4) ? nil : place()
        let edits: [Intent] = [
            .postEdited(post.id, PostEdit(caption: "edit \(words())")),
            .postEdited(post.id, PostEdit(place: place.map { .set($0) } ?? .cleared)),
            .postEdited(post.id, PostEdit(alts: [photo: alt])),
        ]
        guard let edit = edits.randomElement(using: &generator) else { return }
        try add(post.author, edit, at: stamp)
    }

    private mutating func deletePost() throws {
        guard let post = posts.randomElement(using: &generator) else { return }
        try add(post.author, .postDeleted(post.id))
    }

    private mutating func addComment(by user: User.ID) throws {
        guard let post = posts.suffix(40).randomElement(using: &generator) else { return }
        let author = generator.happens(1, in: 3) ? post.author : user
        let record = try make.record(author, .commentAdded(post.id, text: "comment \(words())"))
        comments.append((record.comment, author, post.id))
        records.append(record)
    }

    private mutating func deleteComment() throws {
        guard let comment = comments.randomElement(using: &generator) else { return }
        try add(comment.author, .commentDeleted(comment.id))
    }

    private mutating func hideComment() throws {
        guard let comment = comments.randomElement(using: &generator),
            let other = posts.randomElement(using: &generator)
        else { return }
        // Sometimes, the author of a different post tries to hide the comment, which has no effect.
        let post = try make.made(generator.happens(4, in: 5) ? comment.post : other.id)
        let content = RecordContent.commentHidden(comment.id, post: post.id)
        records.append(try make.sign(content, by: post.author))
    }

    private mutating func like(by author: User.ID) throws {
        guard let post = posts.suffix(40).randomElement(using: &generator) else { return }
        try add(author, generator.happens(1, in: 3) ? .unliked(post.id) : .liked(post.id))
    }

    private mutating func follow(by author: User.ID) throws {
        guard let user = users.randomElement(using: &generator), user != author else { return }
        try add(author, generator.happens(1, in: 4) ? .unfollowed(user) : .followed(user))
    }

    /// Revokes the second device of a user, as of now or of an earlier time.
    private mutating func revokeKey(of author: User.ID) throws {
        let key = try TestPeople.person(author).key(ofDevice: 1).id
        let age = UInt64.random(in: 0...100_000, using: &generator)
        let now = make.stamp().milliseconds
        let last = PushID(milliseconds: now - age, bits: (.max, .max))
        // Some of the records are missing from the lists, as if this device did not hold them.
        let signed = records.filter { $0.author == author && $0.key == key }
            .filter { _ in generator.happens(9, in: 10) }
        let id = RevocationID(using: &generator)
        let lists = [signed.prefix(signed.count / 2), signed[(signed.count / 2)...]]
            .map { Set($0.map { RecordIDPrefix($0.id) }).sorted() }
        // Some revocations never become complete, or contradict themselves.
        var parts = [(1 as UInt64, lists[0])]
        if generator.happens(3, in: 5) { parts.append((2, lists[1])) }
        if generator.happens(1, in: 10) { parts.append((1, lists[1])) }
        for (part, list) in parts {
            let revocation = KeyRevocation(
                of: key,
                last: last,
                id: id,
                part: part,
                of: 2,
                list: list
            )
            records.append(try make.sign(.keyRevoked(revocation), by: author))
        }
    }

    // MARK: Values

    private mutating func name() -> Username? {
        // All of these names are valid usernames.
        Self.names.randomElement(using: &generator).flatMap { try? Username($0) }
    }

    private mutating func field(_ text: String?) -> ProfileUpdate.Field<String> {
        if generator.happens(1, in: 3) { return .cleared }
        return .set(text ?? "")
    }

    /// Returns a text of up to eight words, tags and mentions.
    private mutating func words() -> String {
        (0..<Int.random(in: 0...8, using: &generator))
            .compactMap { _ in Self.words.randomElement(using: &generator) }.joined(separator: " ")
    }

    private mutating func photo() -> Photo {
        let alt = generator.happens(1, in: 3) ? words() : nil
        return TestPhotos.photo(seed: Int.random(in: 0..<30, using: &generator), alt: alt)
    }

    private mutating func place() -> Place {
        let positions = [(1.5, -2), (90, 7), (-90, 0), (0, 180), (0.001, -180), (1.501, -2.001)]
        let (latitude, longitude) = positions.randomElement(using: &generator) ?? (0, 0)
        let position = Coordinate(latitude: latitude, longitude: longitude)
        return Place(
            name: generator.happens(1, in: 2) ? "Hoth" : "Endor \(words().prefix(20))",
            coordinate: generator.happens(1, in: 5) ? nil : position
        )
    }
}
