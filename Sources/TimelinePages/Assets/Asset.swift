public import Foundation
import TimelineCore

/// A file that the pages load, embedded in the program.
///
/// Its address, `/assets/<version>/<name>`, contains a hash of its bytes, so it may be kept for
/// ever (`Cache-Control: public, max-age=31536000, immutable`). The exception is ``worker``, which
/// is served as `/worker.js` with `no-cache`, because a service worker controls only the pages in
/// its own folder.
public enum Asset: String, CaseIterable, Hashable, Sendable {
    /// The style sheet.
    case style = "timeline.css"
    /// The script.
    case script = "timeline.js"
    /// The service worker.
    case worker = "worker.js"
    /// The icon as a drawing.
    case icon = "icon.svg"
    /// The icon at 192 pixels.
    case icon192 = "icon-192.png"
    /// The icon at 512 pixels.
    case icon512 = "icon-512.png"
    /// The font.
    case font = "karla.woff2"
    /// The licence of the font.
    case fontLicence = "OFL.txt"

    /// The asset that an address' last two parts identify; `nil` for another version.
    public init?(version: String, name: String) {
        guard let asset = Asset(rawValue: name), asset.version == version else { return nil }
        self = asset
    }

    /// The file, in UTF-8 if it is a text.
    public var content: Data { Self.files[self]?.content ?? Data() }

    /// The first 12 hexadecimal digits of the file's SHA-256.
    public var version: String { Self.files[self]?.version ?? "" }

    /// The value of the header `Content-Type`.
    public var contentType: String {
        switch self {
        case .style: "text/css; charset=utf-8"
        case .script, .worker: "text/javascript; charset=utf-8"
        case .icon: "image/svg+xml"
        case .icon192, .icon512: "image/png"
        case .font: "font/woff2"
        case .fontLicence: "text/plain; charset=utf-8"
        }
    }

    /// The path on the server, without the first slash.
    public var path: String {
        self == .worker ? rawValue : "assets/\(version)/\(rawValue)"
    }

    private static let files: [Asset: (content: Data, version: String)] = {
        var files: [Asset: (content: Data, version: String)] = [:]
        for asset in allCases where asset != .style && asset != .worker {
            files[asset] = file(Data(asset.bytes))
        }
        let script = String(decoding: Asset.script.bytes, as: UTF8.self)
        files[.script] = file(Data(script.replacing("{/*texts*/}", with: ScriptText.literal).utf8))
        // The script contains its texts, and these two the addresses of other files.
        for asset in [Asset.style, .worker] {
            let text = String(decoding: asset.bytes, as: UTF8.self)
            let addressed = files.reduce(text) { text, other in
                text.replacing(
                    "{\(other.key.rawValue)}",
                    with: "\(other.value.version)/\(other.key.rawValue)"
                )
            }
            files[asset] = file(Data(addressed.utf8))
        }
        return files
    }()

    private static func file(_ content: Data) -> (content: Data, version: String) {
        (content, String(BlobID(of: content).description.prefix(12)))
    }

    private var bytes: [UInt8] {
        switch self {
        case .style: PackageResources.timeline_css
        case .script: PackageResources.timeline_js
        case .worker: PackageResources.worker_js
        case .icon: PackageResources.icon_svg
        case .icon192: PackageResources.icon_192_png
        case .icon512: PackageResources.icon_512_png
        case .font: PackageResources.karla_woff2
        case .fontLicence: PackageResources.OFL_txt
        }
    }
}
