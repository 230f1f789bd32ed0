import Testing
import TimelineCore
import TimelineTestSupport

@Suite("What can be asked of a repository")
struct ReaderTests {
    @Test(arguments: Storage.allCases)
    func usersAreListedByTheNameShownAPageAtATime(storage: Storage) throws {
        let repository = try storage.makeRepository()
        var make = ChangeMaker()
        for (number, name) in ["luke", "han", "leia", "chewie"].enumerated() {
            try repository.apply([try make.user(.init(number: UInt16(number)), name)])
        }
        try repository.read { reader throws in
            let first = try reader.users(UserQuery(limit: 3))
            #expect(first.map(\.username) == ["chewie", "han", "leia"])
            let rest = try reader.users(UserQuery(after: first.last?.username, limit: 3))
            #expect(rest.map(\.username) == ["luke"])
            #expect(try reader.users(UserQuery(limit: 0)).isEmpty)
        }
    }

    @Test(
        arguments: Storage.allCases,
        [
            ("RGANA", true), ("organa", true), ("leia", true), ("han", false), ("", true),
            ("e\u{301}", true), ("É", true), ("x", true), ("x\u{301}", true), ("organax", false),
            ("%", false), ("_", false), ("🇩", true),
        ]
    )
    func aSearchFindsPartsInAnyCase(storage: Storage, search: (text: String, hits: Bool)) throws {
        let repository = try storage.makeRepository()
        var make = ChangeMaker()
        let update = ProfileUpdate(
            username: try Username("leia"),
            displayName: .set("Leïa Organa é x\u{301} 🇩🇪")
        )
        try repository.apply([make.change(.leia, .profileUpdated(update))])
        let found = try repository.read { try $0.users(UserQuery(matching: search.text)) }
        #expect(found.map(\.id) == (search.hits ? [.leia] : []))
    }

    @Test(arguments: Storage.allCases)
    func aProfileTellsTheFollowsBothWays(storage: Storage) throws {
        let repository = try storage.makeRepository()
        var make = ChangeMaker()
        try repository.apply([
            try make.user(.leia, "leia"), try make.user(.han, "han"), make.post(.leia),
            make.change(.han, .followed(.leia)),
        ])
        try repository.read { reader throws in
            let leia = try #require(try reader.profile(of: .leia, for: .han))
            #expect((leia.postCount, leia.followerCount, leia.followingCount) == (1, 1, 0))
            #expect(leia.followedByViewer)
            #expect(!leia.followsViewer)
            let han = try #require(try reader.profile(of: .han, for: .leia))
            #expect((han.postCount, han.followerCount, han.followingCount) == (0, 0, 1))
            #expect(!han.followedByViewer)
            #expect(han.followsViewer)
            #expect(try reader.profile(of: .luke, for: .leia) == nil)
        }
    }

    @Test(arguments: Storage.allCases)
    func postsComeInTheOrderAskedFor(storage: Storage) throws {
        let repository = try storage.makeRepository()
        var make = ChangeMaker()
        let leia = try make.user(.leia, "leia")
        let posts = [make.post(.leia, "a"), make.post(.leia, "b"), make.post(.leia, "c")]
        try repository.apply([leia] + posts)
        try repository.read { reader throws in
            let missing = Post.ID(.max)
            let asked = [posts[1].post, missing, posts[2].post, posts[0].post]
            #expect(try reader.posts(asked, for: nil).map(\.caption) == ["b", "c", "a"])
            let range = PostRange(before: posts[2].post, after: posts[0].post, limit: 9)
            #expect(try reader.postIDs(in: range) == [posts[1].post])
            #expect(try reader.postIDs(by: .leia, in: range) == [posts[1].post])
            let newest = PostRange(before: missing, limit: 2)
            #expect(try reader.postIDs(in: newest) == [posts[2].post, posts[1].post])
            #expect(try reader.postIDs(by: .han, in: newest).isEmpty)
        }
    }

    @Test(arguments: Storage.allCases)
    func aPostKeepsEverythingItWasGiven(storage: Storage) throws {
        let repository = try storage.makeRepository()
        var make = ChangeMaker()
        let content = Post.Content(
            caption: "Zoë’s 🏔️\nsecond line",
            photos: (1...10).map { TestPhotos.photo(seed: $0, alt: "photo \($0)") },
            place: Place(name: "Hoth", coordinate: .init(latitude: -33.9, longitude: 0))
        )
        let post = make.change(.leia, .postAdded(content))
        try repository.apply([try make.user(.leia, "leia"), post])
        let view = try #require(try repository.read { try $0.post(post.post, for: nil) })
        #expect(view.caption == content.caption)
        #expect(view.photos == content.photos)
        #expect(view.place == content.place)
    }

    @Test(arguments: Storage.allCases)
    func likersAreListedByNameAndCommentsByAge(storage: Storage) throws {
        let repository = try storage.makeRepository()
        var make = ChangeMaker()
        let users = [try make.user(.leia, "leia"), try make.user(.han, "han")]
        let post = make.post(.leia)
        let likes = [make.change(.leia, .liked(post.post)), make.change(.han, .liked(post.post))]
        let comments = (1...4).map { make.comment(.han, on: post, "comment \($0)") }
        try repository.apply(users + [post] + likes + comments.reversed())
        try repository.read { reader throws in
            #expect(try reader.likers(of: post.post, limit: 9).map(\.username) == ["han", "leia"])
            #expect(try reader.likers(of: post.post, limit: 1).map(\.username) == ["han"])
            let page = try reader.comments(on: post.post, after: comments[0].comment, limit: 2)
            #expect(page.map(\.text) == ["comment 2", "comment 3"])
            #expect(page.map(\.author.id) == [.han, .han])
        }
    }

    @Test(arguments: Storage.allCases)
    func blobsAreNamedByPostsAndByPictures(storage: Storage) throws {
        let repository = try storage.makeRepository()
        var make = ChangeMaker()
        let photos = (1...3).map { TestPhotos.photo(seed: $0).blob }
        let avatar = ProfileUpdate(avatar: .set(TestPhotos.photo(seed: 2)))
        try repository.apply([
            try make.user(.leia, "leia"), make.post(.leia, photo: 1),
            make.change(.leia, .profileUpdated(avatar)),
        ])
        try repository.read { reader throws in
            #expect(try photos.map { try reader.isReferenced($0) } == [true, true, false])
            #expect(try reader.referencedBlobs() == Set(photos.prefix(2)))
        }
        let cleared = ProfileUpdate(avatar: .cleared)
        try repository.apply([make.change(.leia, .profileUpdated(cleared))])
        #expect(try repository.read { try $0.referencedBlobs() } == [photos[0]])
    }

    @Test(arguments: Storage.allCases)
    func theEpochGrowsWithEveryCommitOfChanges(storage: Storage) throws {
        let repository = try storage.makeRepository()
        var make = ChangeMaker()
        var epochs = [try repository.epoch()]
        for change in [try make.user(.leia, "leia"), make.post(.leia), make.post(.leia)] {
            try repository.apply([change])
            epochs.append(try repository.epoch())
        }
        #expect(zip(epochs, epochs.dropFirst()).allSatisfy { $0 < $1 })
        #expect(try repository.epoch() == epochs.last)
        // Empty batches and private data do not change the epoch.
        try repository.apply([])
        try repository.addFailure(for: EmailAddress("leia@example.org"), at: TestEnvironment.start)
        #expect(try repository.epoch() == epochs.last)
    }
}
