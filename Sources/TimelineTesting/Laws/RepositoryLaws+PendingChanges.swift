public import TimelineCore

extension RepositoryLaws {
    /// Checks that a change remains pending until the post or user it depends on arrives.
    ///
    /// - Parameter newRepository: A closure that creates an empty repository.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    public static func pendingChanges(_ newRepository: Maker) throws {
        try check(
            "Pending changes",
            newRepository,
            [
                "Everything by a user is pending until their username arrives.": beforeUser,
                "A follow is pending until the followed user arrives.": followBeforeUser,
                "Changes pending for a deleted post are dropped.": deletedPost,
                "A pending change raises the newest stamp.": newestStamp,
                "A pending comment replaces a deleted one with the same ID.": reusedID,
            ]
        )
    }

    private static func beforeUser(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = ChangeMaker()
        let leia = try make.user(.leia, "leia")
        let han = try make.user(.han, "han")
        let post = make.post(.leia)
        let early = [
            make.comment(.han, on: post, "first"), make.change(.han, .liked(post.post)),
            make.change(.han, .followed(.leia)), post,
            make.change(.leia, .captionEdited(post.post, caption: "edited")),
        ]
        try repository.apply(early)
        try expect(repository.read { try $0.post(post.post, for: nil) }, equals: nil)
        try expect(repository.read { try $0.comment(early[0].comment) }, equals: nil)
        // Pending posts also count as references to their blobs.
        try expect(repository.read { try $0.referencedBlobs() }, equals: Set(post.referencedBlobs))
        for blob in post.referencedBlobs {
            try expect(repository.read { try $0.isReferenced(blob) })
        }

        try repository.apply([leia])
        let alone = try require(try repository.read { try $0.post(post.post, for: .han) })
        try expect(alone.caption, equals: "edited")
        try expect(alone.likeCount, equals: 0)

        try repository.apply([han])
        let view = try require(try repository.read { try $0.post(post.post, for: .han) })
        try expect(view.likeCount, equals: 1)
        try expect(view.commentCount, equals: 1)
        try expect(view.likedByViewer)
        let profile = try require(try repository.read { try $0.profile(of: .leia, for: .han) })
        try expect(profile.followedByViewer)
        try expect(repository.audit(repairing: false).isEmpty)
    }

    private static func followBeforeUser(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = ChangeMaker()
        let leia = try make.user(.leia, "leia")
        try repository.apply([try make.user(.han, "han"), make.change(.han, .followed(.leia))])
        try expect(
            repository.read { try $0.profile(of: .han, for: nil)?.followingCount },
            equals: 0
        )
        try repository.apply([leia])
        try expect(
            repository.read { try $0.profile(of: .han, for: nil)?.followingCount },
            equals: 1
        )
        let followed = try repository.read { try $0.users(UserQuery(.followed(by: .han))) }
        try expect(followed.map(\.id), equals: [.leia])
    }

    private static func deletedPost(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = ChangeMaker()
        let users = [try make.user(.leia, "leia"), try make.user(.han, "han")]
        let post = make.post(.leia)
        let comment = make.comment(.han, on: post, "too early")
        try repository.apply(users + [comment])
        try repository.apply([make.change(.leia, .postDeleted(post.post))])
        try repository.apply([post])
        try expect(repository.read { try $0.post(post.post, for: nil) }, equals: nil)
        try expect(repository.read { try $0.comment(comment.comment) }, equals: nil)
    }

    private static func newestStamp(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = ChangeMaker()
        let waiting = make.change(.han, .followed(.leia))
        try repository.apply([waiting])
        try expect(repository.read { try $0.newestStamp() }, equals: waiting.stamp)
    }

    /// Checks that another comment may reuse the ID of a comment deleted with its post.
    ///
    /// Deleting a post deletes its comments without creating tombstones for them.
    private static func reusedID(_ newRepository: Maker) throws {
        var make = ChangeMaker()
        let (post, other) = (make.post(.leia, "first"), make.post(.leia, "second"))
        let comment = make.comment(.han, on: post, "golden")
        let pending = comment.with(.commentAdded(other.post, text: "sunset"))
        let deletion = make.change(.leia, .postDeleted(post.post))
        let users = [try make.user(.leia, "leia"), try make.user(.han, "han")]
        for batches in [[[comment], [deletion, other]], [[comment, deletion, other]]] {
            let repository = try newRepository()
            try repository.apply(users + [post])
            try repository.apply([pending])
            for batch in batches { try repository.apply(batch) }
            try expect(repository.read { try $0.comment(pending.comment)?.text }, equals: "sunset")
            let words = try repository.read { try $0.words(startingWith: "s", limit: 9) }
            try expect(words, equals: ["second", "sunset"])
            try expect(repository.audit(repairing: false).isEmpty)
        }
    }
}
