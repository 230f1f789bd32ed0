import Foundation
import HTTPTypes
import Logging
import NIOCore
import Testing
import TimelineArchive
import TimelineCore
import TimelinePages
import TimelineTestDoubles
import TimelineTestSupport
import TimelineTesting
import TimelineTesting

@testable import TimelineServer

@Suite("Importing and exporting over HTTP")
struct TransferRoutesTests {
    /// A blob store that a test controls.
    private final class Disk: Sendable {
        /// What blocks one write of a picture.
        let held = HeldCall()
        /// The error that writes throw.
        let error = Lock<TimelineError?>(nil)
        /// The number of pictures written.
        let count = Lock(0)
        /// The number of pictures after which the next write blocks.
        let limit = Lock<Int?>(nil)

        var blobs: ProbingBlobStore {
            ProbingBlobStore(InMemoryBlobStore()) { [self] point in
                switch point {
                case .putting:
                    if let error = error.withLock(\.self) { throw error }
                    held.pass()
                case .put:
                    let count = count.withLock { count in
                        count += 1
                        return count
                    }
                    if count == limit.withLock(\.self) { held.arm() }
                default: break
                }
            }
        }
    }

    private let disk = Disk()
    private let logs = LogLines()
    private let site: ServerWorld
    private let leia: Login
    private let han: Login

    init() async throws {
        let logs = logs
        site = try ServerWorld(
            world: TestWorld(.sqliteInMemory).with(blobs: disk.blobs),
            logger: Logger(label: "test") { _ in logs }
        )
        leia = try await site.world.signUp("leia")
        han = try await site.world.signUp("han")
    }

    /// Returns an archive of Instagram with posts of one picture each, and one whose picture is
    /// missing.
    private static func archive(_ count: Int = 1, from start: Int = 0) -> Data {
        let exif = #"{"exif_data": [{"latitude": 52.5, "longitude": 13}]}"#
        let numbers = start..<start + count
        let posts =
            numbers
            .map { index in
                """
                {"media": [{"uri": "\(index).jpg", "creation_timestamp": \(1_600_000_000 + index), \
                "media_metadata": {"photo_metadata": \(exif)}}], "title": "Falcon"}
                """
            }
        let missing = #"{"media": [{"uri": "<b>.jpg", "creation_timestamp": 1600000000}]}"#
        let json = "[\((posts + [missing]).joined(separator: ","))]"
        var files = ["posts_1.json": Data(json.utf8)]
        for index in numbers { files["\(index).jpg"] = picture(index) }
        return ZipMaker.archive(files)
    }

    private static func picture(_ index: Int) -> Data {
        SamplePhotos.jpeg + PNGMaker.bigEndian(index)
    }

    private static let damaged = Data("1".utf8)
    private static let reason = "it is neither a zip archive nor a tar archive."

    /// The first sentence of the outcome.
    private static let imported = "Imported 1 post with 1 picture."

    private func posts(by login: Login) async throws -> [PostView] {
        try await login.session.timeline().posts
    }

    private func upload(
        _ content: Data,
        by login: Login,
        to client: TestClient
    ) async throws -> TestResponse {
        let body = MultipartBody().file("archive", "a.zip", content)
        return try await client.post("/settings/import", site.formFields(of: login), body)
    }

    /// Starts an upload without a body that states the given length in its header.
    private func uploadStating(
        _ length: String,
        by login: Login,
        to client: TestClient
    ) async throws -> TestResponse {
        var fields = site.formFields(of: login)
        fields[.contentType] = "multipart/form-data; boundary=x"
        fields[.contentLength] = length
        return try await client.respond(
            to: HTTPRequest(
                method: .post,
                scheme: "http",
                authority: "localhost",
                path: "/settings/import",
                headerFields: fields
            )
        )
    }

    /// Deletes leia's account in the browser.
    private func deleteAccount(_ client: TestClient) async throws {
        let body = "password=correct+horse+battery"
        _ = try await client.post("/settings/delete", site.formFields(of: leia), body)
    }

    /// Returns the page with the outcome, once the import has ended.
    private func outcome(for login: Login, _ client: TestClient) async throws -> String {
        var text = ""
        try await wait {
            let page = try await client.get("/settings/import", site.cookie(of: login))
            text = String(buffer: page.body)
            return !text.contains("so far") && !text.contains("is being read")
        }
        return text
    }

    /// Returns the names of the files in the folder for uploads.
    private func files() throws -> [String] {
        guard FileManager.default.fileExists(atPath: site.uploads.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: site.uploads.path)
    }

    /// Returns the state of leia's last import, as other servers of the store see it.
    private func state() async throws -> TransferState {
        await TransferRegistry(owner: site.world.owner).importState(of: leia.user.id)
    }

    /// Returns leia's page of a server that has been started again.
    private func pageAfterRestart() async throws -> String {
        let restarted = try ServerWorld(world: site.world)
        let page = Lock("")
        try await restarted.test { client in
            let fields = restarted.cookie(of: leia)
            let response = try await client.get("/settings/import", fields)
            page.withLock { $0 = String(buffer: response.body) }
        }
        return page.withLock(\.self)
    }

    @Test("An upload is imported for its user, and leaves no file")
    func importing() async throws {
        try await site.test { client in
            let settings = try await client.get("/settings", site.cookie(of: leia))
            let form = String(buffer: settings.body)
            #expect(form.contains(#"action="/settings/import""#))
            // Larger archives need the command.
            #expect(form.contains("Up to 2 GB") && form.contains("timeline import instagram FILE"))
            let response = try await upload(Self.archive(), by: leia, to: client)
            #expect(response.status == .seeOther)
            #expect(response.headers[.location] == "/settings/import")
            let page = try await outcome(for: leia, client)
            #expect(page.contains(Self.imported))
            #expect(page.contains("&lt;b>.jpg") || page.contains("&lt;b&gt;.jpg"), "\(page)")
            let posts = try await posts(by: leia)
            #expect(posts.map(\.author.id) == [leia.user.id])
            #expect(posts.map(\.caption) == ["Falcon"])
            #expect(try files() == [])
            #expect(try await !outcome(for: han, client).contains("Imported"))
        }
    }

    @Test("Guests, forged forms and large uploads are rejected before anything is written")
    func rejected() async throws {
        try await site.test { client in
            let body = MultipartBody().file("archive", "a.zip", Self.archive())
            let guest = try await client.post("/settings/import", [:], body)
            #expect(guest.status == .seeOther || guest.status == .unauthorized)
            let forged = try await client.post("/settings/import", site.cookie(of: leia), body)
            #expect(forged.status == .forbidden)
            let export = try await client.post("/settings/export", site.cookie(of: leia))
            #expect(export.status != .ok)
            let large = try await uploadStating("\(3 << 30)", by: leia, to: client)
            #expect(large.status == .contentTooLarge)
            #expect(disk.count.withLock(\.self) == 0)
            #expect(try files() == [])
            // None of it counts as in progress.
            let accepted = try await upload(Self.archive(), by: leia, to: client)
            #expect(accepted.status == .seeOther)
        }
    }

    @Test("A form without a file, or with a path, imports nothing")
    func withoutFile() async throws {
        try await site.test { client in
            let path = MultipartBody().field("archive", "/etc/passwd")
            let empty = MultipartBody().file("archive", "", Data())
            for body in [path, empty] {
                let response = try await client.post(
                    "/settings/import",
                    site.formFields(of: leia),
                    body
                )
                #expect(response.status == .unprocessableContent)
                #expect(String(buffer: response.body).contains("Choose the archive to import."))
            }
            #expect(disk.count.withLock(\.self) == 0)
        }
    }

    @Test("Each user imports or exports one archive at a time")
    func oneAtATime() async throws {
        // The second transaction.
        disk.limit.withLock { $0 = 100 }
        try await site.test { client in
            let response = try await upload(Self.archive(101), by: leia, to: client)
            #expect(response.status == .seeOther)
            try await disk.held.untilHolding()
            // The page of an import in progress does not wait for its end.
            let before = site.world.clock.now
            let page = try await client.get("/settings/import", site.cookie(of: leia))
            #expect(String(buffer: page.body).contains("Imported 200 of 204"))
            #expect(site.world.clock.now == before)
            let settings = try await client.get("/settings", site.cookie(of: leia))
            let text = String(buffer: settings.body)
            #expect(text.contains("Imported 200 of 204") && !text.contains(#"type="file""#))
            #expect(text.contains(#"<progress value="200" max="204""#))
            #expect(try await upload(Self.archive(), by: leia, to: client).status == .conflict)
            let export = try await client.post("/settings/export", site.formFields(of: leia))
            #expect(export.status == .conflict)
            #expect(try await upload(Self.archive(), by: han, to: client).status == .seeOther)
            disk.held.release()
            #expect(try await outcome(for: leia, client).contains("Imported 101 posts"))
            #expect(try await outcome(for: han, client).contains(Self.imported))
        }
    }

    @Test(
        "An impossible length is rejected, even during another user's import",
        arguments: ["\(Int.max)", "\(Int.min)", "-1", "99999999999999999999"]
    )
    func impossibleLength(length: String) async throws {
        disk.held.arm()
        try await site.test { client in
            #expect(try await upload(Self.archive(), by: leia, to: client).status == .seeOther)
            let response = try await uploadStating(length, by: han, to: client)
            #expect([.contentTooLarge, .lengthRequired].contains(response.status))
            disk.held.release()
            #expect(try await outcome(for: leia, client).contains(Self.imported))
        }
    }

    @Test("The page states why an import failed, without details about the server")
    func failure() async throws {
        try await site.test { client in
            _ = try await upload(Self.damaged, by: leia, to: client)
            #expect(try await outcome(for: leia, client).contains(Self.reason))
            let failure = StorageError(operation: "Writing /secret/path", reason: "a broken disk")
            disk.error.withLock { $0 = .storageFailed(failure) }
            _ = try await upload(Self.archive(), by: leia, to: client)
            let page = try await outcome(for: leia, client)
            #expect(page.contains(ErrorReport.unexpected) && !page.contains("secret"))
            #expect(try files() == [])
        }
    }

    @Test("An archive of Timeline is imported, unless other machines reach the server")
    func archiveOfTimeline() async throws {
        let other = try TestWorld(.sqliteInMemory, seed: 2)
        let luke = try await other.user("luke")
        try await other.post(by: luke, "two suns")
        let file = try TemporaryFolder.make().appending(path: "luke.zip")
        _ = try await other.owner.export(to: file, as: .zip, ArchiveOptions(of: luke))
        let archive = try Data(contentsOf: file)
        let reachable = try ServerWorld(world: site.world) {
            $0.host = "0.0.0.0"
            $0.isInsecure = true
        }
        for server in [reachable, site] {
            try await server.test { client in
                _ = try await upload(archive, by: leia, to: client)
                let page = try await outcome(for: leia, client)
                #expect(
                    page.contains("can contain posts of others") == (server.uploads != site.uploads)
                )
                #expect(page.contains("1 picture: 1 imported") == (server.uploads == site.uploads))
                #expect(page.contains(#"class="report""#) == (server.uploads == site.uploads))
            }
        }
        #expect(try await site.world.guest.user(withUsername: "luke").id == luke)
    }

    @Test("An export is a download, and leaves no file")
    func exporting() async throws {
        let picture = SamplePhotos.jpeg
        try await leia.session.post([PhotoFile(content: picture)])
        try await site.test { client in
            for _ in 0..<2 {
                let response = try await client.post("/settings/export", site.formFields(of: leia))
                #expect(response.status == .ok)
                #expect(response.headers[.contentType] == "application/zip")
                let name = try #require(response.headers[.contentDisposition])
                #expect(
                    name.wholeMatch(of: /attachment; filename="timeline-leia-[0-9-]{10}\.zip"/)
                        != nil
                )
                #expect(response.headers[.cacheControl] == "no-store")
                #expect(Data(response.body.readableBytesView).range(of: picture) != nil)
                #expect(try files() == [])
            }
        }
    }

    @Test("An export that would lack pictures is reported, not downloaded", arguments: [1, 2])
    func incompleteExport(lost: Int) async throws {
        let pictures = (0..<lost).map { Self.picture($0) }
        for picture in pictures {
            try await leia.session.post([PhotoFile(content: picture)])
            try site.world.blobs.remove(BlobID(of: picture))
        }
        try await site.test { client in
            let response = try await client.post("/settings/export", site.formFields(of: leia))
            #expect(response.status == .internalServerError)
            #expect(response.headers[.contentDisposition] == nil)
            let page = String(buffer: response.body)
            let count = lost == 1 ? "1 picture is lost" : "2 pictures are lost"
            #expect(page.contains(count), "\(page)")
            #expect(page.contains("Leave out lost pictures"), "\(page)")
            #expect(try files() == [])
            // It does not block the next export.
            for picture in pictures { try site.world.blobs.put(Blob(picture)) }
            let complete = try await client.post("/settings/export", site.formFields(of: leia))
            #expect(complete.status == .ok)
        }
    }

    @Test("An export that lacks pictures is downloaded if the user leaves them out")
    func withoutLostPictures() async throws {
        for index in 0...1 {
            try await leia.session.post([PhotoFile(content: Self.picture(index))])
        }
        try site.world.blobs.remove(BlobID(of: Self.picture(0)))
        try await site.test { client in
            let settings = try await client.get("/settings", site.cookie(of: leia))
            #expect(String(buffer: settings.body).contains("Leave out lost pictures"))
            let response = try await client.post(
                "/settings/export",
                site.formFields(of: leia),
                "incomplete=on"
            )
            #expect(response.status == .ok)
            #expect(Data(response.body.readableBytesView).range(of: Self.picture(1)) != nil)
            #expect(try files() == [])
        }
    }

    @Test("Places and originals are included on request only")
    func choices() async throws {
        try await site.test { client in
            let body = MultipartBody().file("archive", "a.zip", Self.archive())
            for (login, body) in [(leia, body), (han, body.field("places", "on"))] {
                _ = try await client.post("/settings/import", site.formFields(of: login), body)
                _ = try await outcome(for: login, client)
                let places = try await posts(by: login).map { $0.place?.coordinate?.latitude }
                #expect(places == [login.user.id == han.user.id ? 52.5 : nil])
            }
            let original = SamplePhotos.png + PlainPhotoProcessor.metadata + Data("GPS".utf8)
            try await leia.session.post([PhotoFile(content: original)])
            for choice in ["", "originals=on"] {
                let fields = site.formFields(of: leia)
                let export = try await client.post("/settings/export", fields, choice)
                let archive = Data(export.body.readableBytesView)
                #expect((archive.range(of: original) != nil) == !choice.isEmpty)
            }
        }
    }

    @Test("The outcome survives a restart of the server, until the account is deleted")
    func restart() async throws {
        #expect(try await pageAfterRestart().contains("You have not imported an archive here"))
        try await site.test { client in
            let before = try await client.get("/settings", site.cookie(of: leia))
            #expect(!String(buffer: before.body).contains("Show the last import"))
            _ = try await upload(Self.archive(), by: leia, to: client)
            _ = try await outcome(for: leia, client)
            let settings = try await client.get("/settings", site.cookie(of: leia))
            #expect(String(buffer: settings.body).contains("Show the last import"))
        }
        let page = try await pageAfterRestart()
        #expect(page.contains(Self.imported) && page.contains(#"class="report findings""#))
        try await site.test { client in
            _ = try await upload(Self.damaged, by: leia, to: client)
            _ = try await outcome(for: leia, client)
        }
        #expect(try await pageAfterRestart().contains(Self.reason))
        try await site.test { client in
            try await deleteAccount(client)
        }
        #expect(try await state() == .idle)
    }

    @Test("Another server of the store, with a folder of its own, shows an import and its outcome")
    func twoServers() async throws {
        let second = try ServerWorld(world: site.world)
        try await second.test { client in
            _ = try await upload(Self.archive(2, from: 1), by: leia, to: client)
            #expect(try await outcome(for: leia, client).contains("Imported 2 posts"))
        }
        disk.held.arm()
        try await site.test { client in
            _ = try await upload(Self.archive(), by: leia, to: client)
            try await second.test { client in
                let page = try await client.get("/settings/import", second.cookie(of: leia))
                #expect(String(buffer: page.body).contains("The archive is being read."))
                let response = try await upload(Self.archive(), by: leia, to: client)
                #expect(response.status == .conflict)
            }
            disk.held.release()
            _ = try await outcome(for: leia, client)
            try await second.test { client in
                let page = try await client.get("/settings/import", second.cookie(of: leia))
                #expect(String(buffer: page.body).contains(Self.imported))
            }
        }
    }

    @Test("An import whose server has stopped counts as interrupted after a minute")
    func interruption() async throws {
        let owner = site.world.owner
        let note = try #require(try await owner.beginImport(of: leia.user.id))
        site.world.clock.advance(by: ImportNote.silence - 1)
        #expect(try await state() == .running(done: 0, total: 0))
        // The server is still there.
        try await owner.renew(note, of: leia.user.id)
        site.world.clock.advance(by: ImportNote.silence - 1)
        #expect(try await owner.beginImport(of: leia.user.id) == nil)
        site.world.clock.advance(by: 1)
        #expect(try await pageAfterRestart().contains("was stopped during the last import"))
        // A later import takes over. What the first one still does has no effect on it.
        let later = try #require(try await owner.beginImport(of: leia.user.id))
        try await owner.renew(note, of: leia.user.id, endingWith: [1])
        #expect(try await state() == .running(done: 0, total: 0))
        // A damaged outcome counts as a missing one, and an import ends once.
        try await owner.renew(later, of: leia.user.id, endingWith: [1])
        try await owner.renew(later, of: leia.user.id)
        #expect(try await state() == .idle)
    }

    @Test("A server renews the note about an import while it runs")
    func renewal() async throws {
        let (ticks, source) = AsyncStream.makeStream(of: Void.self)
        let registry = TransferRegistry(owner: site.world.owner) {
            for await _ in ticks { return }
            throw CancellationError()
        }
        let running = try registry.begin(for: leia.user.id)
        try await running.startImport()
        site.world.clock.advance(by: 2 * ImportNote.silence)
        #expect(try await state() == .interrupted)
        source.yield()
        try await wait { try await state() == .running(done: 0, total: 0) }
        await running.end(with: .failed("It is damaged."))
        #expect(try await state() == .failed("It is damaged."))
    }

    @Test("Of two servers that receive an archive at the same time, one imports it")
    func simultaneousUploads() async throws {
        let second = try ServerWorld(world: site.world)
        let running = try site.server.site.transfers.begin(for: leia.user.id)
        let rejected = try second.server.site.transfers.begin(for: leia.user.id)
        try await running.startImport()
        await #expect(throws: RequestError.transferInProgress) {
            try await rejected.startImport()
        }
        // The rejected one leaves the note as it is.
        #expect(try await state() == .running(done: 0, total: 0))
        await running.end(with: .failed("It is damaged."))
        try await rejected.startImport()
    }

    @Test("An import that outlives its account stores no outcome")
    func deletionDuringAnImport() async throws {
        disk.held.arm()
        try await site.test { client in
            _ = try await upload(Self.archive(), by: leia, to: client)
            #expect(try await state() != .idle)
            try await deleteAccount(client)
            #expect(try await state() == .idle)
            disk.held.release()
            try await wait { logs.texts.contains { $0.hasPrefix("An import failed: ") } }
            for _ in 1...2000 { await Task.yield() }
            #expect(try await state() == .idle)
        }
    }

    @Test("The outcome appears in a region that the page has from the start")
    func reservation() async throws {
        disk.held.arm()
        try await site.test { client in
            _ = try await upload(Self.archive(), by: leia, to: client)
            for path in ["/settings", "/settings/import"] {
                let page = try await client.get(path, site.cookie(of: leia))
                let text = String(buffer: page.body)
                #expect(text.contains(#"<div class="outcome" role="status"></div>"#))
            }
            disk.held.release()
            let page = try await outcome(for: leia, client)
            #expect(page.contains(#"<div class="outcome" role="status"><p>"# + Self.imported))
        }
    }

    @Test("Files of a server that was killed are deleted after a day")
    func leftovers() async throws {
        let folder = UploadFolder(url: site.uploads)
        let path = try await folder.newPath()
        try Data("left".utf8).write(to: path)
        folder.removeLeftovers(at: Date())
        #expect(try files().count == 1)
        folder.removeLeftovers(at: Date() + 90_000)
        #expect(try files() == [])
    }
}
