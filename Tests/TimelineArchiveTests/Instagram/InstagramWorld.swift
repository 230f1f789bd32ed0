import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineArchive

/// A store with one user that imports archives.
struct ImporterWorld {
    let store: TestWorld
    let leia: User.ID

    /// Creates a store, in which the user has an account and keys.
    init(_ storage: Storage = .sqliteInMemory) async throws {
        store = try TestWorld(storage)
        leia = try await store.user("leia")
    }

    var session: UserSession { store.session(leia) }

    /// Imports a file or a folder, and checks that every entry is counted once.
    @discardableResult
    func load(
        _ path: URL,
        as format: ArchiveFormat = .instagram(places: false),
        isDryRun: Bool = false,
        _ location: Testing.SourceLocation = #_sourceLocation
    ) async throws -> PostImportReport {
        let findings = Lock<[ImportFinding]>([])
        let progress = ProgressRecorder()
        let report = try await session.importPosts(
            from: path,
            as: format,
            isDryRun: isDryRun,
            report: { finding in findings.withLock { $0.append(finding) } },
            progress: { progress.record(done: $0, total: $1) }
        )
        report.expectComplete(findings.withLock(\.self), location)
        if let last = progress.calls.last {
            #expect(
                last.done == report.posts.entries + report.media.entries,
                sourceLocation: location
            )
            // The number of entries in a folder is only an estimate.
            if case .folder = format { return report }
            #expect(last.total == last.done, sourceLocation: location)
        }
        return report
    }

    /// Imports an archive of files by path.
    @discardableResult
    func load(
        _ files: [String: Data],
        as format: ArchiveFormat = .instagram(places: false),
        _ location: Testing.SourceLocation = #_sourceLocation
    ) async throws -> PostImportReport {
        try await load(file(ZipMaker.archive(files)), as: format, isDryRun: false, location)
    }

    /// Returns all posts, newest first.
    func posts() async throws -> [PostView] {
        try await store.guest.page(of: .everyone, limit: 10_000).posts
    }
}

extension PostImportReport {
    /// Checks that every entry is counted once, and that every entry not imported has a finding.
    func expectComplete(_ findings: [ImportFinding], _ location: Testing.SourceLocation) {
        for tally in [posts, media] {
            let sum = tally.imported + tally.alreadyPresent + tally.notSupported + tally.rejected
            #expect(tally.entries == sum, sourceLocation: location)
        }
        func count(_ kind: ImportFinding.Kind, _ outcome: ImportFinding.Outcome) -> Int {
            findings.filter { $0.kind == kind && $0.outcome == outcome }
                .reduce(0) { $0 + $1.count }
        }
        #expect(count(.post, .rejected) == posts.rejected, sourceLocation: location)
        #expect(count(.media, .rejected) == media.rejected, sourceLocation: location)
        #expect(count(.post, .notSupported) == posts.notSupported, sourceLocation: location)
        #expect(count(.media, .notSupported) == media.notSupported, sourceLocation: location)
        #expect(count(.file, .rejected) == rejectedFiles, sourceLocation: location)
        #expect(count(.other, .notSupported) == notKept, sourceLocation: location)
        #expect(findings.count == findingCount, sourceLocation: location)
        #expect(
            Array(findings.prefix(ImportFinding.limit)) == self.findings,
            sourceLocation: location
        )
    }
}

/// Returns a post in Instagram's format.
func instagramPost(_ seconds: Int, _ caption: String, _ media: [String]) -> JSON {
    let items = media.map {
        ["uri": .string($0), "creation_timestamp": .literal("\(seconds)"), "title": ""] as JSON
    }
    return [
        "media": .array(items), "title": .string(caption),
        "creation_timestamp": .literal("\(seconds)"),
    ]
}

/// Returns a video's first bytes.
let mp4 = Data([0, 0, 0, 0x18]) + Data("ftypisom".utf8) + Data(count: 12)
