public import Foundation
public import TimelineCore

/// A source of changes for tests, each stamped one ``step`` after the previous change.
public struct ChangeMaker: Sendable {
    private var source: PushIDSource
    private let clock = TestEnvironment(seed: 7)
    /// The number of seconds between two stamps.
    ///
    /// With 0, stamps differ only in their random bits.
    public var step: TimeInterval = 1

    /// Creates a source that stamps its first change at ``TestEnvironment/start``.
    public init() {
        source = PushIDSource(after: .min, environment: clock.environment)
    }

    /// Returns the next stamp.
    public mutating func stamp() -> PushID {
        defer { clock.advance(by: step) }
        return source.next()
    }

    /// Creates a change with the next stamp.
    public mutating func change(_ author: User.ID, _ action: Intent) -> Change {
        Change(stamp: stamp(), author: author, action: action)
    }

    /// Creates a change that adds or renames a user.
    public mutating func user(_ id: User.ID, _ name: String) throws -> Change {
        change(id, .profileUpdated(ProfileUpdate(username: try Username(name))))
    }

    /// Creates a change that adds a post with one photo.
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

    /// Creates a change that adds a comment to a post.
    public mutating func comment(_ author: User.ID, on post: Change, _ text: String) -> Change {
        change(author, .commentAdded(post.post, text: text))
    }
}

extension ChangeMaker {
    /// Returns at least one change of every kind.
    ///
    /// The changes are in an order in which each of them takes effect.
    ///
    /// - Throws: Never in practice, because all usernames are valid.
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
            make.change(.leia, .placeEdited(post.post, place: Place(name: "Hoth"))),
            make.change(.leia, .altEdited(post.post, photo: 0, alt: "two suns")),
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
    /// The ID of the post that this change adds.
    public var post: Post.ID { Post.ID(stamp) }

    /// The ID of the comment that this change adds.
    public var comment: Comment.ID { Comment.ID(stamp) }

    /// Returns a change with the same stamp but with a different author or action.
    public func with(author: User.ID? = nil, _ action: Intent? = nil) -> Change {
        Change(stamp: stamp, author: author ?? self.author, action: action ?? self.action)
    }
}
