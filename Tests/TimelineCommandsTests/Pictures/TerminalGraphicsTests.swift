import Testing
import TimelineCore
import TimelineMedia

@testable import TimelineCommands

@Suite("The method of showing pictures")
struct TerminalGraphicsTests {
    typealias Method = TerminalGraphics.Method

    @Test(
        "The method depends on the environment",
        arguments: [
            (["TERM": "xterm-kitty"], Method.kitty),
            (["TERM": "xterm-ghostty"], .kitty),
            (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], .iterm),
            (["TERM": "mlterm"], .sixel),
            (["TERM": "xterm-256color", "COLORTERM": "truecolor"], .blocks(.direct)),
            (["TERM": "rxvt-unicode-256color"], .blocks(.indexed240)),
            (["TERM": "linux"], .blocks(.indexed16)),
            (["TERM": "xterm-kitty", "NO_COLOR": "1"], nil),
            (["TERM": "dumb"], nil),
        ] as [([String: String], Method?)]
    )
    func automatic(variables: [String: String], method: Method?) {
        #expect(TerminalGraphics(.auto, variables: variables, cell: nil)?.method == method)
    }

    @Test("The user's choice overrides the environment")
    func chosen() {
        let plain = ["TERM": "rxvt-unicode-256color"]
        let methods = ImageChoice.allCases.map {
            TerminalGraphics($0, variables: plain, cell: nil)?.method
        }
        #expect(
            methods == [
                .blocks(.indexed240), .kitty, .iterm, .sixel, .blocks(.indexed240), nil,
            ]
        )
    }
}

@Suite("Golden pictures: a drawing in each protocol")
struct GoldenPictureTests {
    /// A picture with red, green, blue and yellow quarters.
    private static let quarters: Raster? = {
        let colours: [[UInt8]] = [
            [224, 32, 32, 255], [32, 160, 32, 255], [32, 32, 224, 255], [240, 224, 64, 255],
        ]
        let pixels = (0..<256)
            .flatMap { (index: Int) -> [UInt8] in
                let (row, column) = (index / 128, index % 16 / 8)
                return colours[2 * row + column]
            }
        return Raster(width: 16, height: 16, pixels: pixels)
    }()

    @Test(arguments: [ImageChoice.kitty, .iterm, .sixel, .blocks])
    func drawing(choice: ImageChoice) throws {
        let raster = try #require(Self.quarters)
        let graphics = try #require(
            TerminalGraphics(
                choice,
                variables: ["TERM": "xterm", "COLORTERM": "truecolor"],
                cell: PixelSize(width: 4, height: 8)
            )
        )
        let lines = graphics.draw(raster, columns: 4, rows: 2, indent: 2)
        let text = lines.map { $0.replacing("\u{1B}", with: "␛") + "\n" }.joined()
        try Golden.expect(text, named: "picture-\(choice.rawValue)")
    }

    @Test("Squares fit into columns and rows", arguments: 1...10, [10, 20, 40])
    func mosaics(count: Int, rows: Int) {
        for columns in [20, 38, 98] {
            let mosaic = Mosaic(
                across: min(3, count),
                columns: columns,
                rows: rows,
                of: count,
                cell: PixelSize(width: 8, height: 16)
            )
            #expect(mosaic.width <= columns && mosaic.height(count) <= rows)
            #expect(mosaic.columns > 2)
        }
    }

    @Test("A picture fits the rows and preserves its aspect ratio")
    func rows() throws {
        let graphics = TerminalGraphics(
            .kitty,
            variables: [:],
            cell: PixelSize(width: 10, height: 20)
        )
        let square = try #require(Self.quarters)
        #expect(graphics?.rows(square, columns: 40, limit: 100) == 20)
        #expect(graphics?.rows(square, columns: 40, limit: 12) == 12)
        #expect(graphics?.rows(square, columns: 1, limit: 12) == 1)
    }
}
