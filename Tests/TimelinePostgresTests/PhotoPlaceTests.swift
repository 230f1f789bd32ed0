#if Cluster
import Foundation
import Testing
import TimelineCluster
import TimelineCore
import TimelineTestSupport

@Suite("Where the photos of a store on servers are")
struct PhotoPlaceTests {
    @Test(arguments: [
        "", "S3://photos", "s3:/photos", "https://photos.example/a", "postgres://h/x", "s3://a",
    ])
    func mistakes(text: String) {
        #expect(throws: TimelineError.self) { try PhotoPlace(text) }
    }

    @Test func places() throws {
        #expect(try PhotoPlace("photos/2020") == .folder(URL(filePath: "photos/2020")))
        #expect(try PhotoPlace("./s3:/photos") == .folder(URL(filePath: "./s3:/photos")))
        guard case .bucket = try PhotoPlace("s3://photos/club") else {
            Issue.record("This is a bucket.")
            return
        }
    }

    @Test(arguments: [
        ("s3://photos", "s3://photos/", true), ("s3://photos/a", "s3://photos", true),
        ("s3://photos/a", "s3://photos/ab", false), ("s3://photos/a", "s3://other/a", false),
        ("s3://photos/a", "photos/a", false),
    ])
    func overlaps(one: String, other: String, isSame: Bool) throws {
        let (one, other) = (try PhotoPlace(one), try PhotoPlace(other))
        #expect(try one.overlaps(other) == isSame)
        #expect(try other.overlaps(one) == isSame)
    }

    @Test func foldersOverlapHoweverTheyAreSpelled() throws {
        let folder = try TemporaryFolder.make()
        let link = folder.appending(path: "link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder)
        let place = PhotoPlace.folder(folder)
        #expect(try place.overlaps(.folder(link)))
        #expect(try place.overlaps(.folder(link.appending(path: "new"))))
        #expect(try PhotoPlace.folder(folder.appending(path: "new")).overlaps(place))
        #expect(try !place.overlaps(.folder(TemporaryFolder.make())))
    }
}
#endif
