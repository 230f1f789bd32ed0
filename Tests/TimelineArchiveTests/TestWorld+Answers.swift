import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineArchive

extension TestWorld {
    /// Creates a user whose keys are elsewhere, with a stamp from 2017.
    func makeUser(_ username: String) throws -> User.ID {
        let claim = ProfileUpdate(username: try Username(username))
        let stamp = PushID(milliseconds: 1_500_000_000_000, bits: (1, 1))
        var make = RecordMaker()
        try repository.apply([make.record(.luke, .profileUpdated(claim), at: stamp)])
        return .luke
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
    private var tallies: [ImportTally] { [users, fields, follows, posts, comments, likes] }

    /// Checks that every entry has one outcome, and that the first findings are
    /// listed.
    func expectComplete(_ location: Testing.SourceLocation = #_sourceLocation) {
        for tally in tallies + [media] {
            let sum = tally.imported + tally.alreadyPresent + tally.notSupported + tally.rejected
            #expect(sum == tally.entries, sourceLocation: location)
        }
        let rejected = tallies.reduce(0) { $0 + $1.rejected }
        let changed = findings.count { $0.outcome == .changed }
        #expect(findingCount == rejected + changed, sourceLocation: location)
        let listed = min(rejected + changed, ImportFinding.limit)
        #expect(findings.count == listed, sourceLocation: location)
    }

    /// Checks that an import of the same archive imported nothing, and rejected the same entries.
    func expectNothingNew(
        since first: ImportReport,
        _ location: Testing.SourceLocation = #_sourceLocation
    ) {
        for (tally, earlier) in zip(tallies, first.tallies) {
            let present = earlier.imported + earlier.alreadyPresent
            let expected = ImportTally(
                entries: earlier.entries,
                alreadyPresent: present,
                rejected: earlier.rejected
            )
            #expect(tally == expected, sourceLocation: location)
        }
        #expect(findings == first.findings, sourceLocation: location)
        #expect(importedUsers == first.importedUsers, sourceLocation: location)
    }
}
