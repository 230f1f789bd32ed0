#if Server
import Foundation
import HTTPTypes
import Hummingbird
import TimelineCore
import TimelineMedia

/// The strong entity tag of a photo's file (RFC 9110, section 8.8.3): equal tags, equal bytes.
struct PhotoTag: Hashable {
    /// The tag in quotation marks.
    let text: String

    /// The tag of a rendition, which follows from its photo: the file is not read.
    init(_ rendition: Rendition, of blob: BlobID) {
        text = "\"\(blob)-\(rendition.rawValue)-\(Rendition.version)\""
    }

    /// The tag of a file.
    init(of content: Data) {
        text = "\"\(BlobID(of: content))\""
    }

    /// Whether a request lists the tag in `If-None-Match`, so that the client has the file.
    func isListed(in request: Request) -> Bool {
        let accepted: Set<String> = ["*", text, "W/" + text]
        return request.headers[values: .ifNoneMatch]
            .contains { field in
                field.split(separator: ",")
                    .contains { accepted.contains($0.trimmingCharacters(in: .whitespaces)) }
            }
    }

    /// Whether a request for a range means this file; one without a condition always does.
    func isMeant(by request: Request) -> Bool {
        request.headers[.ifRange].map { $0 == text } ?? true
    }
}
#endif
