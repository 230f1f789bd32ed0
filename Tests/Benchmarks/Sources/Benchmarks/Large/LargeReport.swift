/// The times of one page in worlds of several sizes.
struct LargeRow {
    let name: String
    let place: PagePlace
    var times: [Times]
    /// Whether the page holds as many posts in every world: who follows few sees fewer in a small one.
    var isFull = true

    /// How many times as long as in the first world the page takes in the last.
    var growth: Double {
        guard let first = times.first, let last = times.last else { return .nan }
        return last.p50 / first.p50
    }
}

/// The section of the larger worlds.
struct LargeReport {
    let rows: [LargeRow]
    /// Each page once, of who follows 1,000 of 100,000.
    let downward: ReadResult
    let memory: [MemoryResult]

    func findings(_ thresholds: [String: Threshold]) -> [Finding] {
        [Finding(thresholds["growth"], grown)].compactMap(\.self)
    }

    /// How much longer the pages take that hold as many posts in every world.
    private var grown: [(value: Double, place: String)] {
        rows.filter(\.isFull).map { ($0.growth, "\($0.place) page of \($0.name)") }
    }

    func text(_ thresholds: [String: Threshold]) -> String {
        let sizes = LargeBenchmark.sizes.map {
            "\($0.posts / 1_000_000) M posts, \($0.users.formatted()) authors"
        }
        let head = ["follows", "page"] + sizes + ["10 M of 1 M"]
        let cells = rows.map { row in
            [row.name, row.place.rawValue] + row.times.map(\.cell) + [
                row.isFull ? ratio(row.growth) : "not full"
            ]
        }
        return """
            Made by `make bench-large` on \(circumstances):
            Timeline only, as above, in turns in three worlds without likes, tags and places. The goals: 1.3 ms for a reader
            following 1,000 of 100,000 users at 5 M posts; 150 MB of memory at 10 M. Pages that are not full in every world are
            not compared.

            \(table(head, cells))

            At 5 M posts, \(downward.name), in a store just opened: \(downward.times.cell).

            \(findings(thresholds).text)

            Peak memory of a process at 10 M posts:

            \(memory.text)

            """
    }
}
