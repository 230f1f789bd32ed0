import Foundation
import Testing
import TimelineCore
import TimelineMedia
import TimelineTestSupport

@testable import TimelineCommands

@Suite("The method of showing pictures")
struct TerminalGraphicsTests {
    typealias Method = TerminalGraphics.Method

    @Test(
        "The method depends on the environment",
        arguments: [
            (["TERM": "xterm-kitty"], Method.kitty(readsFiles: false)),
            (["TERM": "xterm-ghostty"], .kitty(readsFiles: false)),
            (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], .iterm),
            (["TERM": "mlterm"], .sixel),
            (["TERM": "xterm-256color", "COLORTERM": "truecolor"], .blocks(.direct)),
            (["TERM": "rxvt-unicode-256color"], .blocks(.indexed240)),
            (["TERM": "linux"], .blocks(.indexed16)),
            (["TERM": "xterm", "XTERM_VERSION": "XTerm(379)"], .blocks(.direct)),
            (["TERM": "xterm", "XTERM_VERSION": "XTerm(330)"], .blocks(.indexed240)),
            (
                ["TERM": "rxvt-unicode-256color", "XTERM_VERSION": "XTerm(379)"],
                .blocks(.indexed240)
            ),
            (["TERM": "screen-256color", "TMUX": "/tmp/tmux-0/default,1,0"], .blocks(.direct)),
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
                .blocks(.indexed240), .kitty(readsFiles: false), .iterm, .sixel,
                .blocks(.indexed240), nil,
            ]
        )
    }

    @Test(
        "The terminal is asked only for what the environment leaves open",
        arguments: [
            (.auto, ["TERM": "xterm-256color"], TerminalQuestion.sixel),
            (.auto, ["TERM": "xterm-kitty"], .files),
            (.kitty, ["TERM": "xterm-256color"], .files),
            (.auto, ["TERM": "mlterm"], nil),
            (.auto, ["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], nil),
            (.auto, ["TERM": "xterm-256color", "NO_COLOR": "1"], nil),
            (.auto, ["TERM": "dumb"], nil),
            (.blocks, ["TERM": "xterm-256color"], nil),
            (.none, ["TERM": "xterm-kitty"], nil),
        ] as [(ImageChoice, [String: String], TerminalQuestion?)]
    )
    func questions(choice: ImageChoice, variables: [String: String], question: TerminalQuestion?) {
        #expect(TerminalGraphics.question(choice, variables: variables) == question)
    }

    @Test("The answer decides between blocks and sixel, and between files and pictures")
    func answered() {
        let answer = TerminalAnswer(hasSixel: true, readsFiles: true)
        func method(_ choice: ImageChoice, _ terminal: String) -> Method? {
            TerminalGraphics(choice, variables: ["TERM": terminal], cell: nil, answer: answer)?
                .method
        }
        #expect(method(.auto, "xterm-256color") == .sixel)
        #expect(method(.blocks, "xterm-256color") == .blocks(.direct))
        #expect(method(.auto, "xterm-kitty") == .kitty(readsFiles: true))
        #expect(method(.auto, "dumb") == nil)
    }

    @Test(
        "Answers of terminals",
        arguments: [
            ("\u{1B}[?63;1;2;4;6;9;15;22c", TerminalAnswer(hasSixel: true, readsFiles: false)),
            ("\u{1B}[?62;4c", TerminalAnswer(hasSixel: true, readsFiles: false)),
            ("\u{1B}[?4;6c", TerminalAnswer.none),
            ("\u{1B}[?64;14;42c", TerminalAnswer.none),
            (
                "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;c",
                TerminalAnswer(hasSixel: false, readsFiles: true)
            ),
            ("\u{1B}_Gi=31;EBADF:No such file\u{1B}\\\u{1B}[?62;c", TerminalAnswer.none),
            ("\u{1B}[?62;4", nil),
            ("", nil),
        ] as [(String, TerminalAnswer?)]
    )
    func answers(text: String, answer: TerminalAnswer?) {
        #expect(TerminalAnswer(parsing: text) == answer)
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

    private static func graphics(_ choice: ImageChoice) throws -> TerminalGraphics {
        try #require(
            TerminalGraphics(
                choice,
                variables: ["TERM": "xterm", "COLORTERM": "truecolor"],
                cell: PixelSize(width: 4, height: 8)
            )
        )
    }

    @Test(arguments: [ImageChoice.kitty, .iterm, .sixel, .blocks])
    func drawing(choice: ImageChoice) throws {
        let raster = try #require(Self.quarters)
        let graphics = try Self.graphics(choice)
        let frame = PictureFrame(
            of: PixelSize(width: 16, height: 16),
            within: PixelSize(width: 400, height: 400),
            cell: graphics.cell
        )
        let lines = PictureStrip([graphics.draw(raster, in: frame)], indent: 2).lines()
        var text = lines.map { $0.replacing("\u{1B}", with: "␛") + "\n" }.joined()
        // The bytes of PNG and JPEG depend on the versions of the libraries.
        if choice == .kitty || choice == .iterm {
            text = text.replacing(/size=\d+/, with: "size=SIZE")
                .replacing(/[A-Za-z0-9+\/=]{64,}/, with: "CONTENT")
        }
        try Golden.expect(text, named: "picture-\(choice.rawValue)")
    }

    @Test(
        "Symbols are blocks, lines and spaces, but never full blocks",
        arguments: ["xterm-256color", "rxvt-unicode-256color", "linux"]
    )
    func symbols(terminal: String) throws {
        // Whether a pixel of a cell is white: all, none, a quarter, a line, another one, a half.
        let shapes: [(_ column: Int, _ row: Int) -> Bool] = [
            { _, _ in true }, { _, _ in false }, { $0 < 4 && $1 < 8 }, { 7...8 ~= $1 },
            { column, _ in 3...4 ~= column }, { column, _ in column < 4 },
        ]
        let size = PixelSize(width: 8 * shapes.count, height: 16)
        let pixels = (0..<size.width * size.height)
            .flatMap { index -> [UInt8] in
                let (row, column) = index.quotientAndRemainder(dividingBy: size.width)
                let isWhite = shapes[column / 8](column % 8, row)
                return Array(repeating: isWhite ? 255 : 0, count: 3) + [255]
            }
        let text = try Self.symbols(pixels, size: size, terminal: terminal)
        #expect(text.hasPrefix("  ▘") && text.hasSuffix("▌") && text.count == shapes.count)
        let lines: ClosedRange<Character> = "─"..."╿"
        #expect(text.dropFirst(3).prefix(2).allSatisfy { lines.contains($0) }, "\(text)")

        let noise = PNGMaker.noisePixels(400, 400, seed: 1)
        let many = try Self.symbols(
            noise,
            size: PixelSize(width: 400, height: 400),
            terminal: terminal
        )
        let allowed = Set("▀▁▂▃▄▅▆▇▉▊▋▌▍▎▏▐▔▕▖▗▘▙▚▛▜▝▞▟ ")
        let others = Set(many).subtracting(allowed).filter { !lines.contains($0) }
        #expect(others.isEmpty)
        #expect(Set(many).intersection("▖▗▘▙▚▛▜▝▞▟").count > 2)
    }

    /// Returns the symbols of a drawing, without colours.
    private static func symbols(
        _ pixels: [UInt8],
        size: PixelSize,
        terminal: String
    ) throws -> String {
        let graphics = try #require(
            TerminalGraphics(.blocks, variables: ["TERM": terminal], cell: nil)
        )
        let raster = try #require(Raster(width: size.width, height: size.height, pixels: pixels))
        let frame = PictureFrame(of: size, within: size, cell: graphics.cell)
        guard case .text(let lines) = graphics.draw(raster, in: frame).content else { return "" }
        return lines.joined().replacing(/\u{1B}\[[0-9;]*m/, with: "")
    }

    @Test("kitty receives the name of a file, in a few hundred bytes")
    func file() throws {
        let graphics = try Self.graphics(.kitty)
        let frame = PictureFrame(
            squareOf: PixelSize(width: 900, height: 700),
            side: 480,
            cell: graphics.cell
        )
        let text = graphics.kitty(file: URL(filePath: "/store/a;b\u{1B}.png"), in: frame)
        #expect(text.contains("t=f,C=1,w=480,h=480;"))
        #expect(text.utf8.count < 300)
        #expect(text.utf8.count { $0 == 0x1B } == 2)
    }

    @Test("20 pictures of noise and their text fit into 1 MB for iTerm2")
    func noise() throws {
        let size = PixelSize(width: 700, height: 440)
        let pixels = PNGMaker.noisePixels(size.width, size.height, seed: 1)
        let raster = try #require(Raster(width: size.width, height: size.height, pixels: pixels))
        let graphics = try Self.graphics(.iterm)
        let frame = PictureFrame(of: size, within: size, cell: graphics.cell)
        let text = graphics.iterm(raster, in: frame)
        #expect(text.contains(";width=700px;height=440px;"))
        #expect(text.utf8.count > 10_000 && 20 * text.utf8.count < 980_000)
    }

    @Test("iTerm2 receives the size in cells only if the size of a cell is unknown")
    func unknownCell() throws {
        let raster = try #require(Self.quarters)
        let graphics = try #require(TerminalGraphics(.iterm, variables: [:], cell: nil))
        let size = PixelSize(width: 16, height: 16)
        let frame = PictureFrame(of: size, within: size, cell: graphics.cell)
        #expect(graphics.iterm(raster, in: frame).contains(";width=2;height=1;"))
    }

    @Test("A frame keeps the shape, fits, and never enlarges")
    func frames() {
        let cell = PixelSize(width: 10, height: 20)
        func frame(_ width: Int, _ height: Int, within limit: PixelSize) -> PictureFrame {
            PictureFrame(of: PixelSize(width: width, height: height), within: limit, cell: cell)
        }
        let limit = PixelSize(width: 780, height: 440)
        let tall = frame(1000, 2000, within: limit)
        #expect((tall.columns, tall.rows) == (22, 22))
        #expect(tall.pixels == PixelSize(width: 220, height: 440))
        let wide = frame(4000, 1000, within: limit)
        #expect(wide.pixels == PixelSize(width: 780, height: 195) && wide.rows == 10)
        let small = frame(33, 21, within: limit)
        #expect(small.pixels == PixelSize(width: 33, height: 21))
        #expect((small.columns, small.rows) == (4, 2))
        let line = frame(1_000_000, 1, within: limit)
        #expect(line.pixels.height == 1 && line.rows == 1)
        let square = PictureFrame(
            squareOf: PixelSize(width: 300, height: 90),
            side: 200,
            cell: cell
        )
        #expect(square.pixels == PixelSize(width: 90, height: 90) && square.isSquare)
    }

    @Test("A grid uses the width and fits the rows", arguments: [20, 40, 80, 200], [8, 24, 60])
    func grids(columns: Int, rows: Int) {
        let grid = GridLayout(
            columns: columns - 2,
            rows: rows,
            cell: PixelSize(width: 8, height: 16)
        )
        let width = grid.across * (grid.columns + 1) - 1
        #expect(width <= columns - 2 && grid.down >= 1)
        if rows >= 24 { #expect(width > columns - 2 - grid.across) }
        #expect(grid.columns / 2 + 2 <= rows)
    }

    @Test("A strip of symbols has each row beside the other, with text at its right")
    func strip() {
        let left = DrawnPicture(columns: 2, rows: 2, content: .text(["ab", "cd"]))
        let right = DrawnPicture(columns: 1, rows: 1, content: .text(["e"]))
        let strip = PictureStrip([left, right], indent: 1)
        #expect(strip.columns == 5 && strip.rows == 2)
        #expect(strip.lines(beside: ["      text"]) == [" ab e text", " cd"])
        #expect(strip.lines(above: " id") == [" ab e", " cd", " id"])
        let drawn = DrawnPicture(columns: 2, rows: 3, content: .sequence("PICTURE"))
        let lines = PictureStrip([drawn], indent: 2).lines(beside: ["    text"], above: "id")
        #expect(
            lines == [
                "    text", "", "", "\u{1B}[3A\u{1B}7\u{1B}[2CPICTURE\u{1B}8\u{1B}[3Bid",
            ]
        )
    }
}
