import Testing
import TimelineCore
import TimelineTestSupport

@Suite("What comes before its post or its user waits for it")
struct WaitingTests {
    @Test(arguments: Storage.allCases)
    func everythingOfAUserWaitsForTheName(storage: Storage) throws {
        let repository = try storage.makeRepository()
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
        #expect(try repository.read { try $0.post(post.post, for: nil) } == nil)
        #expect(try repository.read { try $0.comment(early[0].comment) } == nil)
        // A pending post references its blobs.
        #expect(try repository.read { try $0.referencedBlobs() } == Set(post.referencedBlobs))
        for blob in post.referencedBlobs {
            #expect(try repository.read { try $0.isReferenced(blob) })
        }

        try repository.apply([leia])
        let alone = try #require(try repository.read { try $0.post(post.post, for: .han) })
        #expect(alone.caption == "edited")
        #expect(alone.likeCount == 0)

        try repository.apply([han])
        let view = try #require(try repository.read { try $0.post(post.post, for: .han) })
        #expect(view.likeCount == 1)
        #expect(view.commentCount == 1)
        #expect(view.likedByViewer)
        let profile = try #require(try repository.read { try $0.profile(of: .leia, for: .han) })
        #expect(profile.followedByViewer)
        #expect(try repository.audit(repairing: false).isEmpty)
    }

    @Test(arguments: Storage.allCases)
    func aFollowWaitsForTheFollowed(storage: Storage) throws {
        let repository = try storage.makeRepository()
        var make = ChangeMaker()
        let leia = try make.user(.leia, "leia")
        try repository.apply([try make.user(.han, "han"), make.change(.han, .followed(.leia))])
        #expect(try repository.read { try $0.followingCount(of: .han) } == 0)
        try repository.apply([leia])
        #expect(try repository.read { try $0.followingCount(of: .han) } == 1)
        let followed = try repository.read { try $0.users(UserQuery(.followed(by: .han))) }
        #expect(followed.map(\.id) == [.leia])
    }

    @Test(arguments: Storage.allCases)
    func whatWaitsForADeletedPostIsDropped(storage: Storage) throws {
        let repository = try storage.makeRepository()
        var make = ChangeMaker()
        let users = [try make.user(.leia, "leia"), try make.user(.han, "han")]
        let post = make.post(.leia)
        let comment = make.comment(.han, on: post, "too early")
        try repository.apply(users + [comment])
        try repository.apply([make.change(.leia, .postDeleted(post.post))])
        try repository.apply([post])
        #expect(try repository.read { try $0.post(post.post, for: nil) } == nil)
        #expect(try repository.read { try $0.comment(comment.comment) } == nil)
    }

    @Test(arguments: Storage.allCases)
    func whatWaitsRaisesTheNewestStamp(storage: Storage) throws {
        let repository = try storage.makeRepository()
        var make = ChangeMaker()
        let waiting = make.change(.han, .followed(.leia))
        try repository.apply([waiting])
        #expect(try repository.read { try $0.newestStamp() } == waiting.stamp)
    }

    /// Deleting a post deletes its comments without a tombstone, so another comment may reuse the
    /// ID.
    @Test(arguments: Storage.allCases, [1, 2])
    func aCommentThatWaitedTakesThePlaceOfItsNamesake(storage: Storage, batches: Int) throws {
        let repository = try storage.makeRepository()
        var make = ChangeMaker()
        let (post, other) = (make.post(.leia, "first"), make.post(.leia, "second"))
        let comment = make.comment(.han, on: post, "golden")
        let namesake = comment.with(.commentAdded(other.post, text: "sunset"))
        let deletion = make.change(.leia, .postDeleted(post.post))
        try repository.apply([try make.user(.leia, "leia"), try make.user(.han, "han"), post])
        try repository.apply([namesake])
        if batches == 2 {
            try repository.apply([comment])
            try repository.apply([deletion, other])
        } else {
            try repository.apply([comment, deletion, other])
        }
        #expect(try repository.read { try $0.comment(namesake.comment)?.text } == "sunset")
        let words = try repository.read { try $0.words(startingWith: "s", limit: 9) }
        #expect(words == ["second", "sunset"])
        #expect(try repository.audit(repairing: false).isEmpty)
    }
}
