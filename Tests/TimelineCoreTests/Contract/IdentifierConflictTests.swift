import Testing
import TimelineCore
import TimelineTestSupport

@Suite("A batch that names two things by one identifier is refused")
struct IdentifierConflictTests {
    private struct Stage {
        let repository: any Repository
        let post: Change
        let comment: Change

        init(_ storage: Storage) throws {
            var make = ChangeMaker()
            let users = [try make.user(.leia, "leia"), try make.user(.han, "han")]
            post = make.post(.leia, "first")
            comment = make.comment(.han, on: post, "yes")
            repository = try storage.makeRepository()
            try repository.apply(users + [post, comment])
        }

        func expectRefusal(
            of changes: [Change],
            naming id: PushID,
            _ location: SourceLocation = #_sourceLocation
        ) {
            #expect(
                throws: TimelineError.identifierConflict(id.description),
                sourceLocation: location
            ) {
                try repository.apply(changes)
            }
        }
    }

    private static func content(_ caption: String, seed: Int = 1) -> Change.Action {
        .postAdded(Post.Content(caption: caption, photos: [TestPhotos.photo(seed: seed)]))
    }

    @Test(arguments: Storage.allCases)
    func anotherPostOrCommentUnderAKnownIdentifier(storage: Storage) throws {
        let stage = try Stage(storage)
        let (post, comment) = (stage.post, stage.comment)
        stage.expectRefusal(of: [post.with(author: .han)], naming: post.stamp)
        stage.expectRefusal(of: [post.with(Self.content("other"))], naming: post.stamp)
        stage.expectRefusal(of: [post.with(Self.content("first", seed: 2))], naming: post.stamp)
        let reworded = comment.with(.commentAdded(post.post, text: "no"))
        stage.expectRefusal(of: [reworded], naming: comment.stamp)
        stage.expectRefusal(of: [comment.with(author: .leia)], naming: comment.stamp)
    }

    @Test(
        "A ThumbHash, which decoders make differently, tells no two posts apart",
        arguments: Storage.allCases
    )
    func anotherDecoder(storage: Storage) throws {
        let stage = try Stage(storage)
        let photo = TestPhotos.photo(seed: 1)
        let bare = Photo(
            blob: photo.blob,
            mediaType: photo.mediaType,
            width: photo.width,
            height: photo.height
        )
        #expect(photo.thumbHash != nil)
        let again = stage.post.with(.postAdded(Post.Content(caption: "first", photos: [bare])))
        try stage.repository.apply([again, stage.post])
        let kept = try stage.repository.read { try $0.post(stage.post.post, for: nil) }
        #expect(kept?.photos == [photo])
    }

    @Test(arguments: Storage.allCases)
    func twoPostsOfOneBatch(storage: Storage) throws {
        let stage = try Stage(storage)
        var make = ChangeMaker()
        for _ in 1...9 { _ = make.stamp() }
        // The author may be missing, the post deleted, or the other item a comment.
        for author in [User.ID.leia, .luke] {
            let new = make.post(author, "one")
            stage.expectRefusal(of: [new, new.with(Self.content("two"))], naming: new.stamp)
            let deletion = make.change(author, .postDeleted(new.post))
            stage.expectRefusal(
                of: [new, deletion, new.with(Self.content("two"))],
                naming: new.stamp
            )
            let comment = new.with(.commentAdded(stage.post.post, text: "a comment"))
            stage.expectRefusal(of: [new, comment], naming: new.stamp)
        }
    }

    @Test(arguments: Storage.allCases)
    func aDeletionInTheSameBatchDoesNotHideIt(storage: Storage) throws {
        let stage = try Stage(storage)
        var make = ChangeMaker()
        let deletion = make.change(.leia, .postDeleted(stage.post.post))
        stage.expectRefusal(
            of: [deletion, stage.post.with(Self.content("other"))],
            naming: stage.post.stamp
        )
        let reworded = stage.comment.with(.commentAdded(stage.post.post, text: "no"))
        stage.expectRefusal(of: [deletion, reworded], naming: stage.comment.stamp)
        #expect(try stage.repository.read { try $0.comment(stage.comment.comment) } != nil)
    }

    @Test(arguments: Storage.allCases)
    func oneWhoLeftCannotReachAnothersPost(storage: Storage) throws {
        let stage = try Stage(storage)
        var make = ChangeMaker()
        try stage.repository.apply([make.change(.han, .profileRemoved)])
        stage.expectRefusal(of: [stage.post.with(author: .han)], naming: stage.post.stamp)
        #expect(try stage.repository.read { try $0.post(stage.post.post, for: nil) } != nil)
    }

    @Test(arguments: Storage.allCases)
    func anEditedCaptionIsNoConflict(storage: Storage) throws {
        let stage = try Stage(storage)
        var make = ChangeMaker()
        for _ in 1...9 { _ = make.stamp() }
        let edit = make.change(.leia, .captionEdited(stage.post.post, caption: "edited"))
        try stage.repository.apply([edit, stage.post])
        #expect(
            try stage.repository.read { try $0.post(stage.post.post, for: nil)?.caption }
                == "edited"
        )
    }
}
