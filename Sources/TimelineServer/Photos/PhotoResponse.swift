#if Server
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import TimelineCore

/// The response with the bytes of a photo, or a part of them.
struct PhotoResponse {
    private let content: Data
    private let mediaType: PictureFiles.MediaType
    private let tag: String
    private var fields = HTTPFields()

    /// The sources of a picture that is opened as a page: none, in an origin of its own.
    private static let contentPolicy = "default-src 'none'; sandbox"

    /// The unit of ranges, with the space after it.
    private static let unit = "bytes "

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - content: the file.
    ///   - mediaType: its type.
    ///   - caching: the value of `Cache-Control`.
    init(_ content: Data, mediaType: PictureFiles.MediaType, caching: String) {
        self.content = content
        self.mediaType = mediaType
        tag = "\"\(BlobID(of: content))\""
        fields[.eTag] = tag
        fields[.contentType] = mediaType.rawValue
        fields[.cacheControl] = caching
        fields[.acceptRanges] = "bytes"
        fields[.contentSecurityPolicy] = Self.contentPolicy
    }

    /// Creates a response with a file of the type that its bytes show.
    ///
    /// - Throws: `TimelineError.photoRefused` for a file that is not a picture.
    init(_ content: Data, caching: String) throws(TimelineError) {
        do throws(PictureFault) {
            let mediaType = try PictureFile(reading: content).header.mediaType
            self.init(content, mediaType: mediaType, caching: caching)
        } catch {
            throw .photoRefused(error, name: nil)
        }
    }

    /// The response with the start of a file name, under which browsers save it.
    func saving(as name: String) -> PhotoResponse {
        let name = "\(name.prefix(12)).\(mediaType.fileExtension)"
        var response = self
        response.fields[.contentDisposition] = "attachment; filename=\"\(name)\""
        return response
    }

    /// Answers a request: the file, the selected part of it, or the note that the browser has it.
    func response(to request: Request) -> Response {
        if Self.lists(request.headers[values: .ifNoneMatch], tag) {
            return Response(status: .notModified, headers: fields)
        }
        let condition = request.headers[.ifRange]
        let range = condition == nil || condition == tag ? request.headers[.range] : nil
        switch ByteRange(range, of: content.count) {
        case .whole: return response(.ok, content, fields)
        case .part(let part):
            var fields = fields
            let last = part.upperBound - 1
            fields[.contentRange] = Self.unit + "\(part.lowerBound)-\(last)/\(content.count)"
            let bytes = content.dropFirst(part.lowerBound).prefix(part.count)
            return response(.partialContent, bytes, fields)
        case .unsatisfiable:
            var fields = fields
            fields[.contentRange] = Self.unit + "*/\(content.count)"
            return Response(status: .rangeNotSatisfiable, headers: fields)
        }
    }

    private func response(
        _ status: HTTPResponse.Status,
        _ content: Data,
        _ fields: HTTPFields
    ) -> Response {
        Response(
            status: status,
            headers: fields,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: content))
        )
    }

    /// Whether the fields `If-None-Match` list a tag.
    private static func lists(_ fields: [String], _ tag: String) -> Bool {
        let tags = fields.flatMap { $0.split(separator: ",") }
            .map { $0.trimmingCharacters(in: .whitespaces) }
        return !Set(tags).isDisjoint(with: ["*", tag, "W/\(tag)"])
    }
}
#endif
