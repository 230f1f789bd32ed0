public import Foundation
public import TimelineCore

/// Makes changes by hand, each stamped a second after the one before.
public struct ChangeMaker: Sendable {
    private var source: PushIDSource
    private let clock = TestEnvironment(seed: 7)
    /// How many seconds lie between two stamps; without any, their identifiers differ in the last bits.
    public var step: TimeInterval = 1

    /// Makes a maker whose first stamp is that of ``TestEnvironment/start``.
    public init() {
        source = PushIDSource(after: .min, environment: clock.environment)
    }

    /// The next stamp.
    public mutating func stamp() -> PushID {
        defer { clock.advance(by: step) }
        return source.next()
    }

    /// Something that an author does now.
    public mutating func change(_ author: User.ID, _ action: Change.Action) -> Change {
        Change(stamp: stamp(), author: author, action: action)
    }

    /// A user appears under a name, or takes another.
    public mutating func user(_ id: User.ID, _ name: String) throws -> Change {
        change(id, .profileUpdated(ProfileUpdate(username: try Username(name))))
    }

    /// A user shares a picture.
    public mutating func post(
        _ author: User.ID,
        _ caption: String = "",
        photo seed: Int = 1
    ) -> Change {
        change(
            author,
            .postAdded(Post.Content(caption: caption, photos: [TestPhotos.photo(seed: seed)]))
        )
    }

    /// A user writes under a post.
    public mutating func comment(_ author: User.ID, on post: Change, _ text: String) -> Change {
        change(author, .commentAdded(post.post, text: text))
    }
}

extension ChangeMaker {
    /// One change of every kind, in an order that makes each of them count.
    public static func everyKind() throws -> [Change] {
        var make = ChangeMaker()
        let leia = try make.user(.leia, "leia")
        let han = try make.user(.han, "han")
        let luke = try make.user(.luke, "luke")
        let post = make.post(.leia, "first")
        let gone = make.post(.leia, "gone")
        let comment = make.comment(.han, on: post, "yes")
        let unsaid = make.comment(.han, on: post, "no")
        return [
            leia, han, luke, post, gone, comment, unsaid,
            make.change(.leia, .captionEdited(post.post, caption: "edited")),
            make.change(.leia, .postDeleted(gone.post)),
            make.change(.han, .commentDeleted(unsaid.comment)),
            make.change(.han, .liked(post.post)),
            make.change(.luke, .liked(post.post)),
            make.change(.luke, .unliked(post.post)),
            make.change(.han, .followed(.leia)),
            make.change(.leia, .followed(.han)),
            make.change(.leia, .unfollowed(.han)),
            make.change(.luke, .followed(.leia)),
            make.change(.luke, .profileRemoved),
        ]
    }
}

extension Change {
    /// The post that this change adds.
    public var post: Post.ID { Post.ID(stamp) }

    /// The comment that this change adds.
    public var comment: Comment.ID { Comment.ID(stamp) }

    /// The same deed at the same moment, told otherwise.
    public func with(author: User.ID? = nil, _ action: Action? = nil) -> Change {
        Change(stamp: stamp, author: author ?? self.author, action: action ?? self.action)
    }
}

extension User.ID {
    /// The identifier of a test's user.
    public init(number: UInt16) {
        let (high, low) = (UInt8(number >> 8), UInt8(number & 0xff))
        self.init(UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, high, low)))
    }

    /// The first of three users whom most tests know.
    public static let leia = User.ID(number: 1)
    /// The second of them.
    public static let han = User.ID(number: 2)
    /// The third of them.
    public static let luke = User.ID(number: 3)
}
