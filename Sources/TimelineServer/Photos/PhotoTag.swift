import Foundation
import HTTPTypes
import Hummingbird
import TimelineCore
import TimelineMedia

/// The strong entity tag of a photo file (RFC 9110, section 8.8.3).
///
/// Files with the same tag contain the same bytes.
struct PhotoTag: Hashable {
    /// The tag, in quotation marks.
    let text: String

    /// Creates the tag of a rendition without reading its file.
    init(_ rendition: Rendition, of blob: BlobID) {
        text = "\"\(blob)-\(rendition.rawValue)-\(Rendition.version)\""
    }

    /// Creates the tag of a file from the hash of its bytes.
    init(of content: Data) {
        text = "\"\(BlobID(of: content))\""
    }

    /// Returns whether a request lists the tag in `If-None-Match`, which means that the client
    /// already has the file.
    func isListed(in request: Request) -> Bool {
        let accepted: Set<String> = ["*", text, "W/" + text]
        return request.headers[values: .ifNoneMatch]
            .contains { field in
                field.split(separator: ",")
                    .contains { accepted.contains($0.trimmingCharacters(in: .whitespaces)) }
            }
    }

    /// Returns whether a request for a range refers to this version of the file.
    ///
    /// A request without `If-Range` always does.
    func isMeant(by request: Request) -> Bool {
        request.headers[.ifRange].map { $0 == text } ?? true
    }
}
