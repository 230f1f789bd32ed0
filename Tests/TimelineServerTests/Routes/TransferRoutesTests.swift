#if Server
import Foundation
import HTTPTypes
import NIOCore
import Testing
import TimelineCore
import TimelinePages
import TimelineTestSupport
import TimelineTesting

@testable import TimelineServer

@Suite("Importing and exporting over HTTP")
struct TransferRoutesTests {
    /// An import and export that a test controls.
    private final class Archives: Sendable {
        /// The error that an import throws.
        let error = Lock<TimelineError?>(nil)
        /// Whether imports wait until the test releases them.
        let isHeld = Lock(false)
        /// The users that have imported archives, with the bytes of these archives.
        let imports = Lock<[(User.ID, Data)]>([])
        /// Whether each import includes places.
        let places = Lock<[Bool]>([])
        /// The number of pictures that exports leave out, because the store has lost them.
        let lostPictures = Lock(0)

        func transfer() -> ArchiveTransfer {
            ArchiveTransfer { [self] archive, includesPlaces, session, progress in
                progress(1, 3)
                try await wait { !isHeld.withLock(\.self) }
                if let error = error.withLock(\.self) { throw error }
                let content = try Data(contentsOf: archive)
                imports.withLock { $0.append((session.userID, content)) }
                places.withLock { $0.append(includesPlaces) }
                return TransferSummary(
                    sentences: ["Imported \(content.count) bytes."],
                    details: ["<b>a.jpg</b>: broken"]
                )
            } exportArchive: { [self] target, includesOriginals, session in
                let name = try await session.user().username
                let text = "archive of \(name)" + (includesOriginals ? " with originals" : "")
                try Data(text.utf8).write(to: target)
                return lostPictures.withLock(\.self)
            }
        }
    }

    private let archives = Archives()
    private let site: ServerWorld
    private let leia: Login
    private let han: Login

    init() async throws {
        site = try ServerWorld(transfer: archives.transfer())
        leia = try await site.world.signUp("leia")
        han = try await site.world.signUp("han")
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

    /// Returns the names of the files in the folder for uploads, without the records of outcomes.
    private func files() throws -> [String] {
        guard FileManager.default.fileExists(atPath: site.uploads.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: site.uploads.path)
            .filter { !$0.hasPrefix("import-") }
    }

    /// Returns the record of the outcome of leia's last import.
    private var record: ImportRecord { ImportRecord(of: leia.user.id, in: site.uploads) }

    /// The file with the outcome of leia's last import.
    private var recordFile: URL { site.uploads.appending(path: record.name) }

    /// Returns leia's page of a server that has been started again.
    private func pageAfterRestart() async throws -> String {
        let restarted = try ServerWorld(
            world: site.world,
            uploads: site.uploads,
            transfer: archives.transfer()
        )
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
            let content = Data(repeating: 7, count: 900_000)
            let response = try await upload(content, by: leia, to: client)
            #expect(response.status == .seeOther)
            #expect(response.headers[.location] == "/settings/import")
            let page = try await outcome(for: leia, client)
            #expect(page.contains("Imported 900000 bytes."))
            #expect(page.contains("&lt;b>a.jpg&lt;/b>: broken") || page.contains("&lt;b&gt;a.jpg"))
            let imports = archives.imports.withLock(\.self)
            #expect(imports.map(\.0) == [leia.user.id] && imports.map(\.1) == [content])
            #expect(try files() == [])
            #expect(try await !outcome(for: han, client).contains("Imported"))
        }
    }

    @Test("Guests, forged forms and large uploads are rejected before anything is written")
    func rejected() async throws {
        try await site.test { client in
            let body = MultipartBody().file("archive", "a.zip", Data("x".utf8))
            let guest = try await client.post("/settings/import", [:], body)
            #expect(guest.status == .seeOther || guest.status == .unauthorized)
            let forged = try await client.post("/settings/import", site.cookie(of: leia), body)
            #expect(forged.status == .forbidden)
            let export = try await client.post("/settings/export", site.cookie(of: leia))
            #expect(export.status != .ok)
            let large = try await uploadStating("\(3 << 30)", by: leia, to: client)
            #expect(large.status == .contentTooLarge)
            #expect(archives.imports.withLock(\.count) == 0)
            #expect(try files() == [])
            // None of it counts as in progress.
            let accepted = try await upload(Data("x".utf8), by: leia, to: client)
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
            #expect(archives.imports.withLock(\.count) == 0)
        }
    }

    @Test("Each user imports or exports one archive at a time")
    func oneAtATime() async throws {
        archives.isHeld.withLock { $0 = true }
        try await site.test { client in
            #expect(try await upload(Data("1".utf8), by: leia, to: client).status == .seeOther)
            // The page of an import in progress does not wait for its end.
            let before = site.world.clock.now
            let page = try await client.get("/settings/import", site.cookie(of: leia))
            #expect(String(buffer: page.body).contains("Imported 1 of 3"))
            #expect(site.world.clock.now == before)
            let settings = try await client.get("/settings", site.cookie(of: leia))
            let text = String(buffer: settings.body)
            #expect(text.contains("Imported 1 of 3") && !text.contains(#"type="file""#))
            #expect(text.contains(#"<progress value="1" max="3""#))
            #expect(try await upload(Data("2".utf8), by: leia, to: client).status == .conflict)
            let export = try await client.post("/settings/export", site.formFields(of: leia))
            #expect(export.status == .conflict)
            #expect(try await upload(Data("3".utf8), by: han, to: client).status == .seeOther)
            archives.isHeld.withLock { $0 = false }
            #expect(try await outcome(for: leia, client).contains("Imported 1 bytes."))
            #expect(try await outcome(for: han, client).contains("Imported 1 bytes."))
        }
        #expect(archives.imports.withLock { $0.map(\.1.count) } == [1, 1])
    }

    @Test(
        "An impossible length is rejected, even during another user's import",
        arguments: ["\(Int.max)", "\(Int.min)", "-1", "99999999999999999999"]
    )
    func impossibleLength(length: String) async throws {
        archives.isHeld.withLock { $0 = true }
        try await site.test { client in
            #expect(try await upload(Data("1".utf8), by: leia, to: client).status == .seeOther)
            let response = try await uploadStating(length, by: han, to: client)
            #expect([.contentTooLarge, .lengthRequired].contains(response.status))
            archives.isHeld.withLock { $0 = false }
            #expect(try await outcome(for: leia, client).contains("Imported 1 bytes."))
        }
    }

    @Test("The page states why an import failed, without details about the server")
    func failure() async throws {
        archives.error.withLock { $0 = .archiveUnreadable("it is damaged.") }
        try await site.test { client in
            _ = try await upload(Data("1".utf8), by: leia, to: client)
            #expect(try await outcome(for: leia, client).contains("it is damaged."))
            archives.error.withLock { $0 = .userNotFound("nobody") }
            _ = try await upload(Data("1".utf8), by: leia, to: client)
            #expect(try await outcome(for: leia, client).contains("nobody"))
            #expect(try files() == [])
        }
    }

    @Test("An export is a download, and leaves no file")
    func exporting() async throws {
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
                #expect(String(buffer: response.body) == "archive of leia")
                #expect(try files() == [])
            }
        }
    }

    @Test("An export that would lack pictures is reported, not downloaded", arguments: [1, 2])
    func incompleteExport(lost: Int) async throws {
        archives.lostPictures.withLock { $0 = lost }
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
            archives.lostPictures.withLock { $0 = 0 }
            let complete = try await client.post("/settings/export", site.formFields(of: leia))
            #expect(complete.status == .ok)
        }
    }

    @Test("An export that lacks pictures is downloaded if the user leaves them out")
    func withoutLostPictures() async throws {
        archives.lostPictures.withLock { $0 = 1 }
        try await site.test { client in
            let settings = try await client.get("/settings", site.cookie(of: leia))
            #expect(String(buffer: settings.body).contains("Leave out lost pictures"))
            let response = try await client.post(
                "/settings/export",
                site.formFields(of: leia),
                "incomplete=on"
            )
            #expect(response.status == .ok)
            #expect(String(buffer: response.body) == "archive of leia")
            #expect(try files() == [])
        }
    }

    @Test("Places and originals are included on request only")
    func choices() async throws {
        try await site.test { client in
            let body = MultipartBody().file("archive", "a.zip", Data("1".utf8))
            for body in [body, body.field("places", "on")] {
                _ = try await client.post("/settings/import", site.formFields(of: leia), body)
                _ = try await outcome(for: leia, client)
            }
            #expect(archives.places.withLock(\.self) == [false, true])
            let export = try await client.post(
                "/settings/export",
                site.formFields(of: leia),
                "originals=on"
            )
            #expect(String(buffer: export.body) == "archive of leia with originals")
        }
    }

    @Test("The outcome survives a restart of the server, until the account is deleted")
    func restart() async throws {
        #expect(try await pageAfterRestart().contains("You have not imported an archive here"))
        try await site.test { client in
            let before = try await client.get("/settings", site.cookie(of: leia))
            #expect(!String(buffer: before.body).contains("Show the last import"))
            _ = try await upload(Data("1".utf8), by: leia, to: client)
            _ = try await outcome(for: leia, client)
            let settings = try await client.get("/settings", site.cookie(of: leia))
            #expect(String(buffer: settings.body).contains("Show the last import"))
        }
        let page = try await pageAfterRestart()
        #expect(page.contains("Imported 1 bytes.") && page.contains(": broken"))
        let mode =
            try FileManager.default.attributesOfItem(atPath: recordFile.path)[
                .posixPermissions
            ]
        #expect(mode as? Int == 0o600)
        archives.error.withLock { $0 = .archiveUnreadable("it is damaged.") }
        try await site.test { client in
            _ = try await upload(Data("1".utf8), by: leia, to: client)
            _ = try await outcome(for: leia, client)
        }
        #expect(try await pageAfterRestart().contains("it is damaged."))
        try await site.test { client in
            try await deleteAccount(client)
        }
        #expect(try record.read() == .idle)
    }

    @Test("After a restart during an import, the page says so")
    func interruption() async throws {
        // A second server of the same store has completed an earlier import.
        let second = try ServerWorld(
            world: site.world,
            uploads: site.uploads,
            transfer: archives.transfer()
        )
        try await second.test { client in
            _ = try await upload(Data("old".utf8), by: leia, to: client)
            #expect(try await outcome(for: leia, client).contains("Imported 3 bytes."))
        }
        archives.isHeld.withLock { $0 = true }
        try await site.test { client in
            _ = try await upload(Data("1".utf8), by: leia, to: client)
            try await wait { try record.read() == .running(done: 0, total: 0) }
            // It knows that another import is running.
            try await second.test { client in
                let page = try await client.get("/settings/import", second.cookie(of: leia))
                #expect(String(buffer: page.body).contains("The archive is being read."))
                let response = try await upload(Data("2".utf8), by: leia, to: client)
                #expect(response.status == .conflict)
            }
            archives.isHeld.withLock { $0 = false }
            _ = try await outcome(for: leia, client)
            try await second.test { client in
                let page = try await client.get("/settings/import", second.cookie(of: leia))
                #expect(String(buffer: page.body).contains("Imported 1 bytes."))
            }
        }
        // The lock ends with the process.
        _ = try record.write(.running(done: 0, total: 0))
        let uploads = try #require(try OpenFolder(site.uploads))
        // Several servers can read the record at the same time.
        let reader = try #require(try LockedFile(ifFree: record.name, in: uploads))
        #expect(try record.read() == .interrupted)
        withExtendedLifetime(reader) {}
        #expect(try await pageAfterRestart().contains("was stopped during the last import"))
        // A damaged record counts as a missing one, and old ones are deleted.
        try Data("{".utf8).write(to: recordFile)
        #expect(try record.read() == .idle)
        ImportRecord.removeOld(in: site.uploads, at: Date())
        #expect(FileManager.default.fileExists(atPath: recordFile.path))
        ImportRecord.removeOld(in: site.uploads, at: Date() + 31 * 86_400)
        #expect(!FileManager.default.fileExists(atPath: recordFile.path))
    }

    @Test("Of two servers that receive an archive at the same time, one imports it")
    func simultaneousUploads() async throws {
        let second = try ServerWorld(
            world: site.world,
            uploads: site.uploads,
            transfer: archives.transfer()
        )
        let running = try site.server.site.transfers.begin(for: leia.user.id)
        let rejected = try second.server.site.transfers.begin(for: leia.user.id)
        try await running.startImport()
        await #expect(throws: RequestFault.transferInProgress) {
            try await rejected.startImport()
        }
        // The rejected one leaves the record as it is.
        #expect(try record.read() == .running(done: 0, total: 0))
        await running.keep(.failed("It is damaged."))
        try await rejected.startImport()
    }

    @Test("A server that starts deletes the records of users that no longer exist")
    func missingUsers() async throws {
        let other = ImportRecord(of: han.user.id, in: site.uploads)
        for each in [record, other] { try each.write(.failed("It is damaged.")) }
        try await leia.session.deleteAccount(password: TestWorld.password)
        await site.server.site.transfers.forgetMissingUsers(of: site.world.guest)
        #expect(try record.read() == .idle)
        #expect(try other.read() == .failed("It is damaged."))
    }

    @Test("An import that outlives its account stores no outcome")
    func deletionDuringAnImport() async throws {
        archives.isHeld.withLock { $0 = true }
        try await site.test { client in
            _ = try await upload(Data("1".utf8), by: leia, to: client)
            try await wait { try record.read() != .idle }
            try await deleteAccount(client)
            #expect(try record.read() == .idle)
            archives.isHeld.withLock { $0 = false }
            try await wait { archives.imports.withLock { $0.count } == 1 }
            for _ in 1...2000 { await Task.yield() }
            #expect(try record.read() == .idle)
        }
    }

    @Test("The outcome appears in a region that the page has from the start")
    func announcement() async throws {
        archives.isHeld.withLock { $0 = true }
        try await site.test { client in
            _ = try await upload(Data("1".utf8), by: leia, to: client)
            for path in ["/settings", "/settings/import"] {
                let page = try await client.get(path, site.cookie(of: leia))
                let text = String(buffer: page.body)
                #expect(text.contains(#"<div class="outcome" role="status"></div>"#))
            }
            archives.isHeld.withLock { $0 = false }
            let page = try await outcome(for: leia, client)
            #expect(page.contains(#"<div class="outcome" role="status"><p>Imported 1 bytes."#))
        }
    }

    @Test("A server without archives offers none")
    func absent() async throws {
        let site = try ServerWorld(world: site.world)
        try await site.test { client in
            let settings = try await client.get("/settings", site.cookie(of: leia))
            #expect(!String(buffer: settings.body).contains("/settings/import"))
            let page = try await client.get("/settings/import", site.cookie(of: leia))
            #expect(page.status == .notFound)
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
#endif
