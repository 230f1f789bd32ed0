import TimelineCore

extension RepositoryLaws {
    /// Checks law 5: every stored count equals the number of items.
    ///
    /// - Parameter newRepository: A closure that creates an empty repository.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    static func counted(_ newRepository: Maker) throws {
        try check(
            "Law 5, counted",
            newRepository,
            [
                "Repeated likes and follows count once.": toggles,
                "A repeated deletion of a comment counts once.": deletedComment,
                "A deleted account is hidden at once, and deleted in steps that count nothing twice.":
                    purgedUser,
                "A purge with a limit below 1 deletes nothing.": purgeLimit,
                "A purge returns the blobs of every deleted account's posts.": purgedBlobs,
            ]
        )
    }

    private static func toggles(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        let post = try make.post(.leia)
        try repository.apply([try make.user(.leia, "leia"), try make.user(.han, "han"), post])
        for isSet in [true, true, false, false, true] {
            try repository.apply([
                try make.record(.han, isSet ? .liked(post.post) : .unliked(post.post)),
                try make.record(.han, isSet ? .followed(.leia) : .unfollowed(.leia)),
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
        var make = RecordMaker()
        let post = try make.post(.leia)
        let comments = [
            try make.comment(.leia, on: post, "a"), try make.comment(.leia, on: post, "b"),
        ]
        try repository.apply([try make.user(.leia, "leia"), post] + comments)
        let deletion = try make.record(.leia, .commentDeleted(comments[0].comment))
        for _ in 1...2 {
            try repository.apply([deletion])
            try expect(
                repository.read { try $0.post(post.post, for: nil)?.commentCount },
                equals: 1
            )
        }
    }

    /// Applies records by a user with more posts than a single transaction may delete, then removes
    /// the user.
    ///
    /// The newest post has a photo that no other post has.
    private static func removeHan(
        from repository: any Repository,
        _ make: inout RecordMaker
    ) throws {
        var records = [try make.user(.han, "han")]
        for _ in 0..<600 { records.append(try make.post(.han, photo: 2)) }
        records.append(try make.post(.han, photo: 3))
        try repository.apply(records)
        try repository.apply([try make.accountDeleted(.han)])
    }

    private static func purgeLimit(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        try removeHan(from: repository, &make)
        let left = try Set(repository.read { try $0.referencedBlobs() })
        for limit in [0, -1, Int.min] {
            let blobs = try repository.purgeDeletedAccounts(limit: limit)
            try expect(blobs, equals: left.isEmpty ? nil : [])
        }
        try expect(Set(repository.read { try $0.referencedBlobs() }), equals: left)
        while try repository.purgeDeletedAccounts(limit: 150) != nil {}
        try expect(repository.purgeDeletedAccounts(limit: 0), equals: nil)
    }

    /// Checks the blobs of a deleted account while another deleted account still has undeleted
    /// posts.
    private static func purgedBlobs(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        try repository.apply([try make.user(.leia, "leia"), try make.post(.leia, photo: 1)])
        try removeHan(from: repository, &make)
        var left = try Set(repository.read { try $0.referencedBlobs() })
        try repository.apply([try make.accountDeleted(.leia)])
        left.remove(TestPhotos.photo(seed: 1).blob)
        while let blobs = try repository.purgeDeletedAccounts(limit: 150) { left.subtract(blobs) }
        try expect(left, equals: [])
        try expect(repository.read { try $0.referencedBlobs() }.isEmpty)
    }

    /// Checks the removal of a user with more items than a single transaction may delete.
    private static func purgedUser(_ newRepository: Maker) throws {
        let repository = try newRepository()
        let oracle = InMemoryRepository()
        var make = RecordMaker()
        let post = try make.post(.leia)
        let all = PostRange(limit: 10)
        var records = [try make.user(.leia, "leia"), try make.user(.han, "han"), post]
        for number in 0..<550 {
            let own = try make.post(.han, "#falcon \(number)", photo: 2)
            records += [
                own, try make.comment(.han, on: post, "@leia \(number)"),
                try make.comment(.leia, on: own, "nice"),
            ]
        }
        records += [
            try make.comment(.leia, on: post, "last"), try make.record(.han, .liked(post.post)),
            try make.record(.han, .followed(.leia)), try make.record(.leia, .followed(.han)),
        ]
        let removal = try make.accountDeleted(.han)
        for social in [repository, oracle] as [any Repository] {
            try social.apply(records)
            try social.apply([removal])
        }
        var steps = 0
        repeat {
            try repository.read { reader throws in
                try expect(reader.user(.han), equals: nil)
                try expect(reader.postIDs(.by(.han), in: all), equals: [])
                try expect(reader.homeTimelineShard(.whole, of: .han, in: all), equals: [])
                let view = try require(try reader.post(post.post, for: nil))
                try expect([view.likeCount, view.commentCount], equals: [0, 1])
                let leia = try require(try reader.profile(of: .leia, for: nil))
                try expect([leia.followerCount, leia.followingCount], equals: [0, 0])
                let comments = try reader.comments(on: post.post, after: nil, limit: 9)
                try expect(comments.map(\.text), equals: ["last"])
                try expect(reader.newestComments(on: post.post, limit: 9), equals: comments)
                let ids = try reader.commentIDs(by: .leia, in: all)
                try expect(ids, equals: comments.map(\.id))
                try expect(reader.commentIDs(by: .han, in: all), equals: [])
                let page = try reader.posts(reader.postIDs(.all, in: all), for: nil)
                try expect(page.allSatisfy { $0.author.id == .leia })
            }
            steps += 1
        } while try repository.purgeDeletedAccounts(limit: 150) != nil && steps < 100
        try expect(steps < 100)
        try expect(repository.audit(repairing: false), equals: [])
        let subjects = SocialAnswers.Subjects(of: records)
        let answers = try SocialAnswers(repository, about: subjects)
        try expect(SocialAnswers(oracle, about: subjects).difference(from: answers), equals: nil)
        let references = try repository.read { try $0.referencedBlobs() }
        try expect(references, equals: [TestPhotos.photo(seed: 1).blob])
    }
}
