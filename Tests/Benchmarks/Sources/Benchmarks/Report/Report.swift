import Foundation

/// What must not get worse, as ratios within one run.
struct Thresholds: Decodable {
    /// How many times as long as the ready-made inbox Timeline may take.
    let inbox: Double
    /// The same for followed users who stopped posting long ago; 3 was asked for, and is not reached.
    let dormantInbox: Double
    /// How many times as long as the plain join Timeline may take.
    let join: Double
    /// How many times faster than sorting everything Timeline has to be, at 1,000 followed users.
    let everything: Double
    /// How many times as long as a bare commit of one row a post may take.
    let commit: Double

    init(_ file: URL) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: file))
    }
}

/// The page that tells what was measured.
struct Report {
    let size: WorldSize
    let pages: [PageResult]
    let writes: WriteResult

    private var commitRatio: Double { writes.post.percentile(0.5) / writes.row.percentile(0.5) }

    /// What is slower than it may be.
    func failures(against thresholds: Thresholds) -> [String] {
        let slow = pages.flatMap { page in
            [
                (
                    "ready-made inbox", page.ratio(to: "ready-made inbox"),
                    page.reader.isDormant
                        ? thresholds.dormantInbox : thresholds.inbox
                ),
                ("plain join", page.ratio(to: "plain join"), thresholds.join),
            ]
            .filter { $0.1 > $0.2 }
            .map { "\(page.reader.name) \(page.place) takes \(ratio($0.1)) of \($0.0)" }
        }
        let sorted = pages.filter { $0.reader.followed == 1000 && $0.place == .first }
            .map { 1 / $0.ratio(to: "everything, sorted") }
        return slow
            + sorted.filter { $0 < thresholds.everything }
            .map { "only \(ratio($0)) faster than sorting everything" }
            + (commitRatio > thresholds.commit
                ? ["a post takes \(ratio(commitRatio)) of a bare commit"] : [])
    }

    /// Writes `Docs/Performance.md` and its plot.
    func write(to project: URL) throws {
        let docs = project.appending(path: "Docs")
        try Data(text.utf8).write(to: docs.appending(path: "Performance.md"))
        try Data(Plot(pages).svg.utf8).write(to: docs.appending(path: "Performance.svg"))
    }

    private var text: String {
        let names = pages.first?.times.map(\.contender) ?? []
        let head =
            "| follows | page | " + names.map { "\($0) p50 | p99" }.joined(separator: " | ")
            + " | of the inbox |"
        let line = "|---|---|" + names.map { _ in "---|---|" }.joined() + "---|"
        let rows = pages.map { page in
            let cells = page.times.map {
                "\(milliseconds($0.times.percentile(0.5))) | \(milliseconds($0.times.percentile(0.99)))"
            }
            let inbox = ratio(page.ratio(to: "ready-made inbox"))
            return
                "| \(page.reader.name) | \(page.place) | \(cells.joined(separator: " | ")) | \(inbox) |"
        }
        return """
            # Performance

            Made by `make bench` on \(Date.now.formatted(.iso8601.year().month().day())): \(size.posts) posts by
            \(size.users) authors, \(ProcessInfo.processInfo.activeProcessorCount) processors, \(system). Times are
            milliseconds for a page of 50 posts, warm, each with its author, photo, counts and whether the reader likes
            it; the contenders take turns, their answers were found equal before, and those on SQLite read one file and fill
            the page with the same statement. The machine is shared: compare within a row, not with another machine's.

            - **Timeline**: the public engine call, with its hand-over to a Dispatch thread
            - **ready-made inbox**: a table that holds each reader's whole timeline already (nobody keeps that for free)
            - **plain join**: posts joined with follows, `ORDER BY id DESC LIMIT 50`, the plan left to SQLite
            - **everything, sorted**: the identifiers of all posts of everyone followed, sorted in Swift
            - **in memory**: the same engine call on `InMemoryRepository`, filled with the same changes; it is the oracle of
              the tests, written for being plainly right
            - **Redis inboxes**: a sorted set for each reader; its members, read by ZREVRANGEBYLEX, name post and author, and
              one pipeline of HMGET and SISMEMBER fills the page. Redis 7 over a Unix socket with its own client library,
              hiredis; nothing is saved to disk, and `hash-max-listpack-value` is 1024, so that posts stay compact
            - **PostgreSQL lateral**: the 50 newest of each followed user by an index (author, id DESC), the newest 50 of those,
              and the rows, in one prepared statement. PostgreSQL 15 over a Unix socket with its own client library,
              libpq, in binary form; tables vacuumed and analysed; `shared_buffers` a quarter and `effective_cache_size`
              half of the memory, `random_page_cost` 1.1, `jit` off, `plan_cache_mode` force_generic_plan

            \(head)
            \(line)
            \(rows.joined(separator: "\n"))

            ![Time of the first page against the number followed](Performance.svg)

            ## Writing

            A post takes \(milliseconds(writes.post.percentile(0.5))) ms (p50), a bare row committed with the same
            durability \(milliseconds(writes.row.percentile(0.5))) ms: \(ratio(commitRatio)). Batches of 1,000 changes:
            \(Int(writes.batchRate)) changes a second.

            """
    }

    private var system: String { ProcessInfo.processInfo.operatingSystemVersionString }

    private func ratio(_ value: Double) -> String { String(format: "%.2f ×", value) }
}
