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
            api.post("api/\(version)/media", .user(Self.scope), limits: .avatar) { call in
                if let fault = call.parameters.fault { throw fault }
                guard let file = call.parameters.files.first(where: { $0.field == "file" }) else {
                    throw APIError.unsupported(APIText.fileMissing)
                }
                let photo = file.photo(alt: call.parameters["description"])
                return try await call.attachment(call.user().upload(reading: photo))
            }
        }
        api.get("api/v1/media/:id", .user(Self.scope)) { call in
            try await call.attachment(call.user().upload(call.uploadID()))
        }
        api.on(.put, "api/v1/media/:id", .user(Self.scope)) { call in
            let id = try call.uploadID()
            guard let alt = call.parameters.text("description") else {
                return try await call.attachment(call.user().upload(id))
            }
            return try await call.attachment(
                call.user().describeUpload(id, as: alt.isEmpty ? nil : alt)
            )
        }
        api.on(.delete, "api/v1/media/:id", .user(Self.scope)) { call in
            try await call.user().deleteUpload(call.uploadID())
            return Response { _ in }
        }
    }
}

extension APICall {
    fileprivate func uploadID() throws -> Upload.ID { try Upload.ID(parsing: path("id")) }

    fileprivate func attachment(_ upload: Upload) async throws -> Response {
        let writer = try await writer(ItemDetails())
        var json = JSONWriter()
        writer.attachment(upload.photo, id: upload.id.description, into: &json)
        return Response(json: json)
    }
}

extension Upload.ID {
    /// Parses the ID of an upload.
    ///
    /// - Throws: `TimelineError.itemNotFound`.
    init(parsing text: String) throws(TimelineError) {
        guard let id = Self(text) else { throw .itemNotFound(text) }
        self = id
    }
}
