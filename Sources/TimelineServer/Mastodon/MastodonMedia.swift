import HTTPTypes
import Hummingbird
import TimelineCore

/// The uploads of the Mastodon API: photos that wait for a post, for a day at most.
struct MastodonMedia {
    /// The helper that adds routes of client APIs.
    let api: APIRoutes

    private static let scope = "write:media"

    /// Adds the routes to the router.
    func add() {
        for version in ["v1", "v2"] {
            api.post("api/\(version)/media", .user(Self.scope), limits: .upload) { call in
                if let fault = call.parameters.fault { throw fault }
                guard let file = call.parameters.files.first(where: { $0.field == "file" }) else {
                    throw APIError.unsupported(APIText.fileMissing)
                }
                let photo = file.photo(alt: call.parameters["description"])
                let upload = try await call.user().upload(reading: photo)
                return try await call.attachment(upload, id: upload.id.description)
            }
        }
        api.get("api/v1/media/:id", .user(Self.scope)) { call in
            try await call.attachment(call.user().upload(call.uploadID()), id: call.path("id"))
        }
        api.on(.put, "api/v1/media/:id", .user(Self.scope)) { call in
            let id = try call.uploadID()
            let upload =
                if let alt = call.parameters.text("description") {
                    try await call.user().describeUpload(id, as: alt)
                } else {
                    try await call.user().upload(id)
                }
            return try await call.attachment(upload, id: call.path("id"))
        }
        api.on(.delete, "api/v1/media/:id", .user(Self.scope)) { call in
            try await call.user().deleteUpload(call.uploadID())
            return Response { _ in }
        }
    }
}

extension APICall {
    fileprivate func uploadID() throws -> Upload.ID { try Upload.ID(parsing: path("id")) }

    fileprivate func attachment(_ upload: Upload, id: String) async throws -> Response {
        let writer = try await writer(ItemDetails())
        var json = JSONWriter()
        writer.attachment(upload.photo, id: id, into: &json)
        return Response(json: json)
    }
}

extension Upload.ID {
    /// Parses the ID of an upload, or that which a photo had in a status that has been deleted.
    ///
    /// - Throws: `TimelineError.itemNotFound`.
    init(parsing text: String) throws(TimelineError) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        if parts.count == 2, let post = Post.ID(String(parts[0])), let index = UInt8(parts[1]) {
            self.init(photo: index, of: post)
        } else if let id = Self(text) {
            self = id
        } else {
            throw .itemNotFound(text)
        }
    }
}
