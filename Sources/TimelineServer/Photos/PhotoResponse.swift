import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import TimelineCore
import TimelineMedia

/// A response that contains a photo or a part of it.
struct PhotoResponse {
    private let content: ByteBuffer
    private let mediaType: PictureFiles.MediaType
    private let tag: PhotoTag?
    private var fields: HTTPFields

    /// The content security policy of a picture that is opened as a page.
    ///
    /// The page may not load anything and has an opaque origin.
    private static let contentPolicy = "default-src 'none'; sandbox"

    /// The number of bytes to send at a time.
    ///
    /// The server disconnects clients that do not receive a piece in half a minute (see
    /// ``ConnectionGuard``), so a larger piece would require a fast connection.
    static let pieceSize = 1 << 18

    /// The unit of ranges, followed by a space.
    private static let unit = "bytes "

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - content: The bytes of the file.
    ///   - mediaType: The media type of the file.
    ///   - tag: The entity tag of the file, or `nil` if clients must not cache it.
    ///   - caching: The value of the `Cache-Control` header field.
    init(
        _ content: ByteBuffer,
        mediaType: PictureFiles.MediaType,
        tag: PhotoTag?,
        caching: String
    ) {
        self.content = content
        self.mediaType = mediaType
        self.tag = tag
        fields = Self.fields(tag: tag, caching: caching)
        fields[.contentType] = mediaType.rawValue
    }

    /// Creates a response with a file and detects its media type from its bytes.
    ///
    /// - Throws: `TimelineError.photoRefused` if the file is not a picture.
    init(_ content: Data, caching: String) throws(TimelineError) {
        do throws(PictureError) {
            self.init(
                ByteBuffer(bytes: content),
                mediaType: try PictureFile(reading: content).header.mediaType,
                tag: PhotoTag(of: content),
                caching: caching
            )
        } catch {
            throw .photoRefused(error, name: nil)
        }
    }

    /// Returns the response 304 (Not Modified) for a client that already has the file.
    static func notModified(_ tag: PhotoTag, caching: String) -> Response {
        Response(status: .notModified, headers: fields(tag: tag, caching: caching))
    }

    private static func fields(tag: PhotoTag?, caching: String) -> HTTPFields {
        var fields: HTTPFields = [
            .cacheControl: caching, .acceptRanges: "bytes", .contentSecurityPolicy: contentPolicy,
        ]
        fields[.eTag] = tag?.text
        return fields
    }

    /// Returns a copy of the response that makes browsers save the photo as a file.
    ///
    /// The file name consists of the first 12 characters of `name` and the extension for the media
    /// type.
    func saving(as name: String) -> PhotoResponse {
        let name = "\(name.prefix(12)).\(mediaType.fileExtension)"
        var response = self
        response.fields[.contentDisposition] = "attachment; filename=\"\(name)\""
        return response
    }

    /// Returns the response to a request: the file, the selected part of it, or an empty response
    /// if the client already has the file.
    func response(to request: Request) -> Response {
        if tag?.isListed(in: request) == true {
            return Response(status: .notModified, headers: fields)
        }
        let isMeant = tag?.isMeant(by: request) == true
        let count = content.readableBytes
        switch ByteRange(isMeant ? request.headers[.range] : nil, of: count) {
        case .whole: return response(.ok, content: content, fields: fields)
        case .part(let part):
            var fields = fields
            let last = part.upperBound - 1
            fields[.contentRange] = Self.unit + "\(part.lowerBound)-\(last)/\(count)"
            let start = content.readerIndex + part.lowerBound
            let bytes = content.getSlice(at: start, length: part.count) ?? ByteBuffer()
            return response(.partialContent, content: bytes, fields: fields)
        case .unsatisfiable:
            var fields = fields
            fields[.contentRange] = Self.unit + "*/\(count)"
            return Response(status: .rangeNotSatisfiable, headers: fields)
        }
    }

    private func response(
        _ status: HTTPResponse.Status,
        content: ByteBuffer,
        fields: HTTPFields
    ) -> Response {
        let count = content.readableBytes
        guard count > Self.pieceSize else {
            let body = ResponseBody(byteBuffer: content)
            return Response(status: status, headers: fields, body: body)
        }
        let body = ResponseBody(contentLength: count) { writer in
            var rest = content
            while let piece = rest.readSlice(length: min(Self.pieceSize, rest.readableBytes)),
                piece.readableBytes > 0
            {
                try await writer.write(piece)
            }
            try await writer.finish(nil)
        }
        return Response(status: status, headers: fields, body: body)
    }
}

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
