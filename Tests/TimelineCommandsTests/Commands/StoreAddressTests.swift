import Foundation
import Testing
import TimelineCore
import TimelineTestSupport

@testable import TimelineCommands

@Suite("Addresses of stores")
struct StoreAddressTests {
    @Test(
        "What looks like an address and is none of a database creates no store",
        arguments: [
            "S3://photos", "https://photos.example", "POSTGRES://db/timeline", "s3:/photos",
        ]
    )
    func unknown(address: String) async throws {
        let world = try CommandWorld()
        let option = await world.run("signup", "--store", address)
        #expect(option.status == 64, "\(option.text)")
        #expect(option.text.contains("not the address of a database"), "\(option.text)")
        let variables = ["TERM": "dumb", "TIMELINE_HOME": address]
        let variable = await world.run("seed", "load", terminal: variables)
        #expect(variable.status == 64, "\(variable.text)")
        #expect(!FileManager.default.fileExists(atPath: address))
    }

    @Test("An empty variable is a missing one")
    func empty() throws {
        let variables = ["HOME": "/h", "TIMELINE_HOME": "postgres://db/x", "TIMELINE_PHOTOS": ""]
        let server = try StoreFolder(option: nil, variables: variables).server
        #expect(server == ServerAddress(database: "postgres://db/x", photos: nil))
        let folder = try StoreFolder(option: nil, variables: ["HOME": "/h", "TIMELINE_HOME": ""])
        #expect(folder.url.path == "/h/.local/share/timeline")
    }

    @Test("A store is accessible only if its photos are")
    func photosMissing() throws {
        let repositories = OpenRepositories()
        try repositories.checkAccess()
        repositories.addCheck { throw TimelineError.storageBusy }
        #expect(throws: TimelineError.storageBusy) { try repositories.checkAccess() }
    }

    @Test("After a failure of servers, nobody is sent to the doctor", arguments: [false, true])
    func hint(isOnServers: Bool) throws {
        let repositories = OpenRepositories()
        let place = isOnServers ? "postgres://db/x" : "/tmp/x"
        repositories.willOpen(try StoreFolder(option: place, variables: [:]))
        #expect(repositories.areOnServers == isOnServers)
        let failure = StorageError(operation: "Opening the store", reason: "a wrong password")
        let console = TestConsole(columns: nil, isInteractive: false, input: [], secrets: [])
        let status = ExitReport(
            of: TimelineError.storageFailed(failure),
            isJSON: false,
            now: .now,
            isOnServers: repositories.areOnServers
        )
        .write(to: console)
        #expect(status == 74)
        #expect(console.written.contains("a wrong password"))
        #expect(console.written.contains("timeline doctor") != isOnServers)
    }

    @Test("Suggested commands repeat the options that select the store")
    func suggestions() {
        let layout = TextLayout(
            columns: nil,
            style: Style(isOn: false),
            now: .now,
            makeTimeZone: { .gmt },
            storeOptions: ["--store", "postgres://db/x", "--photos", "my photos"]
        )
        #expect(
            layout.command("feed", "--before", "K7xQ2mPa", "--", "x")
                == "timeline feed --before K7xQ2mPa --store 'postgres://db/x' --photos 'my photos' -- x"
        )
    }

    #if Cluster
    @Test("Commands, and the demo too, repeat where the photos are")
    func options() async throws {
        var options = GlobalOptions()
        (options.store, options.photos) = ("postgres://db/x", "s3://photos")
        #expect(
            options.storeOptions == ["--store", "postgres://db/x", "--photos", "s3://photos"]
        )
        (options.store, options.photos) = (nil, nil)
        #expect(options.storeOptions.isEmpty)
        let world = try CommandWorld()
        let photos = ["--photos", world.path("photos")]
        let demo = await world.run(["demo", "--store", world.path("demo")] + photos, columns: nil)
        #expect(demo.text.contains("this one is a folder"), "\(demo.text)")
    }

    @Test("A folder contains its photos, so --photos is refused, and $TIMELINE_PHOTOS ignored")
    func photosOfFolder() async throws {
        let world = try CommandWorld()
        let options = ["--store", world.path("club"), "--photos", world.path("photos")]
        let result = await world.run(["seed", "load"] + options, columns: nil)
        #expect(result.status == 64, "\(result.text)")
        #expect(result.text.contains("this one is a folder"), "\(result.text)")
        #expect(!FileManager.default.fileExists(atPath: world.path("club")))
        let variables = ["TERM": "dumb", "TIMELINE_PHOTOS": world.path("photos")]
        let loaded = await world.run(
            "seed",
            "load",
            "--store",
            world.path("club"),
            terminal: variables
        )
        #expect(loaded.status == 0, "\(loaded.text)")
        let to = ["--to", world.path("copy"), "--to-photos", world.path("photos")]
        let moved = await world.run(["move", "--store", world.path("club")] + to, columns: nil)
        #expect(moved.status == 64 && moved.text.contains("--to-photos is for"), "\(moved.text)")
        #expect(!FileManager.default.fileExists(atPath: world.path("photos")))
    }

    @Test("A copy with the photos of the store itself is refused before anything is opened")
    func samePhotos() async throws {
        let world = try CommandWorld()
        await world.run("seed", "load", "--store", world.path("club"))
        for photos in ["club", "club/blobs", "club/blobs/../blobs/new", ""] {
            let to = ["--to", "postgres://nowhere.invalid/x", "--to-photos", world.path(photos)]
            let result = await world.run(
                ["move", "--store", world.path("club")] + to,
                columns: nil
            )
            #expect(result.status == 64, "\(result.text)")
            #expect(result.text.contains("already there"), "\(result.text)")
        }
    }
    #endif
}
