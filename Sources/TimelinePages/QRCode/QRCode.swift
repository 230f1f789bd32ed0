/// A QR code (ISO/IEC 18004:2015) with error correction level M, which tolerates damage to 15% of
/// its area.
///
/// It uses only the byte mode, because links are case-sensitive, and the smallest possible version.
struct QRCode: Hashable {
    /// The modules, without the margin of ``margin`` light modules that readers need.
    let modules: QRModules

    /// The width of the light margin, in modules.
    static let margin = 4

    /// Encodes text in UTF-8.
    ///
    /// Returns `nil` if it has more than 2,331 bytes.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let version = QRVersion(holding: bytes.count) else { return nil }
        var modules = QRModules(version)
        modules.write(QRCodewords(bytes, version: version))
        let candidates = QRMask.allCases.map { modules.masked($0) }
        guard let best = candidates.min(by: { $0.penalty < $1.penalty }) else { return nil }
        self.modules = best
    }

    /// The width of the code with its margin, in modules.
    var width: Int { modules.size + 2 * Self.margin }

    /// The outline of the dark modules as an SVG path, with one rectangle for each run in a row.
    var path: String {
        var path = ""
        for row in 0..<modules.size {
            var column = 0
            while column < modules.size {
                let start = column
                while column < modules.size, modules[row, column] { column += 1 }
                let length = column - start
                if length > 0 {
                    path += "M\(start + Self.margin) \(row + Self.margin)h\(length)v1h-\(length)z"
                } else {
                    column += 1
                }
            }
        }
        return path
    }
}

extension HTML {
    /// Writes a QR code as an SVG picture with a label for assistive technology.
    mutating func qrCode(_ code: QRCode, label: String) {
        element(
            "svg",
            .class("qr"),
            Attribute("viewBox", text: "0 0 \(code.width) \(code.width)"),
            Attribute("role", "img"),
            .label(label)
        ) { html in
            html.element("path", Attribute("d", text: code.path), content: { _ in })
        }
    }
}
