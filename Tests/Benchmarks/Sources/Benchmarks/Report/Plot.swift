import Foundation

/// An SVG plot of the time for the first page against the number of followed users, on logarithmic
/// axes.
struct Plot {
    private let pages: [PageResult]
    private static let colours = [
        "#0b7285", "#5f3dc4", "#868e96", "#e67700", "#c92a2a", "#2b8a3e", "#1864ab",
    ]

    init(_ pages: [PageResult]) {
        self.pages = pages.filter { $0.position == .first && !$0.reader.isDormant }
    }

    func write(in project: URL) throws {
        try Data(svg.utf8).write(to: project.appending(path: "Docs/Performance.svg"))
    }

    private var svg: String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 780 440" font-family="sans-serif" font-size="11">
        <rect width="780" height="440" fill="white"/>
        \((timeAxis + followedAxis + lines + labels).joined(separator: "\n"))
        <text x="340" y="432" text-anchor="middle">users followed</text>
        <text x="14" y="205" text-anchor="middle" transform="rotate(-90 14 205)">first page of 50 posts, p50</text>
        </svg>

        """
    }

    private var names: [String] { pages.first?.times.map(\.implementation) ?? [] }

    private func colour(_ index: Int) -> String { Self.colours[index % Self.colours.count] }

    private var lines: [String] {
        names.enumerated()
            .map { index, name in
                let points =
                    pages.map { point(followed: Double($0.reader.followed), time: $0.p50(name)) }
                    .map { String(format: "%.1f,%.1f", $0.x, $0.y) }
                return """
                    <polyline fill="none" stroke="\(colour(index))" stroke-width="\(index == 0 ? 3 : 1.5)" \
                    points="\(points.joined(separator: " "))"/>
                    """
            }
    }

    /// The labels at the ends of the lines, moved apart so that they do not overlap.
    private var labels: [String] {
        guard let last = pages.last else { return [] }
        let ends = names.enumerated()
            .map { (index: $0, name: $1, y: point(followed: 1, time: last.p50($1)).y) }
            .sorted { $0.y > $1.y }
        var ceiling = Double.infinity
        return ends.map { end in
            let y = min(end.y, ceiling)
            ceiling = y - 14
            return """
                <text x="650" y="\(String(format: "%.1f", y + 4))" fill="\(colour(end.index))">\(end.name)</text>
                """
        }
    }

    /// The horizontal grid lines with their labels.
    private var timeAxis: [String] {
        [0.01, 0.1, 1, 10, 100, 1000, 10_000]
            .map { time in
                let y = String(format: "%.1f", point(followed: 5, time: time).y)
                return """
                    <line x1="80" x2="640" y1="\(y)" y2="\(y)" stroke="#dee2e6"/>
                    <text x="74" y="\(y)" dy="4" text-anchor="end">\(time.formatted()) ms</text>
                    """
            }
    }

    /// The labels with the numbers of followed users, except those too close to the next label.
    private var followedAxis: [String] {
        var ceiling = Double.infinity
        return pages.reversed()
            .compactMap { page in
                let x = point(followed: Double(page.reader.followed), time: 1).x
                guard x < ceiling - 36 else { return nil }
                ceiling = x
                return """
                    <text x="\(String(format: "%.1f", x))" y="412" text-anchor="middle">\(page.reader.followed)</text>
                    """
            }
    }

    private func point(followed: Double, time: Double) -> (x: Double, y: Double) {
        let right = log(followed / 5) / log(20_000.0 / 5)
        let up = log(time / 0.01) / log(10_000 / 0.01)
        return (90 + 540 * right, 390 - 370 * up)
    }
}
