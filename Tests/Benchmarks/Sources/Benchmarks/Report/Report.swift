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
        each with its author, photo, counts and whether the reader likes it. All contenders were found to give the same answers
        before and after; they take turns, and each turn times the second of two reads. Warm means more than the caches of the
        system: the engine remembers who wrote the posts that its scans went through, and the users that it showed
        ([decision 4](Decisions/0004-reading-the-home-timeline.md)); what pages cost without the first stands under “Other
        reads”. The machine is shared: compare within a row, not with another machine's.

        \(pages.times)

        How many times as long as Timeline the others take, by p50:

        \(pages.ratios)

        ![Time of the first page against the number followed](Performance.svg)

        \(Contender.notes)

        ## What must not get worse

        \(findings(thresholds).text)

        ## Other reads

        Through the public call, each over many users, posts, words or places, by p50; the second of two reads but where
        it says otherwise. What no limit was set for tells how the home timeline does without what scans remember, and how a
        search does that has to go through most of the index.

        \(table(["read", "asked", "ms"], (reads + found).map(\.cells)))

        ## As a server

        A feed of who follows 1000 takes \(server.feed.cell) ms while 64 writes wait for the lock of another process; a thousand
        observers of the newest page, to which nothing happens, use \(String(format: "%.2f", server.observers))% of one core.

        ## Whole runs

        The command, built statically, as a process from start to end, on the same store; asked for: a feed in 25 ms, of
        which opening the store takes at most 5.

        \(table(["run", "ms"], runs))

        ## Memory

        The most that a process held (VmHWM) which opened the store, did one thing and ended.

        \(memory.text)

        ## Writing

        A post takes \(milliseconds(writes.post.p50)) ms (p50), a bare row committed with the same durability
        \(milliseconds(writes.row.p50)) ms: \(ratio(writes.post.p50 / writes.row.p50)). Batches of 1,000 changes:
        \(Int(writes.batchRate)) changes a second.

        A bulk load, in large batches: \(Int(bulk.applied)) posts a second, each with a photo, every third with a comment, and all words
        indexed, no likes, tags or places; asked for: 100,000. For comparison, SQLite alone, which copies the same rows of posts, photos
        and comments from another file and indexes no words, puts in \(Int(bulk.copied)): \(ratio(bulk.copied / bulk.applied)) as many.

        """
    }

    private var runs: [[String]] {
        [
            ["`timeline feed --limit 50` of who follows 1000", tool.feed.cell],
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
