import Foundation

/// The results of `make bench`.
struct Report {
    let size: DatasetSize
    let pages: PageReport
    let reads: [ReadResult]
    let searches: [ReadResult]
    let server: ServerResult
    let tool: ToolResult
    let memory: [MemoryResult]
    let writes: WriteResult
    let bulk: BulkResult

    /// Returns the worst value for each threshold.
    func findings(_ thresholds: [String: Threshold]) -> [Finding] {
        // 50 µs for everything else than the commit.
        let commit = MeasuredValue(
            (writes.post.p50 - 0.05) / writes.singleRow.p50,
            context: "one post"
        )
        let bulkLoad = MeasuredValue(bulk.copied / bulk.applied, context: "200,000 posts")
        let queuedWrites = MeasuredValue(server.feed.p50, context: "following 1000")
        let observers = MeasuredValue(server.observers, context: "over 5 seconds")
        let other = [
            Finding(thresholds["commit"], [commit]),
            Finding(thresholds["bulk"], [bulkLoad]),
            Finding(thresholds["reads"], relativeToFirstPage(reads)),
            Finding(thresholds["search"], relativeToFirstPage(searches)),
            Finding(thresholds["queuedWrites"], [queuedWrites]),
            Finding(thresholds["observers"], [observers]),
        ]
        return pages.findings(thresholds) + other.compactMap(\.self)
    }

    /// Returns the times of reads that have a goal, relative to the first page of the home
    /// timeline.
    private func relativeToFirstPage(_ reads: [ReadResult]) -> [MeasuredValue] {
        let page = pages.firstPage
        return reads.filter { $0.goal != nil }
            .map { MeasuredValue($0.times.p50 / page, context: $0.name) }
    }

    /// Returns the text of all sections except the one on larger datasets.
    func text(_ thresholds: [String: Threshold]) -> String {
        """
        # Performance

        Measured by `make bench` on \(circumstances), with \(size.posts.formatted())
        posts by \(size.users.formatted()) authors. Times are in milliseconds, p50 with p99 in parentheses, for a page of 50 posts
        including authors, photos, counts and the reader's likes. All implementations return identical pages, which is
        verified before and after the measurement. They take turns in random order, and each turn times the second of
        two reads, so all caches are warm. The engine caches the (post, author) pairs that scans have read and the users
        that it has shown ([decision 24](Decisions/0024-one-epoch-for-one-cache.md)); “Other reads” includes pages
        without the former. The machine is shared: compare values within a table row, not between machines.

        \(pages.times)

        p50 relative to Timeline:

        \(pages.ratios)

        ![Time of the first page by number of followed users](Performance.svg)

        \(Implementation.notes)

        ## Limits

        `make bench` fails if a value exceeds its limit, and prints it in bold. A goal is a requirement of the project; limits
        are never weaker.

        \(findings(thresholds).text)

        ## Other reads

        Through the public API, over many users, posts, words or places; the second of two reads unless stated otherwise.
        Rows without a goal show home timelines without cached scans, and a search that reads most of the index.

        \(table(["read", "goal", "ms"], (reads + searches).map(\.cells)))

        ## As a server

        While another process's lock blocks 64 writes, the feed of a reader following 1000 takes \(server.feed.cell) ms. A
        thousand idle observers of the newest page use \(String(format: "%.2f", server.observers))% of one core.

        ## Command

        Runs of the statically linked command on the same store, from start to exit. Goals: 25 ms for a feed, including at
        most 5 ms for opening the store.

        \(table(["run", "ms"], runs))

        ## Memory

        Peak resident memory (VmHWM) of a process that opens the store, does one task and exits.

        \(memory.text)

        ## Writing

        Committing a post takes \(milliseconds(writes.post.p50)) ms (p50), and committing a single row with the same durability
        \(milliseconds(writes.singleRow.p50)) ms: \(ratio(writes.post.p50 / writes.singleRow.p50)). Batches of 1,000 signed records
        reach \(Int(writes.batchRate)) records per second.

        A bulk load makes and signs \(Int(bulk.signed)) posts per second and applies \(Int(bulk.applied)) per second, in turns: together
        \(Int(bulk.loaded)) posts per second (goal: 8,000). Each post has a photo, every third a comment, and all words are
        indexed; there are no likes, tags or places. For comparison, SQLite alone copies the same records, posts, photos and
        comments from another file at \(Int(bulk.copied)) posts per second without indexing words, \(ratio(bulk.copied / bulk.applied)) as many as are
        applied. Without the photos, it copies \(Int(bulk.copiedWithoutPhotos)). GRDB inserts the same rows, one prepared statement for
        each and without indexing words, at \(Int(bulk.inserted)) posts per second, \(ratio(bulk.inserted / bulk.applied)) as many.

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
        [name, goal.map { "≤ \($0.formatted())" } ?? "", times.cell]
    }
}

extension Times {
    /// The p50, followed by the p99 in parentheses.
    var cell: String { "\(milliseconds(p50)) (\(milliseconds(p99)))" }
}
