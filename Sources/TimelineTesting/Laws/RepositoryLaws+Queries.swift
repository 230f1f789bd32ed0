import TimelineCore

extension RepositoryLaws {
    /// Checks queries for users, posts, comments, likes, blobs and the epoch.
    ///
    /// - Parameter newRepository: A closure that creates an empty repository.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    static func queries(_ newRepository: Maker) throws {
        try check(
            "Queries",
            newRepository,
            [
                "Users are listed by username, in pages.": userPages,
                "A search matches any part of a username or display name, in any case.":
                    userMatches,
                "A profile has its counts and the follows in both directions.": profiles,
                "A summary counts what exists of a user's posts, photos, comments and likes.":
                    summaries,
                "Posts are returned in the requested order, without missing ones.": postOrder,
                "A post is returned as it was written.": completePost,
                "Likers are listed by username, comments by age.": likersAndComments,
                "The likes of a user are listed by their stamps, in both directions.": likes,
                "The comments of a user are listed by age, within any range.": commentsOfUser,
                "The newest comments of each post of a page are listed by age.": commentsOfPage,
                "Posts and avatars reference their blobs.": referencedBlobs,
                "The epoch grows with every commit of records, but not with a failed login.": epoch,
            ]
        )
    }

    private static func userPages(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        for (number, name) in ["luke", "han", "leia", "chewie"].enumerated() {
            try repository.apply([try make.user(.init(number: UInt16(number)), name)])
        }
        try repository.read { reader throws in
            let first = try reader.users(UserQuery(limit: 3))
            try expect(first.map(\.username), equals: ["chewie", "han", "leia"])
            let rest = try reader.users(UserQuery(after: first.last?.username, limit: 3))
            try expect(rest.map(\.username), equals: ["luke"])
            try expect(reader.users(UserQuery(limit: 0)).isEmpty)
        }
    }

    private static func userMatches(_ newRepository: Maker) throws {
        let searches = [
            ("RGANA", true), ("organa", true), ("leia", true), ("han", false), ("", true),
            ("e\u{301}", true), ("É", true), ("x", true), ("x\u{301}", true), ("organax", false),
            ("%", false), ("_", false), ("🇩", true),
        ]
        let repository = try newRepository()
        var make = RecordMaker()
        let update = ProfileUpdate(
            username: try Username("leia"),
            displayName: .set("Leïa Organa é x\u{301} 🇩🇪")
        )
        try repository.apply(try make.profile(.leia, update))
        for (text, isMatch) in searches {
            let users = try repository.read { try $0.users(UserQuery(matching: text)) }
            try expect(users.map(\.id), equals: isMatch ? [.leia] : [])
        }
    }

    private static func profiles(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        try repository.apply([
            try make.user(.leia, "leia"), try make.user(.han, "han"), try make.post(.leia),
            try make.record(.han, .followed(.leia)),
        ])
        try repository.read { reader throws in
            let leia = try require(try reader.profile(of: .leia, for: .han))
            try expect((leia.postCount, leia.followerCount, leia.followingCount) == (1, 1, 0))
            try expect(leia.followedByViewer)
            try expect(!leia.followsViewer)
            let han = try require(try reader.profile(of: .han, for: .leia))
            try expect((han.postCount, han.followerCount, han.followingCount) == (0, 0, 1))
            try expect(!han.followedByViewer)
            try expect(han.followsViewer)
            try expect(reader.profile(of: .luke, for: .leia), equals: nil)
        }
    }

    private static func summaries(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        let photos = (4...5).map { TestPhotos.photo(seed: $0) }
        let users = [
            try make.user(.leia, "leia"), try make.user(.han, "han"), try make.user(.luke, "luke"),
        ]
        let posts = [
            try make.record(.leia, .postAdded(Post.Content(caption: "", photos: photos))),
            try make.post(.leia), try make.post(.han), try make.post(.luke),
        ]
        let comments = try posts.map { try make.comment(.leia, on: $0, "yes") }
        let likes = try posts.map { try make.record(.leia, .liked($0.post)) }
        try repository.apply(users + posts + comments + likes)
        let bytes = photos.map { $0.byteCount + ($0.preview?.byteCount ?? 0) }.reduce(0, +)
        func summary(of user: User.ID) throws -> UserSummary? {
            try repository.read { try $0.summary(of: user) }
        }
        func counts(
            _ posts: Int,
            _ photos: Int,
            _ bytes: Int,
            _ comments: Int,
            _ likes: Int
        ) -> UserSummary {
            UserSummary(
                postCount: posts,
                photoCount: photos,
                photoByteCount: bytes,
                commentCount: comments,
                likeCount: likes
            )
        }
        let small = TestPhotos.photo(seed: 1).byteCount
        try expect(summary(of: .leia), equals: counts(2, 3, bytes + small, 4, 4))
        try expect(summary(of: .han), equals: counts(1, 1, small, 0, 0))
        try repository.apply([
            try make.record(.leia, .postDeleted(posts[1].post)),
            try make.record(.leia, .commentDeleted(comments[0].comment)),
            try make.record(.leia, .unliked(posts[0].post)),
            try make.accountDeleted(.luke),
        ])
        try expect(summary(of: .leia), equals: counts(1, 2, bytes, 1, 1))
        try expect(summary(of: .luke), equals: nil)
        try expect(summary(of: User.ID(number: 9)), equals: nil)
    }

    private static func postOrder(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        let leia = try make.user(.leia, "leia")
        let posts = [
            try make.post(.leia, "a"), try make.post(.leia, "b"), try make.post(.leia, "c"),
        ]
        try repository.apply([leia] + posts)
        try repository.read { reader throws in
            let missing = Post.ID(.max)
            let asked = [posts[1].post, missing, posts[2].post, posts[0].post]
            try expect(reader.posts(asked, for: nil).map(\.caption), equals: ["b", "c", "a"])
            let range = PostRange(before: posts[2].post, after: posts[0].post, limit: 9)
            try expect(reader.postIDs(.all, in: range), equals: [posts[1].post])
            try expect(reader.postIDs(.by(.leia), in: range), equals: [posts[1].post])
            let newest = PostRange(before: missing, limit: 2)
            try expect(reader.postIDs(.all, in: newest), equals: [posts[2].post, posts[1].post])
            try expect(reader.postIDs(.by(.han), in: newest).isEmpty)
        }
    }

    private static func completePost(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        let content = Post.Content(
            caption: "Zoë’s 🏔️\nsecond line",
            photos: (1...10).map { TestPhotos.photo(seed: $0, alt: "photo \($0)") },
            place: Place(name: "Hoth", coordinate: .init(latitude: -33.9, longitude: 0))
        )
        let post = try make.record(.leia, .postAdded(content))
        try repository.apply([try make.user(.leia, "leia"), post])
        let view = try require(try repository.read { try $0.post(post.post, for: nil) })
        try expect(view.caption, equals: content.caption)
        try expect(view.photos, equals: content.photos)
        try expect(view.place, equals: content.place)
    }

    private static func likersAndComments(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        let users = [try make.user(.leia, "leia"), try make.user(.han, "han")]
        let post = try make.post(.leia)
        let likes = [
            try make.record(.leia, .liked(post.post)), try make.record(.han, .liked(post.post)),
        ]
        let comments = try (1...4).map { try make.comment(.han, on: post, "comment \($0)") }
        try repository.apply(users + [post] + likes + comments.reversed())
        try repository.read { reader throws in
            try expect(
                reader.likers(of: post.post, limit: 9).map(\.username),
                equals: ["han", "leia"]
            )
            try expect(reader.likers(of: post.post, limit: 1).map(\.username), equals: ["han"])
            let rest = UserQuery(.likers(of: post.post), after: "han", limit: 9)
            try expect(reader.users(rest).map(\.username), equals: ["leia"])
            let named = UserQuery(.likers(of: post.post), matching: "EI", limit: 9)
            try expect(reader.users(named).map(\.username), equals: ["leia"])
            try expect(reader.users(UserQuery(.likers(of: Post.ID(.max)))).isEmpty)
            let page = try reader.comments(on: post.post, after: comments[0].comment, limit: 2)
            try expect(page.map(\.text), equals: ["comment 2", "comment 3"])
            try expect(page.map(\.author.id), equals: [.han, .han])
        }
    }

    private static func likes(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        let posts = try (0..<6).map { try make.post($0 % 2 == 0 ? .leia : .luke) }
        // Liked in another order than that of the posts.
        let order = [3, 0, 4, 1, 5, 2]
        let likes = try order.map { try make.record(.han, .liked(posts[$0].post)) }
        let users = [
            try make.user(.leia, "leia"), try make.user(.han, "han"), try make.user(.luke, "luke"),
        ]
        let other = try make.record(.leia, .liked(posts[0].post))
        try repository.apply((users + posts + likes).reversed() + [other])
        func answer(_ stamp: PushID, ascending: Bool, _ limit: Int = 9) throws -> [Post.ID] {
            try repository.read { reader in
                let answer = try reader.likes(
                    by: .han,
                    beyond: stamp,
                    ascending: ascending,
                    limit: limit
                )
                let expected = likes.filter { like in
                    answer.contains { $0.post == like.concernedPost && $0.stamp == like.stamp }
                }
                try expect(expected.count, equals: answer.count, "the stamps are those of likes")
                return answer.map(\.post)
            }
        }
        let ids = order.map { posts[$0].post }
        try expect(answer(.max, ascending: false), equals: ids.reversed())
        try expect(answer(.min, ascending: true), equals: ids)
        try expect(answer(likes[4].stamp, ascending: false, 2), equals: [ids[3], ids[2]])
        try expect(answer(likes[1].stamp, ascending: true, 2), equals: [ids[2], ids[3]])
        try expect(answer(.max, ascending: true), equals: [])
        try expect(answer(.min, ascending: false), equals: [])
        // Neither what is no longer liked, nor what is deleted; what is liked again is the newest.
        try repository.apply([
            try make.record(.han, .unliked(ids[0])), try make.record(.han, .unliked(ids[1])),
            try make.record(.leia, .postDeleted(posts[4].post)),
        ])
        let again = try make.record(.han, .liked(ids[0]))
        try repository.apply([again])
        let newest = try repository.read {
            try $0.likes(by: .han, beyond: .max, ascending: false, limit: 1)
        }
        try expect(newest.map(\.stamp), equals: [again.stamp])
        let rest = try repository.read {
            try $0.likes(by: .han, beyond: again.stamp, ascending: false, limit: 9)
        }
        try expect(rest.map(\.post), equals: [ids[5], ids[4], ids[3]])
        let nobody = User.ID(number: 9)
        try repository.read { reader in
            try expect(reader.likes(by: nobody, beyond: .max, ascending: false, limit: 9).isEmpty)
        }
    }

    private static func commentsOfUser(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        let users = [
            try make.user(.leia, "leia"), try make.user(.han, "han"), try make.user(.luke, "luke"),
        ]
        let posts = [try make.post(.leia), try make.post(.luke), try make.post(.luke)]
        // Written in another order than that of the posts, with a post and others' comments between.
        var comments = try [2, 0, 1, 0].map { try make.comment(.han, on: posts[$0], "yes") }
        let between = try make.post(.han)
        let others = try make.comment(.leia, on: between, "no")
        comments += try [2, 1].map { try make.comment(.han, on: posts[$0], "yes") }
        try repository.apply((users + posts + comments + [between, others]).reversed())
        func answer(_ range: PostRange) throws -> [Comment.ID] {
            try repository.read { try $0.commentIDs(by: .han, in: range) }
        }
        func newest(_ indices: [Int]) -> [Comment.ID] { indices.map { comments[$0].comment } }
        func bound(_ index: Int) -> Post.ID { Post.ID(comments[index].stamp) }
        try expect(answer(PostRange(limit: 9)), equals: newest([5, 4, 3, 2, 1, 0]))
        try expect(answer(PostRange(limit: 2)), equals: newest([5, 4]))
        try expect(answer(PostRange(before: bound(4), limit: 2)), equals: newest([3, 2]))
        try expect(answer(PostRange(after: bound(3), limit: 9)), equals: newest([5, 4]))
        let middle = PostRange(before: between.post, after: bound(0), limit: 9)
        try expect(answer(middle), equals: newest([3, 2, 1]))
        try expect(answer(PostRange(before: bound(0), limit: 9)), equals: [])
        try expect(answer(PostRange(after: bound(5), limit: 9)), equals: [])
        // Neither what is deleted, nor what was said to someone who has left.
        try repository.apply([
            try make.record(.han, .commentDeleted(comments[1].comment)),
            try make.record(.luke, .postDeleted(posts[1].post)),
        ])
        try expect(answer(PostRange(limit: 9)), equals: newest([4, 3, 0]))
        try repository.apply([try make.accountDeleted(.luke)])
        try expect(answer(PostRange(limit: 9)), equals: newest([3]))
        try repository.apply([try make.accountDeleted(.han)])
        try expect(answer(PostRange(limit: 9)), equals: [])
        let nobody = User.ID(number: 9)
        try repository.read { reader in
            try expect(reader.commentIDs(by: nobody, in: PostRange(limit: 9)).isEmpty)
            try expect(reader.commentIDs(by: .leia, in: PostRange(limit: 9)).isEmpty)
        }
    }

    private static func commentsOfPage(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        let users = [
            try make.user(.leia, "leia"), try make.user(.han, "han"), try make.user(.luke, "luke"),
        ]
        let posts = try (0..<30).map { _ in try make.post(.leia) }
        let comments = try posts.enumerated()
            .flatMap { index, post in
                try (0..<index % 5)
                    .map { number in
                        try make.comment(number == 3 ? .luke : .han, on: post, "comment \(number)")
                    }
            }
        try repository.apply(users + posts + comments.reversed())
        func texts(limit: Int) throws -> [[String]] {
            try repository.read { reader in
                let ids = posts.map(\.post)
                let answer = try reader.newestComments(
                    onEach: ids + [ids[1], Post.ID(.max)],
                    limit: limit
                )
                try expect(answer.values.allSatisfy { !$0.isEmpty })
                for (post, comments) in answer {
                    let all = try reader.comments(on: post, after: nil, limit: .max)
                    try expect(comments, equals: all.suffix(limit).map(\.self))
                }
                return ids.prefix(5).map { answer[$0, default: []].map(\.text) }
            }
        }
        let newest = [
            [], ["comment 0"], ["comment 0", "comment 1"], ["comment 1", "comment 2"],
            ["comment 2", "comment 3"],
        ]
        try expect(texts(limit: 2), equals: newest)
        try expect(texts(limit: 0), equals: [[], [], [], [], []])
        try repository.read { reader in
            try expect(reader.newestComments(onEach: [], limit: 2).isEmpty)
        }
        try repository.apply([
            try make.accountDeleted(.luke),
            try make.record(.han, .commentDeleted(comments[1].comment)),
        ])
        let rest = [
            [], ["comment 0"], ["comment 1"], ["comment 1", "comment 2"],
            ["comment 1", "comment 2"],
        ]
        try expect(texts(limit: 2), equals: rest)
    }

    private static func referencedBlobs(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        let photos = (1...3).map { TestPhotos.photo(seed: $0).blob }
        let avatar = ProfileUpdate(avatar: .set(TestPhotos.photo(seed: 2)))
        try repository.apply([
            try make.user(.leia, "leia"), try make.post(.leia, photo: 1),
            try make.record(.leia, .profileUpdated(avatar)),
        ])
        try repository.read { reader throws in
            try expect(try photos.map { try reader.isReferenced($0) }, equals: [true, true, false])
            try expect(reader.referencedBlobs(), equals: Set(photos.prefix(2)))
        }
        let cleared = ProfileUpdate(avatar: .cleared)
        try repository.apply([try make.record(.leia, .profileUpdated(cleared))])
        try expect(repository.read { try $0.referencedBlobs() }, equals: [photos[0]])
    }

    private static func epoch(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        var epochs = [try repository.epoch()]
        for record in [try make.user(.leia, "leia"), try make.post(.leia), try make.post(.leia)] {
            try repository.apply([record])
            epochs.append(try repository.epoch())
        }
        try expect(zip(epochs, epochs.dropFirst()).allSatisfy { $0 < $1 })
        try expect(repository.epoch(), equals: epochs.last)
        // Empty batches and most private data do not change the epoch.
        try repository.apply([] as [VerifiedRecord])
        try repository.addFailure(for: EmailAddress("leia@example.org"), at: TestEnvironment.start)
        try expect(repository.epoch(), equals: epochs.last)
    }
}
