package import Foundation
import TimelineCore

/// A file that the pages load, embedded in the program.
///
/// Its address, `/assets/<version>/<name>`, contains a hash of its bytes, so browsers may cache it
/// forever (`Cache-Control: public, max-age=31536000, immutable`). The exception is ``worker``,
/// which is served as `/worker.js` with `no-cache`, because a service worker controls only pages
/// below its own path.
package enum Asset: String, CaseIterable, Hashable, Sendable {
    /// The style sheet.
    case style = "timeline.css"
    /// The script.
    case script = "timeline.js"
    /// The service worker.
    case worker = "worker.js"
    /// The icon as a vector image.
    case icon = "icon.svg"
    /// The icon, 192 pixels wide and high.
    case icon192 = "icon-192.png"
    /// The icon, 512 pixels wide and high.
    case icon512 = "icon-512.png"
    /// The font.
    case font = "karla.woff2"
    /// The licence of the font.
    case fontLicence = "OFL.txt"

    /// Creates an asset from the last two parts of its address.
    ///
    /// Returns `nil` if the name is unknown, or if the asset has a different version.
    package init?(version: String, name: String) {
        guard let asset = Asset(rawValue: name), asset.version == version else { return nil }
        self = asset
    }

    /// The contents of the file.
    ///
    /// Text files are encoded in UTF-8.
    package var content: Data { Self.files[self]?.content ?? Data() }

    /// The first 12 hexadecimal digits of the SHA-256 hash of the contents.
    package var version: String { Self.files[self]?.version ?? "" }

    /// The value of the `Content-Type` header field.
    package var contentType: String {
        switch self {
        case .style: "text/css; charset=utf-8"
        case .script, .worker: "text/javascript; charset=utf-8"
        case .icon: "image/svg+xml"
        case .icon192, .icon512: "image/png"
        case .font: "font/woff2"
        case .fontLicence: "text/plain; charset=utf-8"
        }
    }

    /// The path on the server, without the leading slash.
    package var path: String {
        self == .worker ? rawValue : "assets/\(version)/\(rawValue)"
    }

    private static let files: [Asset: (content: Data, version: String)] = {
        var files: [Asset: (content: Data, version: String)] = [:]
        for asset in allCases where asset != .style && asset != .worker {
            files[asset] = file(Data(asset.bytes))
        }
        let script = String(decoding: Asset.script.bytes, as: UTF8.self)
        files[.script] = file(Data(script.replacing("{/*texts*/}", with: ScriptText.literal).utf8))
        // The style sheet and the service worker contain the addresses of other assets, so those
        // assets must be complete first.
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
