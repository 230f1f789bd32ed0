import Foundation
import TimelineCore

extension RepositoryLaws {
    /// Checks that the highest of several records about one register wins, and that none of them is
    /// rejected.
    ///
    /// - Parameter newRepository: A closure that creates an empty repository.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    static func registers(_ newRepository: Maker) throws {
        try check(
            "Registers",
            newRepository,
            [
                "The highest record of each register wins, in any order.": everyRegister,
                "Of two texts of one comment, the highest record wins.": rewordedComment,
                "Of posts that differ only in their ThumbHashes, the highest wins.": thumbHashes,
                "A deletion in the same batch deletes every version.": besideDeletion,
                "The original of an edited post changes nothing.": editedPost,
            ]
        )
    }

    private struct Stage {
        var make = RecordMaker()
        let post: VerifiedRecord
        let comment: VerifiedRecord
        let records: [VerifiedRecord]

        init() throws {
            let users = [try make.user(.leia, "leia"), try make.user(.han, "han")]
            post = try make.post(.leia, "first")
            comment = try make.comment(.han, on: post, "yes")
            records = users + [post, comment]
        }

        /// Returns a record that adds the comment with another text.
        mutating func reworded(_ text: String) throws -> VerifiedRecord {
            guard case .commentAdded(let nonce, let post, _) = comment.content else {
                return comment
            }
            let content = RecordContent.commentAdded(nonce: nonce, post: post, text: text)
            return try make.sign(content, by: .han, on: .leia, at: comment.stamp)
        }

        /// Returns pairs of records about one register, most of them with equal stamps.
        mutating func rivals() throws -> [[VerifiedRecord]] {
            let later = make.stamp()
            let profiles = [
                ProfileUpdate(username: try Username("organa")),
                ProfileUpdate(username: try Username("princess")),
                ProfileUpdate(bio: .set("princess")), ProfileUpdate(bio: .cleared),
            ]
            let pairs: [(User.ID, Intent, Intent)] = [
                (.leia, .profileUpdated(profiles[0]), .profileUpdated(profiles[1])),
                (.leia, .profileUpdated(profiles[2]), .profileUpdated(profiles[3])),
                (
                    .leia, .postEdited(post.post, PostEdit(caption: "second")),
                    .postEdited(post.post, PostEdit(caption: "third"))
                ),
                (.han, .liked(post.post), .unliked(post.post)),
                (.han, .followed(.leia), .unfollowed(.leia)),
            ]
            return try pairs.map { author, first, second in
                [
                    try make.record(author, first, at: later),
                    try make.record(author, second, at: later),
                ]
            } + [
                // Other versions of the post with its own stamp.
                [
                    try make.record(
                        .leia,
                        .postEdited(post.post, PostEdit(caption: "other")),
                        at: post.stamp
                    ),
                    try make.record(
                        .leia,
                        .postEdited(post.post, PostEdit(place: .cleared)),
                        at: post.stamp
                    ),
                ],
                // Records with different stamps.
                [
                    try make.record(.leia, .postDeleted(post.post)),
                    try make.record(.leia, .postDeleted(post.post)),
                ],
                [
                    try make.record(.han, .commentDeleted(comment.comment)),
                    try make.record(.han, .commentDeleted(comment.comment)),
                ],
                [
                    try make.accountDeleted(.leia),
                    try make.accountDeleted(.leia),
                ],
            ]
        }
    }

    private static func everyRegister(_ newRepository: Maker) throws {
        var stage = try Stage()
        let rivals = try stage.rivals()
        try checkWinners(among: rivals, on: stage, newRepository)
    }

    private static func rewordedComment(_ newRepository: Maker) throws {
        var stage = try Stage()
        let rivals = [try stage.reworded("no"), try stage.reworded("perhaps")]
        try checkWinners(among: [rivals], on: stage, newRepository)
    }

    /// Checks that the highest record wins, whichever of them arrives first.
    private static func checkWinners(
        among pairs: [[VerifiedRecord]],
        on stage: Stage,
        _ newRepository: Maker
    ) throws {
        for rivals in pairs {
            let register = try require(RecordRegister(of: rivals[0]))
            let winner = try require(
                (stage.records + rivals).filter { RecordRegister(of: $0) == register }.max()
            )
            let expected = try newRepository()
            try expected.apply(stage.records)
            try expected.apply([winner])
            let subjects = SocialAnswers.Subjects(of: stage.records)
            let answers = try SocialAnswers(expected, about: subjects)
            let orders = [
                [rivals, stage.records], [stage.records, rivals],
                [stage.records, rivals.reversed()],
                [stage.records, [rivals[0]], [rivals[1]]],
                [stage.records, [rivals[1]], [rivals[0]]],
            ]
            for order in orders {
                let repository = try newRepository()
                for batch in order { try repository.apply(batch) }
                let stored = try repository.read { try $0.record(setting: register) }
                try expect(stored, equals: winner, "\(register)")
                let difference = try SocialAnswers(repository, about: subjects)
                    .difference(from: answers)
                try expect(difference, equals: nil, "\(register)")
            }
        }
    }

    private static func thumbHashes(_ newRepository: Maker) throws {
        func photo(_ hash: [UInt8]?) -> Photo {
            let photo = TestPhotos.photo(seed: 1)
            return Photo(
                blob: photo.blob,
                byteCount: photo.byteCount,
                mediaType: photo.mediaType,
                width: photo.width,
                height: photo.height,
                thumbHash: hash.map { Data($0) }
            )
        }
        var make = RecordMaker()
        let leia = try make.user(.leia, "leia")
        let first = try make.post(.leia, Post.Content(photos: [photo(nil)]))
        let id = try make.made(first.post).id
        let copies = try [nil, [5], [9, 1] as [UInt8]]
            .map { hash in
                let content = Post.Content(photos: [photo(hash)])
                return try make.sign(.postSet(id, content), by: .leia, at: first.stamp)
            }
        let winner = try require(copies.max()).photos
        for order in [copies, copies.reversed(), [copies[1], copies[0], copies[2]]] {
            // If the author arrives last, the post has no effect at first.
            for records in [order + [leia], [leia] + order] {
                let repository = try newRepository()
                for record in records { try repository.apply([record]) }
                let view = try require(try repository.read { try $0.post(first.post, for: nil) })
                try expect(view.photos, equals: winner)
            }
        }
    }

    private static func besideDeletion(_ newRepository: Maker) throws {
        var stage = try Stage()
        let repository = try newRepository()
        try repository.apply(stage.records)
        let other = try stage.make.record(
            .leia,
            .postEdited(stage.post.post, PostEdit(caption: "other")),
            at: stage.post.stamp
        )
        let deletion = try stage.make.record(.leia, .postDeleted(stage.post.post))
        try repository.apply([deletion, other, try stage.reworded("no")])
        try repository.read { reader in
            try expect(reader.post(stage.post.post, for: nil), equals: nil)
            try expect(reader.comment(stage.comment.comment), equals: nil)
            try expect(reader.record(setting: .post(stage.post.post)), equals: nil)
            try expect(reader.record(setting: .comment(stage.comment.comment)), equals: nil)
        }
    }

    private static func editedPost(_ newRepository: Maker) throws {
        var stage = try Stage()
        let repository = try newRepository()
        let id = stage.post.post
        let edits = [
            try stage.make.record(.leia, .postEdited(id, PostEdit(caption: "edited"))),
            try stage.make.record(
                .leia,
                .postEdited(id, PostEdit(place: .set(Place(name: "Endor"))))
            ),
            try stage.make.record(.leia, .postEdited(id, PostEdit(alts: [0: "two suns"]))),
        ]
        try repository.apply(stage.records + edits)
        for record in [stage.post] + edits.reversed() { try repository.apply([record]) }
        let view = try require(try repository.read { try $0.post(id, for: nil) })
        try expect(view.caption, equals: "edited")
        try expect(view.place, equals: Place(name: "Endor"))
        try expect(view.photos.map(\.alt), equals: ["two suns"])
    }
}
