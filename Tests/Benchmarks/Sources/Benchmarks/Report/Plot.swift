import Foundation

/// The time of the first page against the number followed, both logarithmic, as SVG.
struct Plot {
    private let pages: [PageResult]
    private static let colours = [
        "#0b7285", "#868e96", "#e67700", "#c92a2a", "#5f3dc4", "#2b8a3e", "#a61e4d",
    ]

    init(_ pages: [PageResult]) {
        self.pages = pages.filter { $0.place == .first && !$0.reader.isDormant }
    }

    var svg: String {
        let names = pages.first?.times.map(\.contender) ?? []
        let lines = names.enumerated()
            .map { index, name in
                let colour = Self.colours[index % Self.colours.count]
                let points = pages.map { point(Double($0.reader.followed), $0.p50(name)) }
                return """
                    <polyline fill="none" stroke="\(colour)" stroke-width="2" points="\(points.joined(separator: " "))"/>
                    <text x="90" y="\(40 + 18 * index)" fill="\(colour)">\(name)</text>
                    """
            }
        let marks = [0.1, 1, 10, 100, 1000, 10_000]
            .map { time in
                let y = point(5, time).split(separator: ",")[1]
                return """
                    <line x1="60" x2="620" y1="\(y)" y2="\(y)" stroke="#dee2e6"/>
                    <text x="54" y="\(y)" text-anchor="end">\(time.formatted()) ms</text>
                    """
            }
        let counts = pages.map { page in
            let x = point(Double(page.reader.followed), 1).split(separator: ",")[0]
            return
                "<text x=\"\(x)\" y=\"385\" text-anchor=\"middle\">\(page.reader.followed)</text>"
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 410" font-family="sans-serif" font-size="11">
            <rect width="640" height="410" fill="white"/>
            \((marks + lines + counts).joined(separator: "\n"))
            <text x="340" y="404" text-anchor="middle">users followed</text>
            </svg>

            """
    }

    private func point(_ followed: Double, _ time: Double) -> String {
        let x = 70 + 540 * log(followed / 5) / log(20_000.0 / 5)
        let y = 365 - 340 * log(time / 0.1) / log(10_000 / 0.1)
        return String(format: "%.1f,%.1f", x, y)
    }
}
