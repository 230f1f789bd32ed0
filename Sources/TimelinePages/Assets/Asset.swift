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
    ///
    /// It submits the forms listed in ``Action``, loads older posts and search results as ordinary
    /// pages, and also requests `GET /live`, `GET /post/<post>/comments?after=<comment>` and
    /// `GET /offline`. It stores the texts of unfinished posts and comments in `localStorage`, and the
    /// five lists that the viewer left most recently in `sessionStorage`, so that going back returns
    /// to the same place. The keys contain the viewer's ID.
    ///
    /// It finds the elements that it changes by these attributes:
    /// - `data-viewer`, `data-token`, `data-live`, `data-worker`, `data-keys` on `body`: the viewer's
    ///   ID, the form token, the addresses of the live updates and of the service worker, and whether
    ///   keyboard shortcuts are turned on.
    /// - `data-post` on posts and grid cells: the post's ID. A list must not contain a post twice,
    ///   because the script removes a loaded item whose ID is already in the list.
    /// - `data-items` on a list, and `data-end` on the element after it: the list to which older
    ///   items are appended; the link to them, or the statement that nothing follows.
    /// - `data-day`, `data-month` on groups in a list: an appended group with the same value as the
    ///   last one is merged with it.
    /// - `data-newest` on the home page, `data-open` on the page of a post: the newest post on the
    ///   first page, and the open post. Both are sent with `GET /live`.
    /// - `data-offline` on the offline page: the page stands for the one at its address, which the
    ///   script opens when the server responds again.
    /// - `data-dialog`, `data-close`, `data-question` on links, buttons and a section: a link with
    ///   `data-dialog` opens the question on its page as a dialog.
    /// - `data-step`, `data-do` on buttons: the direction in a post with several photos, and an
    ///   action that only the script can perform.
    /// - `data-count`, `data-words` on fields and buttons: the maximum length that a counter shows,
    ///   and the original label of a button.
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
