import Foundation
import TimelineCore

/// A generator for the changes of a ``ChangeScript``.
///
/// It performs one random action at a time.
struct ScriptAuthor {
    private(set) var changes: [Change] = []
    private var generator: SplitMix64
    private var make = ChangeMaker()
    private let users: [User.ID]
    /// The users that never receive a username, so that changes that depend on them remain pending.
    private let absent: Set<User.ID>
    private var posts: [(id: Post.ID, author: User.ID)] = []
    private var comments: [(id: Comment.ID, authors: [User.ID])] = []

    private static let names = ["leia", "han", "luke", "r2.d2", "c_3po", "ben"]
    private static let bios = [
        "", "a bio", "Zoë é", "e\u{301}galité", "x\u{301}", "🇩🇪 \"quoted\"\n%_",
    ]
    private static let words = [
        "golden", "Sunset", "sun", "#sunset", "#Café", "＃CAFE\u{301}", "夕焼け", "#夕焼け", "@leia",
        "@Han.",
        "@r2.d2", "hour,", "ÉTÉ", "été", "🌅", "a", "leia@example.org", "#1", "\u{202E}",
    ]

    init(seed: UInt64, users: [User.ID]) {
        generator = SplitMix64(seed: seed)
        self.users = users
        absent = Set(users.suffix(users.count / 6))
    }

    /// Adds the changes for one random action.
    mutating func act() {
        guard let author = users.randomElement(using: &generator) else { return }
        make.step = generator.happens(1, in: 4) ? 0 : 1
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<10: add(author, .profileUpdated(profile(of: author)))
        case 10..<11: if generator.happens(1, in: 3) { add(author, .profileRemoved) }
        case 11..<33: post(author)
        case 33..<35: editCaption()
        case 35..<38: editDetails()
        case 38..<43: deletePost()
        case 43..<58: comment(author)
        case 58..<63: deleteComment()
        case 63..<78: like(author)
        default: follow(author)
        }
    }

    /// Returns the changes in a different order, with some of them repeated.
    mutating func disordered() -> [Change] {
        var positions = changes.enumerated()
            .map { (position: Double($0.offset), change: $0.element) }
        for index in positions.indices where generator.happens(1, in: 5) {
            positions[index].position += Double.random(in: -60...60, using: &generator)
        }
        for entry in positions where generator.happens(1, in: 15) {
            let later = Double.random(in: 0...200, using: &generator)
            positions.append((entry.position + later, seenElsewhere(entry.change)))
        }
        return positions.sorted { $0.position < $1.position }.map(\.change)
    }

    /// Returns the change as another device might send it.
    ///
    /// The photos of a post may have different ThumbHashes and previews.
    private mutating func seenElsewhere(_ change: Change) -> Change {
        guard case .postAdded(var content) = change.action else { return change }
        let hashes = [nil, Data([7]), Data([200, 1])]
        let previews = [nil, Photo.Preview(blob: BlobID(of: Data([7])), byteCount: 1)]
        content.photos = content.photos.map { photo in
            Photo(
                blob: photo.blob,
                byteCount: photo.byteCount,
                mediaType: photo.mediaType,
                width: photo.width,
                height: photo.height,
                alt: photo.alt,
                thumbHash: generator.happens(1, in: 2)
                    ? photo.thumbHash : hashes.randomElement(using: &generator) ?? nil,
                preview: generator.happens(1, in: 2)
                    ? photo.preview : previews.randomElement(using: &generator) ?? nil
            )
        }
        return change.with(.postAdded(content))
    }

    private mutating func add(_ author: User.ID, _ action: Intent) {
        changes.append(make.change(author, action))
    }

    private mutating func profile(of author: User.ID) -> ProfileUpdate {
        var update = ProfileUpdate()
        // All of these names are valid usernames.
        let name = Self.names.randomElement(using: &generator).flatMap { try? Username($0) }
        if generator.happens(2, in: 3), !absent.contains(author) { update.username = name }
        if generator.happens(1, in: 2) { update.displayName = text() }
        if generator.happens(1, in: 3) { update.bio = text() }
        if generator.happens(1, in: 3) { update.url = text() }
        if generator.happens(1, in: 4) {
            update.avatar = generator.happens(1, in: 3) ? .cleared : .set(photo())
        }
        return update
    }

    private mutating func text() -> ProfileUpdate.Field<String> {
        if generator.happens(1, in: 3) { return .cleared }
        return .set(Self.bios.randomElement(using: &generator) ?? "")
    }

    /// Returns a text of up to eight words, tags and mentions.
    private mutating func words() -> String {
        (0..<Int.random(in: 0...8, using: &generator))
            .compactMap { _ in Self.words.randomElement(using: &generator) }.joined(separator: " ")
    }

    private mutating func photo() -> Photo {
        TestPhotos.photo(seed: Int.random(in: 0..<30, using: &generator))
    }

    private mutating func post(_ author: User.ID) {
        let caption = words()
        let photos = (0...Int.random(in: 0...2, using: &generator)).map { _ in photo() }
        let positions = [(1.5, -2), (90, 7), (-90, 0), (0, 180), (0.001, -180), (1.501, -2.001)]
        let (latitude, longitude) = positions.randomElement(using: &generator) ?? (0, 0)
        let position = Coordinate(latitude: latitude, longitude: longitude)
        let place = Place(
            name: "Hoth",
            coordinate: generator.happens(1, in: 5) ? nil : position
        )
        let content = Post.Content(
            caption: caption,
            photos: photos,
            place: generator.happens(1, in: 3) ? place : nil
        )
        let change = make.change(author, .postAdded(content))
        posts.append((change.post, author))
        // Some posts never arrive, so changes that refer to them remain pending.
        if !generator.happens(1, in: 20) { changes.append(change) }
    }

    private mutating func editCaption() {
        guard let post = posts.suffix(40).randomElement(using: &generator) else { return }
        let caption = "edit \(Int.random(in: 0..<1000, using: &generator)) \(words())"
        add(post.author, .captionEdited(post.id, caption: caption))
    }

    private mutating func editDetails() {
        guard let post = posts.suffix(40).randomElement(using: &generator) else { return }
        let words = words()
        let alt = generator.happens(1, in: 3) ? nil : words
        let place = Place(
            name: "Endor \(words.prefix(20))",
            coordinate: generator.happens(1, in: 2)
                ? nil : Coordinate(latitude: 1.5, longitude: Double(words.count % 5))
        )
        let isPlace = generator.happens(1, in: 2)
        let photo = Int.random(in: 0...2, using: &generator)
        add(
            post.author,
            isPlace
                ? .placeEdited(post.id, place: generator.happens(1, in: 4) ? nil : place)
                : .altEdited(post.id, photo: photo, alt: alt)
        )
    }

    private mutating func deletePost() {
        guard let post = posts.randomElement(using: &generator) else { return }
        add(post.author, .postDeleted(post.id))
    }

    private mutating func comment(_ author: User.ID) {
        guard let post = posts.suffix(40).randomElement(using: &generator) else { return }
        let author = generator.happens(1, in: 3) ? post.author : author
        let change = make.change(author, .commentAdded(post.id, text: "comment \(words())"))
        comments.append((change.comment, [author, post.author]))
        changes.append(change)
    }

    private mutating func deleteComment() {
        guard let comment = comments.randomElement(using: &generator),
            let author = comment.authors.randomElement(using: &generator)
        else { return }
        add(author, .commentDeleted(comment.id))
    }

    private mutating func like(_ author: User.ID) {
        guard let post = posts.suffix(40).randomElement(using: &generator) else { return }
        add(author, generator.happens(1, in: 3) ? .unliked(post.id) : .liked(post.id))
    }

    private mutating func follow(_ author: User.ID) {
        guard let user = users.randomElement(using: &generator), user != author else { return }
        add(author, generator.happens(1, in: 4) ? .unfollowed(user) : .followed(user))
    }
}
