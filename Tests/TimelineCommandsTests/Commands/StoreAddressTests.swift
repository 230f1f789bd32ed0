import Foundation
import Testing
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

    #if Cluster
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
