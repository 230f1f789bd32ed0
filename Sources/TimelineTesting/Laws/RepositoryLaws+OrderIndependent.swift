import Foundation
public import TimelineCore

extension RepositoryLaws {
    /// Checks law 3: applying the same changes in any order produces the same state.
    ///
    /// - Parameter newRepository: A closure that creates an empty repository.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    public static func orderIndependent(_ newRepository: Maker) throws {
        try check(
            "Law 3, order-independent",
            newRepository,
            [
                "Changes of every kind in 20 orders give the same answers.": manyOrders,
                "The newer stamp wins in any order.": newerStamp,
                "Places and descriptions are edited by the author, in any order.": details,
                "An unlike or unfollow that arrives before the like or follow still wins.":
                    unlikeFirst,
                "A deleted post of a missing author references no blob.": deletedPendingPost,
                "A post has the ThumbHashes of all its copies, in any order.":
                    thumbHashesOfAllCopies,
                "Profile fields may arrive before the username.": profileBeforeUsername,
            ]
        )
    }

    private static func manyOrders(_ newRepository: Maker) throws {
        let changes = try ChangeMaker.everyKind()
        let inOrder = try newRepository()
        try inOrder.apply(changes)
        let expected = try SocialAnswers(inOrder, about: .init(of: changes))
        for seed in 1...20 as ClosedRange<UInt64> {
            var generator = SplitMix64(seed: seed)
            let repository = try newRepository()
            for change in changes.shuffled(using: &generator) { try repository.apply([change]) }
            let answers = try SocialAnswers(repository, about: .init(of: changes))
            try expect(answers.difference(from: expected), equals: nil)
        }
    }

    private static func newerStamp(_ newRepository: Maker) throws {
        var make = ChangeMaker()
        let leia = try make.user(.leia, "leia")
        let post = make.post(.leia, "first")
        let older = make.change(.leia, .captionEdited(post.post, caption: "older"))
        let newer = make.change(.leia, .captionEdited(post.post, caption: "newer"))
        let bio = make.change(.leia, .profileUpdated(ProfileUpdate(bio: .set("princess"))))
        let noBio = make.change(.leia, .profileUpdated(ProfileUpdate(bio: .cleared)))
        for changes in [[older, newer, bio, noBio], [newer, noBio, older, bio]] {
            let repository = try newRepository()
            try repository.apply([leia, post] + changes)
            let view = try require(try repository.read { try $0.post(post.post, for: nil) })
            try expect(view.caption, equals: "newer")
            try expect(view.author.bio, equals: nil)
        }
    }

    private static func details(_ newRepository: Maker) throws {
        var make = ChangeMaker()
        let users = [try make.user(.leia, "leia"), try make.user(.han, "han")]
        let early = make.change(.leia, .placeEdited(Post.ID(.min), place: nil)).stamp
        let photos = (1...2).map { TestPhotos.photo(seed: $0, alt: "photo \($0)") }
        let position = Coordinate(latitude: 33.5, longitude: 7.25)
        let place = Place(name: "Tatooine", coordinate: position)
        let post = make.change(.leia, .postAdded(Post.Content(photos: photos, place: place)))
        let endor = Place(coordinate: Coordinate(latitude: -20, longitude: 170))
        let id = post.post
        let edits = [
            make.change(.leia, .placeEdited(id, place: nil)),
            make.change(.leia, .altEdited(id, photo: 0, alt: nil)),
            make.change(.leia, .altEdited(id, photo: 1, alt: "older")),
            make.change(.leia, .altEdited(id, photo: 1, alt: "newer")),
            make.change(.leia, .placeEdited(id, place: endor)),
            // The following changes have no effect.
            make.change(.leia, .altEdited(id, photo: 2, alt: "no such photo")),
            make.change(.han, .altEdited(id, photo: 0, alt: "not mine")),
            make.change(.han, .placeEdited(id, place: place)),
            Change(stamp: early, author: .leia, action: .placeEdited(id, place: nil)),
        ]
        for seed in 1...6 as ClosedRange<UInt64> {
            var generator = SplitMix64(seed: seed)
            let repository = try newRepository()
            try repository.apply(users)
            for change in ([post] + edits + [post]).shuffled(using: &generator) {
                try repository.apply([change])
            }
            try repository.read { reader in
                let view = try require(try reader.post(id, for: nil))
                try expect(view.photos.map(\.alt), equals: [nil, "newer"])
                try expect(view.place, equals: endor)
                let range = PostRange(before: Post.ID(.max), limit: 9)
                let near = { (position: Coordinate) in
                    try reader.postIDs(near: Vicinity(of: position, radius: 1000), in: range)
                }
                try expect(near(position).isEmpty)
                try expect(near(try require(endor.coordinate)), equals: [id])
                try expect(reader.newestStamp(of: .leia), equals: edits[5].stamp)
            }
            try expect(repository.audit(repairing: false), equals: [])
            try expect(repository.auditValues(repairing: false), equals: [])
        }
    }

    private static func unlikeFirst(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = ChangeMaker()
        let post = make.post(.leia)
        let people = [try make.user(.leia, "leia"), try make.user(.han, "han")]
        let like = make.change(.han, .liked(post.post))
        let unlike = make.change(.han, .unliked(post.post))
        let follow = make.change(.han, .followed(.leia))
        let unfollow = make.change(.han, .unfollowed(.leia))
        try repository.apply(people + [post, unlike, like, unfollow, follow])
        let view = try require(try repository.read { try $0.post(post.post, for: .han) })
        try expect(view.likeCount, equals: 0)
        try expect(!view.likedByViewer)
        let profile = try require(try repository.read { try $0.profile(of: .leia, for: .han) })
        try expect(profile.followerCount, equals: 0)
        try expect(!profile.followedByViewer)
    }

    private static func deletedPendingPost(_ newRepository: Maker) throws {
        var make = ChangeMaker()
        let post = make.post(.leia)
        let comment = make.comment(.leia, on: post, "never seen")
        let deletions = [
            make.change(.leia, .commentDeleted(comment.comment)),
            make.change(.leia, .postDeleted(post.post)),
        ]
        for order in [[post, comment] + deletions, deletions + [post, comment]] {
            let repository = try newRepository()
            for change in order { try repository.apply([change]) }
            try expect(repository.read { try $0.referencedBlobs() }.isEmpty)
            let blob = TestPhotos.photo(seed: 1).blob
            try expect(repository.read { try $0.isReferenced(blob) }, equals: false)
        }
    }

    /// Checks that three copies of a post with different ThumbHashes are merged in any order.
    ///
    /// The first photo has a ThumbHash in only one copy. The second photo has different ThumbHashes
    /// in two copies.
    private static func thumbHashesOfAllCopies(_ newRepository: Maker) throws {
        func photo(_ seed: Int, hash: [UInt8]?) -> Photo {
            let photo = TestPhotos.photo(seed: seed)
            return Photo(
                blob: photo.blob,
                byteCount: photo.byteCount,
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
            .postAdded(Post.Content(photos: [photo(1, hash: nil), photo(2, hash: nil)]))
        )
        let first = bare.with(
            .postAdded(.init(photos: [photo(1, hash: [5]), photo(2, hash: [9])]))
        )
        let second = bare.with(
            .postAdded(.init(photos: [photo(1, hash: nil), photo(2, hash: [9, 1])]))
        )
        for order in [[bare, first, second], [second, first, bare], [first, bare, second]] {
            // If the author arrives last, the post is pending at first.
            for changes in [order + [leia], [leia] + order] {
                let repository = try newRepository()
                for change in changes { try repository.apply([change]) }
                let view = try require(try repository.read { try $0.post(bare.post, for: nil) })
                try expect(view.photos.map(\.thumbHash), equals: [Data([5]), Data([9, 1])])
            }
        }
    }

    private static func profileBeforeUsername(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = ChangeMaker()
        let name = try make.user(.leia, "leia")
        let fields = ProfileUpdate(
            displayName: .set("Leia Organa"),
            bio: .set("princess"),
            url: .set("https://example.org"),
            avatar: .set(TestPhotos.photo(seed: 3))
        )
        try repository.apply([make.change(.leia, .profileUpdated(fields))])
        try expect(repository.read { try $0.user(.leia) }, equals: nil)
        try repository.apply([name])
        let user = try require(try repository.read { try $0.user(.leia) })
        try expect(user.displayName, equals: "Leia Organa")
        try expect(user.bio, equals: "princess")
        try expect(user.url, equals: "https://example.org")
        try expect(user.avatar, equals: TestPhotos.photo(seed: 3))
        let matches = try repository.read { try $0.users(UserQuery(matching: "organa")) }
        try expect(matches, equals: [user])
    }
}
