public import TimelineCore

extension RepositoryLaws {
    /// Checks that a batch is rejected if two different items have the same ID.
    ///
    /// - Parameter newRepository: A closure that creates an empty repository.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    public static func idConflicts(_ newRepository: Maker) throws {
        try check(
            "ID conflicts",
            newRepository,
            [
                "A different post or comment with a stored ID is rejected.": storedItem,
                "Posts that differ only in their ThumbHashes are the same post.": thumbHashes,
                "Two different items with the same ID in one batch are rejected.": withinBatch,
                "A deletion in the same batch does not hide a conflict.": besideDeletion,
                "A removed user cannot replace the post of another.": removedAuthor,
                "The original of a post with an edited caption is no conflict.": editedCaption,
                "The original of a post with an edited place and description is no conflict.":
                    editedDetails,
            ]
        )
    }

    private struct Stage {
        let repository: any Repository
        let post: Change
        let comment: Change

        init(_ newRepository: Maker) throws {
            var make = ChangeMaker()
            let users = [try make.user(.leia, "leia"), try make.user(.han, "han")]
            post = make.post(.leia, "first")
            comment = make.comment(.han, on: post, "yes")
            repository = try newRepository()
            try repository.apply(users + [post, comment])
        }

        func expectRejection(
            of changes: [Change],
            with id: PushID,
            line: Int = #line
        ) throws {
            try expect(throws: TimelineError.identifierConflict(id.description), line: line) {
                try repository.apply(changes)
            }
        }
    }

    private static func content(_ caption: String, seed: Int = 1) -> Intent {
        .postAdded(Post.Content(caption: caption, photos: [TestPhotos.photo(seed: seed)]))
    }

    private static func storedItem(_ newRepository: Maker) throws {
        let stage = try Stage(newRepository)
        let (post, comment) = (stage.post, stage.comment)
        try stage.expectRejection(of: [post.with(author: .han)], with: post.stamp)
        try stage.expectRejection(of: [post.with(Self.content("other"))], with: post.stamp)
        try stage.expectRejection(of: [post.with(Self.content("first", seed: 2))], with: post.stamp)
        let reworded = comment.with(.commentAdded(post.post, text: "no"))
        try stage.expectRejection(of: [reworded], with: comment.stamp)
        try stage.expectRejection(of: [comment.with(author: .leia)], with: comment.stamp)
    }

    private static func thumbHashes(_ newRepository: Maker) throws {
        let stage = try Stage(newRepository)
        let photo = TestPhotos.photo(seed: 1)
        let bare = Photo(
            blob: photo.blob,
            byteCount: photo.byteCount,
            mediaType: photo.mediaType,
            width: photo.width,
            height: photo.height
        )
        try expect(photo.thumbHash != nil)
        let again = stage.post.with(.postAdded(Post.Content(caption: "first", photos: [bare])))
        try stage.repository.apply([again, stage.post])
        let stored = try stage.repository.read { try $0.post(stage.post.post, for: nil) }
        try expect(stored?.photos, equals: [photo])
    }

    private static func withinBatch(_ newRepository: Maker) throws {
        let stage = try Stage(newRepository)
        var make = ChangeMaker()
        for _ in 1...9 { _ = make.stamp() }
        // A conflict is detected even if the author is missing, the post is deleted, or the other
        // item is a comment.
        for author in [User.ID.leia, .luke] {
            let new = make.post(author, "one")
            try stage.expectRejection(of: [new, new.with(Self.content("two"))], with: new.stamp)
            let deletion = make.change(author, .postDeleted(new.post))
            try stage.expectRejection(
                of: [new, deletion, new.with(Self.content("two"))],
                with: new.stamp
            )
            let comment = new.with(.commentAdded(stage.post.post, text: "a comment"))
            try stage.expectRejection(of: [new, comment], with: new.stamp)
        }
    }

    private static func besideDeletion(_ newRepository: Maker) throws {
        let stage = try Stage(newRepository)
        var make = ChangeMaker()
        let deletion = make.change(.leia, .postDeleted(stage.post.post))
        try stage.expectRejection(
            of: [deletion, stage.post.with(Self.content("other"))],
            with: stage.post.stamp
        )
        let reworded = stage.comment.with(.commentAdded(stage.post.post, text: "no"))
        try stage.expectRejection(of: [deletion, reworded], with: stage.comment.stamp)
        try expect(stage.repository.read { try $0.comment(stage.comment.comment) } != nil)
    }

    private static func removedAuthor(_ newRepository: Maker) throws {
        let stage = try Stage(newRepository)
        var make = ChangeMaker()
        try stage.repository.apply([make.change(.han, .profileRemoved)])
        try stage.expectRejection(of: [stage.post.with(author: .han)], with: stage.post.stamp)
        try expect(stage.repository.read { try $0.post(stage.post.post, for: nil) } != nil)
    }

    private static func editedCaption(_ newRepository: Maker) throws {
        let stage = try Stage(newRepository)
        var make = ChangeMaker()
        for _ in 1...9 { _ = make.stamp() }
        let edit = make.change(.leia, .captionEdited(stage.post.post, caption: "edited"))
        try stage.repository.apply([edit, stage.post])
        try expect(
            stage.repository.read { try $0.post(stage.post.post, for: nil)?.caption },
            equals: "edited"
        )
    }

    private static func editedDetails(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = ChangeMaker()
        let photos = (1...2).map { TestPhotos.photo(seed: $0, alt: "photo \($0)") }
        let content = Post.Content(caption: "first", photos: photos, place: Place(name: "Hoth"))
        let post = make.change(.leia, .postAdded(content))
        let edits = [
            make.change(.leia, .altEdited(post.post, photo: 1, alt: "edited")),
            make.change(.leia, .placeEdited(post.post, place: Place(name: "Endor"))),
        ]
        try repository.apply([try make.user(.leia, "leia"), post] + edits)
        try repository.apply([post])
        let view = try require(try repository.read { try $0.post(post.post, for: nil) })
        try expect(view.photos.map(\.alt), equals: ["photo 1", "edited"])
        try expect(view.place, equals: Place(name: "Endor"))
        var others = [content, content]
        others[0].caption = "other"
        // Only the second description was edited.
        others[1].photos[0] = photos[0].described(as: "other")
        for other in others {
            try expect(throws: TimelineError.identifierConflict(post.stamp.description)) {
                try repository.apply([post.with(.postAdded(other))])
            }
        }
    }
}
