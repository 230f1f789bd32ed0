import Foundation
import TimelineCore

extension RepositoryLaws {
    /// Checks law 3: applying the same records in any order produces the same state.
    ///
    /// - Parameter newRepository: A closure that creates an empty repository.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    static func orderIndependent(_ newRepository: Maker) throws {
        try check(
            "Law 3, order-independent",
            newRepository,
            [
                "Records of every kind in 20 orders give the same answers.": manyOrders,
                "The newer stamp wins in any order.": newerStamp,
                "Of several edits of places and descriptions, the newest wins, in any order.":
                    details,
                "An unlike or unfollow that arrives before the like or follow still wins.":
                    unlikeFirst,
                "A deleted post of a missing author references no blob.": deletedPendingPost,
                "Profile fields may arrive before the username.": profileBeforeUsername,
            ]
        )
    }

    private static func manyOrders(_ newRepository: Maker) throws {
        let records = try RecordMaker.everyKind()
        let inOrder = try newRepository()
        try inOrder.apply(records)
        let expected = try SocialAnswers(inOrder, about: .init(of: records))
        for seed in 1...20 as ClosedRange<UInt64> {
            var generator = SplitMix64(seed: seed)
            let repository = try newRepository()
            for record in records.shuffled(using: &generator) { try repository.apply([record]) }
            let answers = try SocialAnswers(repository, about: .init(of: records))
            try expect(answers.difference(from: expected), equals: nil)
        }
    }

    private static func newerStamp(_ newRepository: Maker) throws {
        var make = RecordMaker()
        let leia = try make.user(.leia, "leia")
        let post = try make.post(.leia, "first")
        let older = try make.record(.leia, .postEdited(post.post, PostEdit(caption: "older")))
        let newer = try make.record(.leia, .postEdited(post.post, PostEdit(caption: "newer")))
        let bio = try make.record(.leia, .profileUpdated(ProfileUpdate(bio: .set("princess"))))
        let noBio = try make.record(.leia, .profileUpdated(ProfileUpdate(bio: .cleared)))
        for records in [[older, newer, bio, noBio], [newer, noBio, older, bio]] {
            let repository = try newRepository()
            try repository.apply([leia, post] + records)
            let view = try require(try repository.read { try $0.post(post.post, for: nil) })
            try expect(view.caption, equals: "newer")
            try expect(view.author.bio, equals: nil)
        }
    }

    private static func details(_ newRepository: Maker) throws {
        var make = RecordMaker()
        let users = [try make.user(.leia, "leia"), try make.user(.han, "han")]
        let photos = (1...2).map { TestPhotos.photo(seed: $0, alt: "photo \($0)") }
        let position = Coordinate(latitude: 33.5, longitude: 7.25)
        let place = Place(name: "Tatooine", coordinate: position)
        let post = try make.record(.leia, .postAdded(Post.Content(photos: photos, place: place)))
        let endor = Place(coordinate: Coordinate(latitude: -20, longitude: 170))
        let id = post.post
        let edits = [
            try make.record(.leia, .postEdited(id, PostEdit(place: .cleared))),
            try make.record(.leia, .postEdited(id, PostEdit(alts: [0: nil]))),
            try make.record(.leia, .postEdited(id, PostEdit(alts: [1: "older"]))),
            try make.record(.leia, .postEdited(id, PostEdit(alts: [1: "newer"]))),
            try make.record(.leia, .postEdited(id, PostEdit(place: .set(endor)))),
            // This version has the stamp of the post, so it has no effect.
            try make.record(.leia, .postEdited(id, PostEdit(place: .cleared)), at: post.stamp),
        ]
        for seed in 1...6 as ClosedRange<UInt64> {
            var generator = SplitMix64(seed: seed)
            let repository = try newRepository()
            try repository.apply(users)
            for record in ([post] + edits + [post]).shuffled(using: &generator) {
                try repository.apply([record])
            }
            try repository.read { reader in
                let view = try require(try reader.post(id, for: nil))
                try expect(view.photos.map(\.alt), equals: [nil, "newer"])
                try expect(view.place, equals: endor)
                let range = PostRange(limit: 9)
                let near = { (position: Coordinate) in
                    try reader.postIDs(.near(SearchArea(of: position, radius: 1000)), in: range)
                }
                try expect(near(position).isEmpty)
                try expect(near(try require(endor.coordinate)), equals: [id])
                try expect(reader.newestStamp(of: .leia), equals: edits[4].stamp)
            }
            try expect(repository.audit(repairing: false), equals: [])
        }
    }

    private static func unlikeFirst(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        let post = try make.post(.leia)
        let people = [try make.user(.leia, "leia"), try make.user(.han, "han")]
        let like = try make.record(.han, .liked(post.post))
        let unlike = try make.record(.han, .unliked(post.post))
        let follow = try make.record(.han, .followed(.leia))
        let unfollow = try make.record(.han, .unfollowed(.leia))
        try repository.apply(people + [post, unlike, like, unfollow, follow])
        let view = try require(try repository.read { try $0.post(post.post, for: .han) })
        try expect(view.likeCount, equals: 0)
        try expect(!view.likedByViewer)
        let profile = try require(try repository.read { try $0.profile(of: .leia, for: .han) })
        try expect(profile.followerCount, equals: 0)
        try expect(!profile.followedByViewer)
    }

    private static func deletedPendingPost(_ newRepository: Maker) throws {
        var make = RecordMaker()
        let post = try make.post(.leia)
        let comment = try make.comment(.leia, on: post, "never seen")
        let deletions = [
            try make.record(.leia, .commentDeleted(comment.comment)),
            try make.record(.leia, .postDeleted(post.post)),
        ]
        for order in [[post, comment] + deletions, deletions + [post, comment]] {
            let repository = try newRepository()
            for record in order { try repository.apply([record]) }
            try expect(repository.read { try $0.referencedBlobs() }.isEmpty)
            let blob = TestPhotos.photo(seed: 1).blob
            try expect(repository.read { try $0.isReferenced(blob) }, equals: false)
        }
    }

    private static func profileBeforeUsername(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        let name = try make.user(.leia, "leia")
        let fields = ProfileUpdate(
            displayName: .set("Leia Organa"),
            bio: .set("princess"),
            url: .set("https://example.org"),
            avatar: .set(TestPhotos.photo(seed: 3))
        )
        try repository.apply(try make.profile(.leia, fields))
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
