import Foundation
import HTTPTypes
import NIOCore
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineServer

@Suite("Posting, editing and deleting with the Mastodon API")
struct MastodonEditingTests {
    private let site: ServerWorld
    private let leia: Login
    private let app: TestApp

    private var jsonFields: HTTPFields {
        var fields = app.fields
        fields[.contentType] = "application/json"
        return fields
    }

    init() async throws {
        site = try ServerWorld()
        leia = try await site.world.signUp("leia")
        app = try await site.app(of: leia)
    }

    /// Uploads photos with the descriptions "d0", "d1" and so on, and returns their IDs.
    private func uploads(_ client: TestClient, _ count: Int) async throws -> [String] {
        var ids: [String] = []
        for number in 0..<count {
            let body = MultipartBody().field("description", "d\(number)")
                .file("file", "a.jpg", SamplePhotos.jpeg)
            let upload = try await client.post("/api/v2/media", app.fields, body).expect(.ok).json
            ids.append(try #require(upload["id"].text))
        }
        return ids
    }

    private func post(_ client: TestClient, _ photoCount: Int) async throws -> String {
        let media = try await uploads(client, photoCount).map { "&media_ids[]=\($0)" }.joined()
        let status = try await client.post("/api/v1/statuses", app.formFields, "status=Hi" + media)
            .expect(.ok).json
        return try #require(status["id"].text)
    }

    private func alts(_ status: JSON) -> [String?] {
        status["media_attachments"].array.map { $0["description"].text }
    }

    @Test("Photos are posted in the order of their numbers", arguments: ["form", "multipart"])
    func order(_ encoding: String) async throws {
        try await site.test { client in
            let media = try await uploads(client, 10).enumerated().shuffled()
            let response: TestResponse
            if encoding == "form" {
                let body = media.map { "media_ids[\($0.offset)]=\($0.element)" }
                response = try await client.post(
                    "/api/v1/statuses",
                    app.formFields,
                    body.joined(separator: "&")
                )
            } else {
                let body = media.reduce(into: MultipartBody()) { body, photo in
                    body = body.field("media_ids[\(photo.offset)]", photo.element)
                }
                response = try await client.post("/api/v1/statuses", app.fields, body)
            }
            #expect(alts(try response.expect(.ok).json) == (0..<10).map { "d\($0)" })
        }
    }

    @Test("A description goes to its photo, in every encoding")
    func descriptions() async throws {
        try await site.test { client in
            for (json, form, expected) in [
                (
                    #"[{"id":"ID.0","description":null},{"id":"ID.1","description":"N"}]"#,
                    "m[0][id]=ID.0&m[0][description]=&m[1][description]=N&m[1][id]=ID.1",
                    [nil, "N", "d2"]
                ),
                (
                    #"[{"id":"ID.0","focus":"0,0"},{"id":"ID.2","description":"N"}]"#,
                    "m[][id]=ID.0&m[][focus]=0,0&m[][id]=ID.2&m[][description]=N",
                    ["d0", "d1", "N"]
                ),
                (
                    #"[{"description":"N","id":"ID.2"},{"description":"M","id":"ID.0"}]"#,
                    "m%5B%5D%5Bdescription%5D=N&m[][id]=ID.2&m[][description]=M&m[][id]=ID.0",
                    ["M", "d1", "N"]
                ),
            ] as [(String, String, [String?])] {
                for encoding in ["form", "json", "multipart"] {
                    let id = try await post(client, 3)
                    let path = "/api/v1/statuses/\(id)"
                    let body = form.replacing("m[", with: "media_attributes[")
                        .replacing("m%5B", with: "media_attributes%5B").replacing("ID", with: id)
                    let response: TestResponse
                    switch encoding {
                    case "form":
                        response = try await client.send(.put, path, app.formFields, body)
                    case "json":
                        let attributes = json.replacing("ID", with: id)
                        let body = #"{"status":"x","media_attributes":\#(attributes)}"#
                        response = try await client.send(.put, path, jsonFields, body)
                    default:
                        let head = "multipart/form-data; boundary=\(MultipartBody.boundary)"
                        let parts = body.split(separator: "&")
                            .reduce(into: MultipartBody()) { parts, pair in
                                let pair = pair.replacing("%5B", with: "[")
                                    .replacing("%5D", with: "]")
                                    .split(separator: "=", omittingEmptySubsequences: false)
                                parts = parts.field(String(pair[0]), String(pair[1]))
                            }
                        var fields = app.fields
                        fields[.contentType] = head
                        let text = String(decoding: parts.bytes, as: UTF8.self)
                        let end = "--\(MultipartBody.boundary)--\r\n"
                        response = try await client.send(.put, path, fields, text + end)
                    }
                    #expect(alts(try response.expect(.ok).json) == expected, "\(encoding) \(json)")
                }
            }
        }
    }

    @Test("An edit that concerns other photos changes nothing")
    func otherPhotos() async throws {
        try await site.test { client in
            let id = try await post(client, 2)
            let path = "/api/v1/statuses/\(id)"
            let upload = try await uploads(client, 1)[0]
            let own = #""\#(id).0","\#(id).1""#
            for media in [
                #"["\#(id).0"]"#, #"["\#(id).1","\#(id).0"]"#, #"[\#(own),"\#(upload)"]"#, "[]",
                #"["\#(upload)"]"#,
            ] {
                let body = #"{"status":"x","media_ids":\#(media)}"#
                let response = try await client.send(.put, path, jsonFields, body)
                    .expect(.unprocessableContent)
                #expect(try response.json["error"].text == APIText.photosStay)
            }
            for body in [
                #"{"status":"x","media_attributes":[{"id":"\#(id).2","description":"N"}]}"#,
                #"{"status":"x","media_attributes":[{"id":"\#(upload)","description":"N"}]}"#,
                #"{"status":"x","media_attributes":[{"description":"N"}]}"#,
            ] {
                _ = try await client.send(.put, path, jsonFields, body)
                    .expect(.unprocessableContent)
            }
            let status = try await client.get(path, app.fields).json
            #expect(alts(status) == ["d0", "d1"] && status["text"].text == "Hi")
            for media in ["[\(own)]", "null"] {
                let body = #"{"status":"x","media_ids":\#(media)}"#
                _ = try await client.send(.put, path, jsonFields, body).expect(.ok)
            }
        }
    }

    @Test("A deleted post can be posted again with its photos")
    func redraft() async throws {
        let han = try await site.world.signUp("han")
        let other = try await site.app(of: han)
        try await site.test { client in
            let path = "/api/v1/statuses/\(try await post(client, 2))"
            let shown = try await client.get(path, other.fields).expect(.ok).json
            let address = try #require(shown["media_attachments"][0]["url"].text)
                .dropFirst("http://localhost".count)
            let deleted = try await client.send(.delete, path, app.fields).expect(.ok).json
            #expect(deleted["text"].text == "Hi" && alts(deleted) == ["d0", "d1"])
            _ = try await client.get(String(address), other.fields).expect(.notFound)
            let ids = deleted["media_attachments"].array.compactMap { $0["id"].text }
            let media = try await client.get("/api/v1/media/\(ids[1])", app.fields).expect(.ok).json
            #expect(media["id"].text == ids[1] && media["description"].text == "d1")
            _ = try await client.get("/api/v1/media/\(ids[1])", other.fields).expect(.notFound)
            let body = "status=Hello&media_ids[]=\(ids[1])&media_ids[]=\(ids[0])"
            _ = try await client.post("/api/v1/statuses", other.formFields, body)
                .expect(.unprocessableContent)
            let status = try await client.post("/api/v1/statuses", app.formFields, body)
                .expect(.ok).json
            #expect(alts(status) == ["d1", "d0"] && status["text"].text == "Hello")
            // Unless the app asks for their deletion.
            let again = "/api/v1/statuses/\(status["id"].text ?? "")?delete_media=true"
            _ = try await client.send(.delete, again, app.fields).expect(.ok)
            #expect(try site.world.blobs.all().isEmpty)
        }
    }

    @Test("A key posts anew once its post has been deleted")
    func deletedKey() async throws {
        try await site.test { client in
            let media = try await uploads(client, 2)
            var fields = app.formFields
            fields[named: "Idempotency-Key"] = "key"
            let bodies = media.map { "status=Hi&media_ids[]=\($0)" }
            let first = try await client.post("/api/v1/statuses", fields, bodies[0]).expect(.ok)
                .json
            let path = "/api/v1/statuses/\(first["id"].text ?? "")"
            _ = try await client.send(.delete, path, app.fields).expect(.ok)
            let second = try await client.post("/api/v1/statuses", fields, bodies[1])
                .expect(.ok).json
            #expect(second["id"].text != first["id"].text)
        }
    }

    @Test("Nothing that should hide behind a warning is posted or shown")
    func warnings() async throws {
        try await site.test { client in
            let id = try await post(client, 1)
            let media = "&media_ids[]=\(try await uploads(client, 1)[0])"
            let (create, edit) = ("/api/v1/statuses", "/api/v1/statuses/\(id)")
            for (method, path, body) in [
                (HTTPRequest.Method.post, create, "status=x&spoiler_text=Spiders" + media),
                (.post, create, "status=x&spoiler_text=Spiders&in_reply_to_id=\(id)"),
                (.post, create, "status=x&sensitive=true" + media),
                (.put, edit, "status=x&spoiler_text=Spiders"), (.put, edit, "status=x&sensitive=1"),
            ] {
                let response = try await client.send(method, path, app.formFields, body)
                    .expect(.unprocessableContent)
                #expect(try response.json["error"].text == APIText.nothingHidden)
            }
            let status = try await client.get(edit, app.fields).json
            #expect(status["text"].text == "Hi" && status["replies_count"].number == 0)
            let body = "status=x&spoiler_text=&sensitive=false" + media
            _ = try await client.post(create, app.formFields, body).expect(.ok)
            // A comment has no photo that could be hidden.
            let reply = "status=x&spoiler_text=&sensitive=true&in_reply_to_id=\(id)"
            _ = try await client.post(create, app.formFields, reply).expect(.ok)
        }
    }

    @Test("The thumbnail of an upload is ignored")
    func thumbnail() async throws {
        try await site.test { client in
            for names in [["file", "thumbnail"], ["thumbnail", "file"]] {
                let body = names.reduce(into: MultipartBody()) { body, name in
                    body = body.file(name, "\(name).jpg", SamplePhotos.jpeg)
                }
                _ = try await client.post("/api/v2/media", app.fields, body).expect(.ok)
            }
            let body = MultipartBody().file("thumbnail", "a.jpg", SamplePhotos.jpeg)
            let response = try await client.post("/api/v2/media", app.fields, body)
                .expect(.unprocessableContent)
            #expect(try response.json["error"].text == APIText.fileMissing)
        }
    }

    @Test("The address of a website is set in every form of the fields")
    func website() async throws {
        try await site.test { client in
            let path = "/api/v1/accounts/update_credentials"
            for (isJSON, body, expected) in [
                (
                    true,
                    #"{"fields_attributes":[{"name":"Website","value":"https://a.example"}]}"#, "a"
                ),
                (
                    true,
                    #"{"fields_attributes":{"1":{"name":"x","value":"https://x.example"},"0":{"name":"website","value":"https://b.example"}}}"#,
                    "b"
                ),
                (
                    true,
                    #"{"fields_attributes":[{"name":"","value":""},{"name":"Blog","value":"https://c.example"}]}"#,
                    "c"
                ),
                (
                    false,
                    "fields_attributes[0][name]=Home&fields_attributes[0][value]=https://d.example",
                    "d"
                ),
                (
                    false,
                    "fields_attributes[][name]=Home&fields_attributes[][value]=https://e.example",
                    "e"
                ), (true, #"{"display_name":"Leia"}"#, "e"),
            ] {
                let fields = isJSON ? jsonFields : app.formFields
                let account = try await client.send(.patch, path, fields, body).expect(.ok).json
                #expect(
                    account["source"]["fields"][0]["value"].text == "https://\(expected).example"
                )
            }
            for body in [
                #"{"fields_attributes":[{"name":"Website","value":null}]}"#,
                #"{"fields_attributes":[{"name":"","value":""},{"name":"","value":""}]}"#,
            ] {
                _ = try await leia.session.updateProfile(
                    ProfileUpdate(url: .set("https://f.example"))
                )
                let account = try await client.send(.patch, path, jsonFields, body).expect(.ok).json
                #expect(account["source"]["fields"].array.isEmpty)
            }
        }
    }
}
