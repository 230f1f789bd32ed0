import Foundation
import HTTPTypes
import NIOCore
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineServer

@Suite("Forms for posts over HTTP")
struct PostFormsTests {
    private let site: ServerWorld
    private let leia: Login
    private let post: PostView

    init() async throws {
        site = try ServerWorld()
        leia = try await site.world.signUp("leia")
        post = try await site.world.post(by: leia.user.id)
    }

    private func fields(_ accept: String? = "application/json") -> HTTPFields {
        var fields = site.formFields(of: leia)
        fields[.accept] = accept
        return fields
    }

    private var newPost: MultipartBody {
        MultipartBody().field("caption", "Two\r\nsuns").field("alt", "Dusk").field("alt", "")
            .field("place", "Tatooine").field("position", "33.5,8.9")
    }

    @Test("A new post contains the photos with their descriptions, the caption and the place")
    func newPostForm() async throws {
        try await site.test { client in
            let body = newPost.file("photo", "a.jpg", SamplePhotos.jpeg)
                .file("photo", "b.png", SamplePhotos.png)
            let response = try await client.post("/new", fields(), body)
            let posts = try await leia.session.timeline().posts
            let post = try #require(posts.first)
            #expect(String(buffer: response.body) == "{\"location\":\"/#post-\(post.id)\"}")
            #expect(post.caption == "Two\nsuns")
            #expect(post.photos.map(\.mediaType) == [.jpeg, .png])
            #expect(post.photos.map(\.alt) == ["Dusk", nil])
            #expect(post.place?.name == "Tatooine")
            #expect(post.place?.coordinate?.latitude == 33.5)
        }
    }

    @Test(
        "A post can have an earlier date",
        arguments: [("2012-07-12", ""), ("2012-07-12", "10:15")]
    )
    func date(day: String, time: String) async throws {
        try await site.test { client in
            let body = newPost.field("date", day).field("time", time)
                .file("photo", "a.jpg", SamplePhotos.jpeg)
            let response = try await client.post("/new", fields(), body)
            #expect(response.status == .ok)
        }
        let posts = try await leia.session.timeline().posts
        let parts = Calendar(identifier: .gregorian)
            .dateComponents(in: .current, from: try #require(posts.last).createdAt)
        #expect(posts.count == 2 && posts.first?.id == post.id)
        #expect([parts.year, parts.month, parts.day] == [2012, 7, 12])
        #expect([parts.hour, parts.minute] == (time.isEmpty ? [0, 0] : [10, 15]))
    }

    @Test("The clock of a visitor in the east may be ahead, and a post is made now at the latest")
    func easternDate() async throws {
        let now = site.world.clock.environment.now()
        let text = { @Sendable (hours: Double) in
            let parts = Calendar(identifier: .gregorian)
                .dateComponents(in: .current, from: now + hours * 3600)
            let numbers = [parts.month, parts.day, parts.hour, parts.minute]
                .map { String(format: "%02d", $0 ?? 0) }
            return (
                "\(parts.year ?? 0)-\(numbers[0])-\(numbers[1])", "\(numbers[2]):\(numbers[3])"
            )
        }
        try await site.test { client in
            for (hours, status) in [(13.0, HTTPResponse.Status.ok), (15, .unprocessableContent)] {
                let (day, time) = text(hours)
                let body = newPost.field("date", day).field("time", time)
                    .file("photo", "a.jpg", SamplePhotos.jpeg)
                let response = try await client.post("/new", fields(), body)
                #expect(response.status == status)
            }
            let timed = newPost.field("time", "10:15").file("photo", "a.jpg", SamplePhotos.jpeg)
            let response = try await client.post("/new", fields(), timed)
            #expect(String(buffer: response.body).contains("A time needs a date as well."))
        }
        let posts = try await leia.session.timeline().posts
        #expect(posts.count == 2)
        #expect(posts.allSatisfy { $0.createdAt <= now.addingTimeInterval(60) })
    }

    @Test(
        "A date that is none, or in the future, is a fault at its field",
        arguments: [
            ("2012-02-31", ""), ("2012-07-12", "24:10"), ("", "10:15"), ("9999-01-01", ""),
            ("1960-01-01", ""), ("yesterday", ""),
        ]
    )
    func wrongDate(day: String, time: String) async throws {
        try await site.test { client in
            let body = newPost.field("date", day).field("time", time)
                .file("photo", "a.jpg", SamplePhotos.jpeg)
            let response = try await client.post("/new", fields(nil), body)
            #expect(response.status == .unprocessableContent)
            let html = String(buffer: response.body)
            #expect(html.contains("id=\"date-fault\"") && html.contains("Tatooine"))
        }
        #expect(try await leia.session.timeline().posts == [post])
    }

    @Test("The place in the photo is used only if the visitor has chosen it")
    func photoPlace() async throws {
        try await site.test { client in
            let photo = MultipartBody().field("place", "Tatooine")
            let plain = photo.file("photo", "a.jpg", SamplePhotos.jpeg)
            let none = photo.field("place-from-photo", "on")
                .file("photo", "a.png", SamplePhotos.png)
            let refused = try await client.post("/new", fields(), none)
            #expect(refused.status == .unprocessableContent)
            #expect(String(buffer: refused.body).contains("\"field\":\"place\""))
            let accepted = try await client.post("/new", fields(), plain)
            #expect(accepted.status == .ok)
            #expect(try await leia.session.timeline().posts.first?.place?.coordinate == nil)
            let chosen = photo.field("place-from-photo", "on")
                .file("photo", "a.png", SamplePhotos.png)
                .file("photo", "a.jpg", SamplePhotos.jpegWithPosition)
            #expect(try await client.post("/new", fields(), chosen).status == .ok)
            let place = try await leia.session.timeline().posts.first?.place
            #expect(place?.name == "Tatooine" && place?.coordinate != nil)
        }
    }

    @Test("The date in the photo or its name is used only if the visitor has chosen it")
    func photoDate() async throws {
        try await site.test { client in
            let chosen = newPost.field("date-from-photo", "on")
            let none = chosen.file("photo", "a.jpg", SamplePhotos.jpeg)
            let refused = try await client.post("/new", fields(), none)
            #expect(refused.status == .unprocessableContent)
            #expect(String(buffer: refused.body).contains("\"field\":\"date\""))
            let named = chosen.file("photo", "IMG-20100712-WA0001.jpg", SamplePhotos.jpeg)
            #expect(try await client.post("/new", fields(), named).status == .ok)
        }
        let dates = try await leia.session.timeline().posts.map(\.createdAt)
        let expected = WrittenDate("2010-07-12 12:00")?.date(in: .current)
        #expect(dates.contains { $0 == expected })
    }

    @Test("Each file that is no picture is named")
    func damagedFiles() async throws {
        try await site.test { client in
            let body = newPost.file("photo", "a.jpg", Data("x".utf8))
                .file("photo", "b.jpg", SamplePhotos.jpeg)
                .file("photo", "c.jpg", Data("y".utf8))
            let response = try await client.post("/new", fields(), body)
            let json = String(buffer: response.body)
            #expect(json.contains("a.jpg") && json.contains("c.jpg") && !json.contains("b.jpg"))
            let page = try await client.post("/new", fields(nil), body)
            #expect(String(buffer: page.body).contains("<p>c.jpg "))
        }
    }

    @Test("Files that are no pictures are numbered, because several may have the same name")
    func sameNames() async throws {
        try await site.test { client in
            let body = newPost.file("photo", "image.jpg", Data("x".utf8))
                .file("photo", "image.jpg", SamplePhotos.jpeg)
                .file("photo", "image.jpg", Data("y".utf8))
            // The place of a damaged photo is not its first fault.
            for body in [body, body.field("place-from-photo", "on")] {
                let response = try await client.post("/new", fields(), body)
                let json = String(buffer: response.body)
                #expect(json.contains("\"field\":\"photo\"") && json.contains("\"photos\":[0,2]"))
                #expect(json.components(separatedBy: "image.jpg ").count == 3)
            }
            let none = newPost.field("place-from-photo", "on")
            let response = try await client.post("/new", fields(), none)
            #expect(String(buffer: response.body).contains("\"field\":\"photo\""))
        }
    }

    @Test("A file above the size limit is rejected, and nothing is posted")
    func tooLarge() async throws {
        try await site.test { client in
            let large = Data(count: PictureLimits.bytes + 1)
            let response = try await client.post(
                "/new",
                fields(),
                newPost.file("photo", "a.jpg", large)
            )
            #expect(response.status == .contentTooLarge)
            #expect(String(buffer: response.body).contains("\"field\":\"photo\""))
            #expect(try await leia.session.timeline().posts == [post])
        }
    }

    @Test("Uploads leave no files behind, whether they are accepted or not")
    func uploads() async throws {
        try await site.test { client in
            let photo = newPost.file("photo", "a.jpg", SamplePhotos.jpeg)
            let accepted = try await client.post("/new", fields(), photo)
            #expect(accepted.status == .ok)
            let other = newPost.file("photo", "../../a.jpg", Data("<script>".utf8))
            let refused = try await client.post("/new", fields(), other)
            #expect(refused.status == .unprocessableContent)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: site.uploads.path).isEmpty)
    }

    @Test("A form has a limited number of fields")
    func fieldLimit() async throws {
        try await site.test { client in
            var form = fields()
            form[.contentType] = "application/x-www-form-urlencoded"
            let most = String(repeating: "x=&", count: FormLimits.fields - 1) + "text=Nice"
            let path = "/post/\(post.id)/comments"
            let accepted = try await client.post(path, form, most)
            #expect(accepted.status == .ok)
            let refused = try await client.post(path, form, most + "&x=")
            #expect(refused.status == .contentTooLarge)
        }
    }

    @Test("The eleventh photo is rejected")
    func tooMany() async throws {
        try await site.test { client in
            let body = (0...10)
                .reduce(newPost) { body, _ in body.file("photo", "a.jpg", SamplePhotos.jpeg) }
            let response = try await client.post("/new", fields(), body)
            #expect(response.status == .unprocessableContent)
            #expect(try await leia.session.timeline().posts == [post])
        }
    }

    @Test("A file is recognized as a picture by its bytes, not by its name")
    func notAPicture() async throws {
        try await site.test { client in
            let body = newPost.file("photo", "a.jpg", Data("<script>".utf8))
            let response = try await client.post("/new", fields(), body)
            #expect(response.status == .unprocessableContent)
            #expect(try await leia.session.timeline().posts == [post])
        }
    }

    @Test("A body above the limit is rejected")
    func length() async throws {
        try await site.test { client in
            var long = fields()
            long[.contentType] = "application/x-www-form-urlencoded"
            let text = String(repeating: "x", count: FormLimits.textBytes)
            let response = try await client.post("/post/\(post.id)/comments", long, "text=\(text)")
            #expect(response.status == .contentTooLarge)
        }
    }

    @Test("The script receives the counts, and without it the browser is redirected to a page")
    func likes() async throws {
        try await site.test { client in
            let path = "/post/\(post.id)/like"
            let liked = try await client.post(path, fields())
            #expect(String(buffer: liked.body) == "{\"likeCount\":1,\"likedByViewer\":true}")
            let again = try await client.post(path, fields(nil))
            #expect(again.headers[.location] == "/post/\(post.id)")
            let unliked = try await client.post("/post/\(post.id)/unlike", fields(nil), "next=%2F")
            #expect(unliked.headers[.location] == "/")
            #expect(try await leia.session.post(post.id).likeCount == 0)
        }
    }

    @Test("A comment can be added and deleted")
    func comments() async throws {
        try await site.test { client in
            let path = "/post/\(post.id)/comments"
            let response = try await client.post(path, fields(), "text=Nice%21")
            #expect(String(buffer: response.body).contains("\"commentCount\":1"))
            let comment = try #require(try await leia.session.comments(on: post.id).first)
            #expect(comment.text == "Nice!")
            let newer = try await client.get(path, site.cookie(of: leia))
            #expect(String(buffer: newer.body).contains("\"commentCount\":1"))
            let deleted = try await client.post("/comment/\(comment.id)/delete", fields())
            #expect(String(buffer: deleted.body) == "{\"commentCount\":0}")
            #expect(try await leia.session.comments(on: post.id).isEmpty)
        }
    }

    @Test(
        "Without the script, too, a comment is trimmed, and an empty one is explained on the page"
    )
    func trimmedComments() async throws {
        try await site.test { client in
            let path = "/post/\(post.id)/comments"
            let empty = try await client.post(path, fields(nil), "text=+%0D%0A")
            #expect(empty.status == .unprocessableContent)
            let sentence = "The comment is empty; enter some text."
            #expect(String(buffer: empty.body).contains(sentence))
            let padded = try await client.post(path, fields(nil), "text=+Nice%21%0D%0A")
            #expect(padded.status == .seeOther)
            #expect(try await leia.session.comments(on: post.id).map(\.text) == ["Nice!"])
        }
    }

    @Test("An error report contains the field and the message")
    func error() async throws {
        try await site.test { client in
            let response = try await client.post("/post/\(post.id)/comments", fields(), "text=+")
            #expect(response.status == .unprocessableContent)
            #expect(
                String(buffer: response.body) == """
                    {"error":{"code":"invalid-text","field":"text","message":"The comment is empty; enter some text."}}
                    """
            )
        }
    }

    @Test("Descriptions and the place can be edited, and missing fields remain unchanged")
    func describing() async throws {
        try await site.test { client in
            let path = "/post/\(post.id)/edit"
            let all = "caption=New&alt=Two+suns&place=Tatooine&position=33.5%2C8.9"
            _ = try await client.post(path, fields(nil), all)
            var edited = try await leia.session.post(post.id)
            #expect(edited.caption == "New")
            #expect(edited.photos[0].alt == "Two suns")
            #expect(edited.place?.name == "Tatooine")
            #expect(edited.place?.coordinate?.longitude == 8.9)
            _ = try await client.post(path, fields(nil), "caption=Newer")
            edited = try await leia.session.post(post.id)
            #expect(edited.caption == "Newer")
            #expect(edited.photos[0].alt == "Two suns")
            #expect(edited.place?.name == "Tatooine")
            _ = try await client.post(path, fields(nil), "caption=&alt=&place=&position=")
            edited = try await leia.session.post(post.id)
            #expect(edited.caption.isEmpty)
            #expect(edited.photos[0].alt == nil)
            #expect(edited.place == nil)
        }
    }

    @Test("An edit that is rejected keeps the texts and saves none of them")
    func rejectedEdit() async throws {
        try await site.test { client in
            let all = "caption=Two+suns&alt=At+dusk&place=Tatooine&position=nowhere"
            let response = try await client.post("/post/\(post.id)/edit", fields(nil), all)
            #expect(response.status == .unprocessableContent)
            let page = String(buffer: response.body)
            for text in ["Two suns</textarea>", "At dusk</textarea>", "value=\"Tatooine\""] {
                #expect(page.contains(text))
            }
            #expect(try await leia.session.post(post.id) == post)
        }
    }

    @Test("A caption can be edited, and a post can be deleted")
    func editing() async throws {
        try await site.test { client in
            let edited = try await client.post("/post/\(post.id)/edit", fields(nil), "caption=New")
            #expect(edited.headers[.location] == "/post/\(post.id)")
            #expect(try await leia.session.post(post.id).caption == "New")
            let deleted = try await client.post("/post/\(post.id)/delete", fields(nil))
            #expect(deleted.headers[.location] == "/")
            #expect(try await leia.session.timeline().posts.isEmpty)
        }
    }
}
