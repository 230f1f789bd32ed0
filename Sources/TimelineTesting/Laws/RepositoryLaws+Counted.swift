public import TimelineCore

extension RepositoryLaws {
    /// Checks law 5: every count equals a recount.
    ///
    /// - Parameter newRepository: Creates an empty repository.
    /// - Throws: ``LawViolation``, with every rule that is broken.
    public static func counted(_ newRepository: Maker) throws {
        try check(
            "Law 5, counted",
            newRepository,
            [
                "Repeated likes and follows count once.": toggles,
                "A repeated deletion of a comment counts once.": deletedComment,
            ]
        )
    }

    private static func toggles(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = ChangeMaker()
        let post = make.post(.leia)
        try repository.apply([try make.user(.leia, "leia"), try make.user(.han, "han"), post])
        for isSet in [true, true, false, false, true] {
            try repository.apply([
                make.change(.han, isSet ? .liked(post.post) : .unliked(post.post)),
                make.change(.han, isSet ? .followed(.leia) : .unfollowed(.leia)),
            ])
            try repository.read { reader throws in
                let view = try require(try reader.post(post.post, for: .han))
                try expect(view.likeCount, equals: (isSet ? 1 : 0))
                try expect(view.likedByViewer, equals: isSet)
                let leia = try require(try reader.profile(of: .leia, for: .han))
                try expect(leia.followerCount, equals: (isSet ? 1 : 0))
                try expect(leia.followedByViewer, equals: isSet)
                let han = try reader.profile(of: .han, for: nil)
                try expect(han?.followingCount, equals: (isSet ? 1 : 0))
            }
            try expect(repository.audit(repairing: false).isEmpty)
        }
    }

    private static func deletedComment(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = ChangeMaker()
        let post = make.post(.leia)
        let comments = [make.comment(.leia, on: post, "a"), make.comment(.leia, on: post, "b")]
        try repository.apply([try make.user(.leia, "leia"), post] + comments)
        let deletion = make.change(.leia, .commentDeleted(comments[0].comment))
        for _ in 1...2 {
            try repository.apply([deletion])
            try expect(
                repository.read { try $0.post(post.post, for: nil)?.commentCount },
                equals: 1
            )
        }
    }
}
