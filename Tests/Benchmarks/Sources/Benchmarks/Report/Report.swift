import Foundation

/// The page that tells what was measured.
struct Report {
    let size: WorldSize
    let pages: PageReport
    let reads: [ReadResult]
    let found: [ReadResult]
    let server: ServerResult
    let tool: ToolResult
    let memory: [MemoryResult]
    let writes: WriteResult
    let bulk: BulkResult

    /// What the thresholds say to it.
    func findings(_ thresholds: [String: Threshold]) -> [Finding] {
        pages.findings(thresholds)
            + [
                Finding(
                    thresholds["commit"],
                    [(writes.post.p50 / writes.row.p50, "one post")]
                ),
                Finding(thresholds["bulk"], [(bulk.copied / bulk.applied, "200,000 posts")]),
                Finding(thresholds["reads"], besideAPage(reads)),
                Finding(thresholds["found"], besideAPage(found)),
                Finding(thresholds["waiting"], [(server.feed.p50, "1,000 followed")]),
                Finding(thresholds["observers"], [(server.observers, "a window of 5 seconds")]),
            ]
            .compactMap(\.self)
    }

    /// How many times as long as a first page some reads take.
    private func besideAPage(_ reads: [ReadResult]) -> [(value: Double, place: String)] {
        let page = pages.firstPage
        return reads.filter { $0.asked != nil }.map { ($0.times.p50 / page, $0.name) }
    }

    /// The page.
    func text(_ thresholds: [String: Threshold]) -> String {
        """
        # Performance

        Made by `make bench` on \(circumstances): \(size.posts.formatted()) posts by
        \(size.users.formatted()) authors. Times are milliseconds, p50 and in brackets p99, for a page of 50 posts, warm,
        each with its author, photo, counts and whether the reader likes it. All contenders gave the same answers before and
        after the run. They take turns, and each turn times the second of two reads. “Warm” includes the engine's own caches of
        scanned posts and of users ([decision 4](Decisions/0004-reading-the-home-timeline.md)); “Other reads” shows pages
        without the cache of scanned posts. The machine is shared: compare within a row, not across machines.

        \(pages.times)

        Times of the others as multiples of Timeline's, by p50:

        \(pages.ratios)

        ![Time of the first page by number of followed users](Performance.svg)

        \(Contender.notes)

        ## Thresholds

        \(findings(thresholds).text)

        ## Other reads

        Through the public call, each over many users, posts, words or places, by p50; the second of two reads unless the
        row says otherwise. The rows without a goal show the home timeline with an empty cache, and a search that has to
        read most of the index.

        \(table(["read", "goal", "ms"], (reads + found).map(\.cells)))

        ## As a server

        The feed of a reader following 1000 takes \(server.feed.cell) ms while another process's lock blocks 64 writes. A
        thousand idle observers of the newest page use \(String(format: "%.2f", server.observers))% of one core.

        ## Whole runs

        The statically built command, as a process from start to exit, on the same store. The goal: a feed in 25 ms, at most
        5 of them for opening the store.

        \(table(["run", "ms"], runs))

        ## Memory

        Peak memory (VmHWM) of a process that opens the store, does one task and exits.

        \(memory.text)

        ## Writing

        A post takes \(milliseconds(writes.post.p50)) ms (p50), a bare row committed with the same durability
        \(milliseconds(writes.row.p50)) ms: \(ratio(writes.post.p50 / writes.row.p50)). Batches of 1,000 changes run at
        \(Int(writes.batchRate)) changes a second.

        A bulk load in large batches stores \(Int(bulk.applied)) posts a second, each with a photo, every third with a comment,
        all words indexed, without likes, tags or places; the goal is 100,000. For comparison, SQLite alone, copying the same
        rows of posts, photos and comments from another file without indexing words, stores \(Int(bulk.copied)):
        \(ratio(bulk.copied / bulk.applied)) as many.

        """
    }

    private var runs: [[String]] {
        [
            ["`timeline feed --limit 50`, following 1000", tool.feed.cell],
            ["`timeline whoami`", tool.identity.cell],
            ["`timeline --version`", tool.version.cell],
            ["opening the store, within a process", tool.opening.cell],
        ]
    }
}

extension ReadResult {
    fileprivate var cells: [String] {
        [name, asked.map { "≤ \($0.formatted())" } ?? "", times.cell]
    }
}

extension Times {
    /// p50, and in brackets p99, as a table has them.
    var cell: String { "\(milliseconds(p50)) (\(milliseconds(p99)))" }
}
