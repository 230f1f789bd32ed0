import Foundation
import Testing
import TimelineArchive
import TimelineCore
import TimelineTestSupport
import TimelineTesting

extension TestWorld {
    /// Creates a user without an account, with a stamp from 2017.
    func makeUser(_ username: String) throws -> User.ID {
        let id = User.ID(UUID())
        let claim = ProfileUpdate(username: try Username(username))
        let stamp = PushID(milliseconds: 1_500_000_000_000, random: (1, 1))
        try repository.apply([Change(stamp: stamp, author: id, action: .profileUpdated(claim))])
        return id
    }

    /// Reads all shared data and checks the store for damage.
    func answers() async throws -> Answers {
        let users = try await guest.users(UserQuery(limit: 10_000))
        let posts = try await guest.page(of: .everyone, limit: 10_000).posts
        var answers = Answers(blobs: Set(try blobs.all()))
        for user in users {
            answers.profiles.append(try await guest.profile(of: user.id))
            answers.followed.append(
                try await guest.users(UserQuery(.followed(by: user.id), limit: 10_000)).map(\.id)
            )
        }
        for post in posts {
            answers.pages.append(try await guest.postPage(post.id))
            answers.likers.append(try await guest.likers(of: post.id).map(\.id))
        }
        #expect(try audit().isEmpty)
        return answers
    }
}

/// All shared data of a store, and the IDs of its blobs.
struct Answers: Equatable {
    var profiles: [ProfileView] = []
    var followed: [[User.ID]] = []
    var pages: [PostPage] = []
    var likers: [[User.ID]] = []
    var blobs: Set<BlobID>
}

extension ImportReport {
    /// Checks that every entry is either accepted or rejected, and that every rejection has a
    /// reason.
    func expectComplete(_ location: SourceLocation = #_sourceLocation) {
        var rejected = 0
        for tally in [users, fields, follows, posts, comments, likes] {
            #expect(tally.accepted + tally.rejected == tally.total, sourceLocation: location)
            rejected += tally.rejected
        }
        #expect(rejections.count == rejected, sourceLocation: location)
    }
}
