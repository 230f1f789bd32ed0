import Foundation
import Testing
import TimelineCore
import TimelineTestSupport

@Suite("Law 3: any order of the same changes ends in the same answers")
struct OrderFreeTests {
    @Test(arguments: Storage.allCases)
    func everyKindInManyOrders(storage: Storage) throws {
        let changes = try ChangeMaker.everyKind()
        let inOrder = try storage.makeRepository()
        try inOrder.apply(changes)
        let expected = try SocialAnswers(inOrder, about: .init(of: changes))
        for seed in 1...20 as ClosedRange<UInt64> {
            var generator = SplitMix64(seed: seed)
            let repository = try storage.makeRepository()
            for change in changes.shuffled(using: &generator) { try repository.apply([change]) }
            let answers = try SocialAnswers(repository, about: .init(of: changes))
            #expect(answers.difference(from: expected) == nil, "seed \(seed)")
        }
    }

    @Test(arguments: Storage.allCases)
    func theNewerStampWinsWhicheverComesFirst(storage: Storage) throws {
        var make = ChangeMaker()
        let leia = try make.user(.leia, "leia")
        let post = make.post(.leia, "first")
        let older = make.change(.leia, .captionEdited(post.post, caption: "older"))
        let newer = make.change(.leia, .captionEdited(post.post, caption: "newer"))
        let bio = make.change(.leia, .profileUpdated(ProfileUpdate(bio: .set("princess"))))
        let noBio = make.change(.leia, .profileUpdated(ProfileUpdate(bio: .cleared)))
        for changes in [[older, newer, bio, noBio], [newer, noBio, older, bio]] {
            let repository = try storage.makeRepository()
            try repository.apply([leia, post] + changes)
            let view = try #require(try repository.read { try $0.post(post.post, for: nil) })
            #expect(view.caption == "newer")
            #expect(view.author.bio == nil)
        }
    }

    @Test(arguments: Storage.allCases)
    func anUnlikeThatComesFirstStillWins(storage: Storage) throws {
        let repository = try storage.makeRepository()
        var make = ChangeMaker()
        let post = make.post(.leia)
        let people = [try make.user(.leia, "leia"), try make.user(.han, "han")]
        let like = make.change(.han, .liked(post.post))
        let unlike = make.change(.han, .unliked(post.post))
        let follow = make.change(.han, .followed(.leia))
        let unfollow = make.change(.han, .unfollowed(.leia))
        try repository.apply(people + [post, unlike, like, unfollow, follow])
        let view = try #require(try repository.read { try $0.post(post.post, for: .han) })
        #expect(view.likeCount == 0)
        #expect(!view.likedByViewer)
        let profile = try #require(try repository.read { try $0.profile(of: .leia, for: .han) })
        #expect(profile.followerCount == 0)
        #expect(!profile.followedByViewer)
    }

    @Test(arguments: Storage.allCases)
    func aDeletedPostOfAnAbsentAuthorReferencesNoBlob(storage: Storage) throws {
        var make = ChangeMaker()
        let post = make.post(.leia)
        let comment = make.comment(.leia, on: post, "never seen")
        let deletions = [
            make.change(.leia, .commentDeleted(comment.comment)),
            make.change(.leia, .postDeleted(post.post)),
        ]
        for order in [[post, comment] + deletions, deletions + [post, comment]] {
            let repository = try storage.makeRepository()
            for change in order { try repository.apply([change]) }
            #expect(try repository.read { try $0.referencedBlobs() }.isEmpty)
            let blob = TestPhotos.photo(seed: 1).blob
            #expect(try repository.read { try $0.isReferenced(blob) } == false)
        }
    }

    /// The first photo has a ThumbHash in one copy of the post, the second a different one in two
    /// copies.
    @Test(arguments: Storage.allCases, [true, false])
    func aPostHasTheThumbHashesOfAllItsDescriptions(
        storage: Storage,
        isPending: Bool
    ) throws {
        func photo(_ seed: Int, _ hash: [UInt8]?) -> Photo {
            let photo = TestPhotos.photo(seed: seed)
            return Photo(
                blob: photo.blob,
                mediaType: .png,
                width: 2,
                height: 3,
                thumbHash: hash.map { Data($0) }
            )
        }
        var make = ChangeMaker()
        let leia = try make.user(.leia, "leia")
        let bare = make.change(
            .leia,
            .postAdded(Post.Content(photos: [photo(1, nil), photo(2, nil)]))
        )
        let first = bare.with(.postAdded(.init(photos: [photo(1, [5]), photo(2, [9])])))
        let second = bare.with(.postAdded(.init(photos: [photo(1, nil), photo(2, [9, 1])])))
        for order in [[bare, first, second], [second, first, bare], [first, bare, second]] {
            let repository = try storage.makeRepository()
            for change in isPending ? order + [leia] : [leia] + order {
                try repository.apply([change])
            }
            let view = try #require(try repository.read { try $0.post(bare.post, for: nil) })
            #expect(view.photos.map(\.thumbHash) == [Data([5]), Data([9, 1])])
        }
    }

    @Test(arguments: Storage.allCases)
    func aProfileMayComeFieldByFieldBeforeTheName(storage: Storage) throws {
        let repository = try storage.makeRepository()
        var make = ChangeMaker()
        let name = try make.user(.leia, "leia")
        let fields = ProfileUpdate(
            displayName: .set("Leia Organa"),
            bio: .set("princess"),
            url: .set("https://example.org"),
            avatar: .set(TestPhotos.photo(seed: 3))
        )
        try repository.apply([make.change(.leia, .profileUpdated(fields))])
        #expect(try repository.read { try $0.user(.leia) } == nil)
        try repository.apply([name])
        let user = try #require(try repository.read { try $0.user(.leia) })
        #expect(user.displayName == "Leia Organa")
        #expect(user.bio == "princess")
        #expect(user.url == "https://example.org")
        #expect(user.avatar == TestPhotos.photo(seed: 3))
        let found = try repository.read { try $0.users(UserQuery(matching: "organa")) }
        #expect(found == [user])
    }
}
