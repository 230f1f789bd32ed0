import TimelineCore

extension RepositoryLaws {
    /// Checks that a record has no effect until the post or user it depends on arrives.
    ///
    /// - Parameter newRepository: A closure that creates an empty repository.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    static func pendingRecords(_ newRepository: Maker) throws {
        try check(
            "Pending records",
            newRepository,
            [
                "Nothing by a user has an effect until their username arrives.": beforeUser,
                "A photo without an effect is referenced.": referencedPhotos,
                "A follow has no effect until the followed user arrives.": followBeforeUser,
                "Replies to a post that has not arrived are held.": replyBeforePost,
                "Replies that wait for a deleted post are dropped.": deletedPost,
                "A user without a live username disappears, until the next one arrives.":
                    voidUsername,
                "A record without an effect raises the newest stamp.": newestStamp,
            ]
        )
    }

    private static func beforeUser(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        let leia = try make.user(.leia, "leia")
        let han = try make.user(.han, "han")
        let post = try make.post(.leia)
        let early = [
            try make.comment(.han, on: post, "first"), try make.record(.han, .liked(post.post)),
            try make.record(.han, .followed(.leia)), post,
            try make.record(.leia, .postEdited(post.post, PostEdit(caption: "edited"))),
        ]
        try repository.apply(early)
        try expect(repository.read { try $0.post(post.post, for: nil) }, equals: nil)
        try expect(repository.read { try $0.comment(early[0].comment) }, equals: nil)
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

    private static func referencedPhotos(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        let avatar = ProfileUpdate(avatar: .set(TestPhotos.photo(seed: 2)))
        let records = [try make.post(.leia), try make.record(.leia, .profileUpdated(avatar))]
        try repository.apply(records)
        try repository.read { reader in
            let blobs = Set(records.flatMap(\.blobs))
            try expect(reader.referencedBlobs(), equals: blobs)
            for blob in blobs {
                try expect(reader.isReferenced(blob))
                try expect(!reader.isShown(blob, by: nil))
            }
        }
    }

    private static func followBeforeUser(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        let leia = try make.user(.leia, "leia")
        try repository.apply([try make.user(.han, "han"), try make.record(.han, .followed(.leia))])
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
        var make = RecordMaker()
        let users = [try make.user(.leia, "leia"), try make.user(.han, "han")]
        let post = try make.post(.leia)
        let comment = try make.comment(.han, on: post, "too early")
        try repository.apply(users + [comment])
        try repository.apply([try make.record(.leia, .postDeleted(post.post))])
        try repository.apply([post])
        try expect(repository.read { try $0.post(post.post, for: nil) }, equals: nil)
        try expect(repository.read { try $0.comment(comment.comment) }, equals: nil)
        try expect(repository.read { try $0.containsRecord(comment.id) }, equals: false)
    }

    private static func voidUsername(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        make.device = 1
        let name = try make.user(.leia, "leia")
        make.device = 0
        let post = try make.post(.leia)
        let like = try make.record(.han, .liked(post.post))
        try repository.apply([name, try make.user(.han, "han"), post, like])
        var generator = SplitMix64(seed: 1)
        // The complete revocation of the second device lists no record.
        let revocation = KeyRevocation(
            of: name.key,
            last: name.stamp,
            id: RevocationID(using: &generator),
            part: 1,
            of: 1,
            list: []
        )
        try repository.apply([try make.sign(.keyRevoked(revocation), by: .leia)])
        try repository.read { reader in
            try expect(reader.user(.leia), equals: nil)
            try expect(reader.post(post.post, for: nil), equals: nil)
            try expect(reader.containsRecord(post.id))
            try expect(post.blobs.allSatisfy { try reader.isReferenced($0) })
        }
        try repository.apply([try make.user(.leia, "organa")])
        try repository.read { reader in
            let view = try require(try reader.post(post.post, for: .han))
            try expect(view.author.username, equals: "organa")
            try expect(view.likedByViewer)
            try expect(view.likeCount, equals: 1)
        }
    }

    private static func newestStamp(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        let waiting = try make.record(.han, .followed(.leia))
        try repository.apply([waiting])
        try expect(repository.read { try $0.newestStamp(of: nil) }, equals: waiting.stamp)
    }

    private static func replyBeforePost(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        let post = try make.post(.leia)
        let replies = [
            try make.comment(.han, on: post, "early"), try make.record(.han, .liked(post.post)),
        ]
        try repository.apply([try make.user(.leia, "leia"), try make.user(.han, "han")] + replies)
        try repository.read { reader in
            try expect(Set(reader.replies(to: post.post)), equals: Set(replies))
            try expect(reader.pendingReplyCount(), equals: 2)
            try expect(reader.comment(replies[0].comment), equals: nil)
        }
        try repository.apply([post])
        try repository.read { reader in
            let view = try require(try reader.post(post.post, for: .han))
            try expect([view.commentCount, view.likeCount], equals: [1, 1])
            try expect(reader.comment(replies[0].comment)?.text, equals: "early")
            try expect(reader.pendingReplyCount(), equals: 0)
        }
    }
}
