/// The times for one page in all datasets.
struct LargeResult {
    /// The name of the reader.
    let name: String
    let position: PagePosition
    /// The times, one element per dataset.
    var times: [Times]
    /// Whether the page is full in every dataset.
    ///
    /// In small datasets, the timelines of readers with few followed users are short.
    var isFull = true

    /// The p50 in the last dataset divided by the p50 in the first dataset.
    var growth: Double {
        guard let first = times.first, let last = times.last else { return .nan }
        return last.p50 / first.p50
    }
}

/// The times of Timeline's pages and of other implementations on SQLite in one dataset.
struct LargeComparison {
    let size: DatasetSize
    let report: PageReport
}

/// The report's section on larger datasets.
struct LargeReport {
    let pages: [LargeResult]
    let comparisons: [LargeComparison]
    /// The times for all pages of a reader's home timeline in the second dataset, without caches.
    let paging: ReadResult
    let memory: [MemoryResult]

    func findings(_ thresholds: [String: Threshold]) -> [Finding] {
        let compared = comparisons.map(\.report.pages).flatMap(\.self)
        return [
            Finding(thresholds["growth"], growth),
            Finding(
                thresholds["inbox"],
                compared.filter { !$0.reader.isDormant }.ratios(to: Implementation.inbox)
            ),
            Finding(thresholds["join"], compared.ratios(to: Implementation.plainJoin)),
        ]
        .compactMap(\.self)
    }

    /// The tables of all comparisons.
    private var comparisonTables: String {
        comparisons.map { comparison in
            """
            \(comparison.size.posts / 1_000_000) M posts, \(comparison.size.users.formatted()) authors:

            \(comparison.report.times)
            """
        }
        .joined(separator: "\n\n")
    }

    /// The growth for each page that is full in all datasets.
    private var growth: [MeasuredValue] {
        pages.filter(\.isFull)
            .map { MeasuredValue($0.growth, context: "\($0.position) page of \($0.name)") }
    }

    func text(_ thresholds: [String: Threshold]) -> String {
        let sizes = LargeBenchmark.sizes.map {
            "\($0.posts / 1_000_000) M posts, \($0.users.formatted()) authors"
        }
        let head = ["follows", "page"] + sizes + ["10 M to 1 M"]
        let rows = pages.map { page in
            [page.name, page.position.rawValue] + page.times.map(\.cell) + [
                page.isFull ? ratio(page.growth) : "not full"
            ]
        }
        return """
            Measured by `make bench-large` on \(circumstances):
            Timeline in turns on three datasets without likes, tags and places. Goals: 1.3 ms for a reader following
            1,000 of 100,000 authors at 5 M posts, and 150 MB of memory at 10 M. Pages that are not full in every dataset are
            not compared.

            \(table(head, rows))

            Timeline beside the precomputed inbox and the plain join in the same file, as in the first table above:

            \(comparisonTables)

            At 5 M posts, \(paging.name): \(paging.times.cell).

            \(findings(thresholds).text)

            Peak memory at 10 M posts:

            \(memory.text)

            """
    }
}
