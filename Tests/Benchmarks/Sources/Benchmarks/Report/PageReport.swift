/// The results for pages of the home timeline.
struct PageReport {
    let pages: [PageResult]

    private var names: [String] { pages.first?.times.map(\.implementation) ?? [] }

    /// A table of the p50 and p99 times.
    var times: String {
        table(["follows", "page"] + names, pages.map { $0.head + $0.times.map(\.times.cell) })
    }

    /// A table of the other implementations' times relative to Timeline's times.
    var ratios: String {
        let others = names.filter { $0 != Implementation.timeline }
        return table(
            ["follows", "page"] + others,
            pages.map { page in page.head + others.map { ratio(1 / page.ratio(to: $0)) } }
        )
    }

    /// The p50 of Timeline's first page in milliseconds, averaged over all readers.
    var firstPage: Double {
        let pages = pages.filter { $0.position == .first }
        return pages.map { $0.p50(Implementation.timeline) }.reduce(0, +) / Double(pages.count)
    }

    func findings(_ thresholds: [String: Threshold]) -> [Finding] {
        let thousand = pages.filter { $0.reader.followed == 1000 && $0.position == .first }
        let fullSort = thousand.map {
            MeasuredValue(1 / $0.ratio(to: Implementation.fullSort), context: $0.title)
        }
        let active = pages.filter { !$0.reader.isDormant }
        let dormant = pages.filter(\.reader.isDormant)
            .map { MeasuredValue($0.normalized(Implementation.timeline), context: $0.title) }
        return [
            Finding(thresholds["inbox"], active.ratios(to: Implementation.inbox)),
            Finding(thresholds["dormant"], dormant),
            Finding(thresholds["join"], pages.ratios(to: Implementation.plainJoin)),
            Finding(thresholds["fullSort"], fullSort),
            Finding(thresholds["middle"], middleToFirst),
        ]
        .compactMap(\.self)
    }

    /// The times of middle pages relative to the first page of the same reader.
    private var middleToFirst: [MeasuredValue] {
        pages.filter { $0.position == .middle }
            .compactMap { middle in
                let first = pages.first {
                    $0.position == .first && $0.reader.id == middle.reader.id
                }
                return first.map {
                    let name = Implementation.timeline
                    return MeasuredValue(middle.p50(name) / $0.p50(name), context: middle.title)
                }
            }
    }
}

extension PageResult {
    /// The first cells in the result's table row.
    fileprivate var head: [String] { [reader.name, position.rawValue] }

    /// Returns the p50 of an implementation in milliseconds, normalized to the speed of one
    /// particular machine.
    ///
    /// On that machine, reading the same page from the precomputed inbox takes 0.36 ms. The goal of
    /// 4 ms was set on such a machine. The speed of shared machines varies by a factor of two
    /// within minutes.
    fileprivate func normalized(_ implementation: String) -> Double {
        p50(implementation) / p50(Implementation.inbox) * 0.36
    }

    /// A description such as “first page of 30”.
    var title: String { "\(position) page of \(reader.name)" }
}

extension [PageResult] {
    /// Timeline's times relative to those of another implementation.
    func ratios(to implementation: String) -> [MeasuredValue] {
        map { MeasuredValue($0.ratio(to: implementation), context: $0.title) }
    }
}
