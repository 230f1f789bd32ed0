#if Server
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import TimelineCore

/// The response with the bytes of a photo, or a part of them.
struct PhotoResponse {
    private let content: ByteBuffer
    private let mediaType: PictureFiles.MediaType
    private let tag: PhotoTag?
    private var fields: HTTPFields

    /// The sources of a picture that is opened as a page: none, in an origin of its own.
    private static let contentPolicy = "default-src 'none'; sandbox"

    /// The unit of ranges, with the space after it.
    private static let unit = "bytes "

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - content: the file.
    ///   - mediaType: its type.
    ///   - tag: its tag; `nil` if clients must not keep it.
    ///   - caching: the value of `Cache-Control`.
    init(
        _ content: ByteBuffer,
        mediaType: PictureFiles.MediaType,
        tag: PhotoTag?,
        caching: String
    ) {
        self.content = content
        self.mediaType = mediaType
        self.tag = tag
        fields = Self.fields(tag, caching)
        fields[.contentType] = mediaType.rawValue
    }

    /// Creates a response with a file of the type that its bytes show.
    ///
    /// - Throws: `TimelineError.photoRefused` for a file that is not a picture.
    init(_ content: Data, caching: String) throws(TimelineError) {
        do throws(PictureFault) {
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

    /// The response to a client that has the file.
    static func notModified(_ tag: PhotoTag, caching: String) -> Response {
        Response(status: .notModified, headers: fields(tag, caching))
    }

    private static func fields(_ tag: PhotoTag?, _ caching: String) -> HTTPFields {
        var fields: HTTPFields = [
            .cacheControl: caching, .acceptRanges: "bytes", .contentSecurityPolicy: contentPolicy,
        ]
        fields[.eTag] = tag?.text
        return fields
    }

    /// The response with the start of a file name, under which browsers save it.
    func saving(as name: String) -> PhotoResponse {
        let name = "\(name.prefix(12)).\(mediaType.fileExtension)"
        var response = self
        response.fields[.contentDisposition] = "attachment; filename=\"\(name)\""
        return response
    }

    /// Answers a request: the file, the selected part of it, or the note that the client has it.
    func response(to request: Request) -> Response {
        if tag?.isListed(in: request) == true {
            return Response(status: .notModified, headers: fields)
        }
        let isMeant = tag?.isMeant(by: request) == true
        let count = content.readableBytes
        switch ByteRange(isMeant ? request.headers[.range] : nil, of: count) {
        case .whole: return response(.ok, content, fields)
        case .part(let part):
            var fields = fields
            let last = part.upperBound - 1
            fields[.contentRange] = Self.unit + "\(part.lowerBound)-\(last)/\(count)"
            let start = content.readerIndex + part.lowerBound
            let bytes = content.getSlice(at: start, length: part.count) ?? ByteBuffer()
            return response(.partialContent, bytes, fields)
        case .unsatisfiable:
            var fields = fields
            fields[.contentRange] = Self.unit + "*/\(count)"
            return Response(status: .rangeNotSatisfiable, headers: fields)
        }
    }

    private func response(
        _ status: HTTPResponse.Status,
        _ content: ByteBuffer,
        _ fields: HTTPFields
    ) -> Response {
        Response(status: status, headers: fields, body: ResponseBody(byteBuffer: content))
    }
}
#endif
