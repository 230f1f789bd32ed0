/// The home timeline's table, and what must hold in it.
struct PageReport {
    let pages: [PageResult]

    private var names: [String] { pages.first?.times.map(\.contender) ?? [] }

    /// The times, p50 and p99.
    var times: String {
        table(["follows", "page"] + names, pages.map { $0.head + $0.times.map(\.times.cell) })
    }

    /// How many times as long as Timeline each other takes.
    var ratios: String {
        let others = names.filter { $0 != Contender.ours }
        return table(
            ["follows", "page"] + others,
            pages.map { page in page.head + others.map { ratio(1 / page.ratio(to: $0)) } }
        )
    }

    /// The time of a first page, p50, as the mean over all readers.
    var firstPage: Double {
        let pages = pages.filter { $0.place == .first }
        return pages.map { $0.p50(Contender.ours) }.reduce(0, +) / Double(pages.count)
    }

    func findings(_ thresholds: [String: Threshold]) -> [Finding] {
        let thousand = pages.filter { $0.reader.followed == 1000 && $0.place == .first }
        let sorted = thousand.map {
            (value: 1 / $0.ratio(to: "everything, sorted"), place: $0.title)
        }
        return [
            Finding(thresholds["inbox"], pages.ratios(to: "ready-made inbox")),
            Finding(thresholds["join"], pages.ratios(to: "plain join")),
            Finding(thresholds["everything"], sorted),
            Finding(thresholds["middle"], middles),
        ]
        .compactMap(\.self)
    }

    /// How many times as long as the first page a page in the middle takes.
    private var middles: [(value: Double, place: String)] {
        pages.filter { $0.place == .middle }
            .compactMap { middle in
                pages.first { $0.place == .first && $0.reader.id == middle.reader.id }
                    .map {
                        (middle.p50(Contender.ours) / $0.p50(Contender.ours), middle.title)
                    }
            }
    }
}

extension PageResult {
    /// How a table's row begins.
    fileprivate var head: [String] { [reader.name, place.rawValue] }

    /// Which page it is, in words.
    var title: String { "\(place) page of \(reader.name)" }
}

extension [PageResult] {
    fileprivate func ratios(to contender: String) -> [(value: Double, place: String)] {
        map { ($0.ratio(to: contender), $0.title) }
    }
}
