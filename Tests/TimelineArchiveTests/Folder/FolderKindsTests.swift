import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineArchive

/// What people's folders contain besides pictures that say everything themselves.
@Suite("Kinds of folders")
struct FolderKindsTests {
    private static let tokyo = TimeZone(secondsFromGMT: 9 * 3600) ?? .gmt

    /// Writes files, all of which were modified on 14 November 2023 at 22:13:20 UTC unless another
    /// time is given.
    private func files(
        _ files: [String: Data],
        modified: [String: Double] = [:]
    ) throws -> URL {
        let path = try folder(files)
        for name in files.keys {
            let date = Date(timeIntervalSince1970: modified[name] ?? 1_700_000_000)
            let file = path.appending(path: name)
            try FileManager.default.setAttributes(
                [.modificationDate: date],
                ofItemAtPath: file.path
            )
        }
        return path
    }

    /// Returns a picture with texts in the main directory and the Exif directory of an Exif block.
    private func picture(
        _ number: UInt8,
        main: [(Int, String)] = [],
        exif: [(Int, String)] = []
    ) -> Data {
        func bytes(_ value: Int, _ count: Int) -> Data {
            Data((0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) })
        }
        let exifStart = 8 + 2 + 12 * (main.count + 1) + 4
        var texts = Data()
        let textStart = exifStart + 2 + 12 * exif.count + 4
        func fields(_ list: [(Int, String)]) -> Data {
            list.reduce(into: Data()) { fields, field in
                // Values of up to four bytes would be in the field itself.
                let text = Data(field.1.utf8) + Data(count: max(1, 5 - field.1.utf8.count))
                fields += bytes(field.0, 2) + bytes(2, 2) + bytes(text.count, 4)
                fields += bytes(textStart + texts.count, 4)
                texts += text
            }
        }
        let block =
            Data("Exif\0\0MM\0*".utf8) + bytes(8, 4)
            + bytes(main.count + 1, 2) + fields(main) + bytes(0x8769, 2) + bytes(4, 2) + bytes(1, 4)
            + bytes(exifStart, 4) + bytes(0, 4) + bytes(exif.count, 2) + fields(exif) + bytes(0, 4)
        let content = block + texts
        let plain = jpeg(number)
        return plain.prefix(2) + Data([0xFF, 0xE1]) + bytes(content.count + 2, 2) + content
            + plain.dropFirst(2)
    }

    private func sidecar(_ seconds: Int, _ description: String = "") -> Data {
        Data(
            """
            {"title": "a.jpg", "description": "\(description)",
             "photoTakenTime": {"timestamp": "\(seconds)", "formatted": "x"},
             "geoData": {"latitude": 47.37, "longitude": 8.54, "altitude": 0.0},
             "people": [{"name": "Leia"}]}
            """
            .utf8
        )
    }

    /// Returns the days of the posts, oldest first, with the captions.
    private func days(_ world: ImporterWorld) async throws -> [String] {
        try await world.posts().reversed()
            .map { post in
                [post.createdAt.formatted(.iso8601.year().month().day()), post.caption]
                    .filter { !$0.isEmpty }.joined(separator: " ")
            }
    }

    @Test(
        "A date comes from the picture, its sidecar, its name or its file, and the report says so"
    )
    func sourcesOfDates() async throws {
        let world = try await ImporterWorld()
        let path = try files([
            "IMG-20200101-WA0001.jpg": picture(1, exif: [(0x9003, "2018:05:01 12:00:00")]),
            "digitized.jpg": picture(
                2,
                exif: [(0x9003, "0000:00:00 00:00:00"), (0x9004, "2018:06:01 12:00:00")]
            ),
            "IMG-20180701-WA0001.jpg": jpeg(3),
            "IMG-20200102-WA0001.jpg": jpeg(4),
            "IMG-20200102-WA0001.xmp": Data(#"<x photoshop:DateCreated="2018-08"/>"#.utf8),
            "plain.jpg": jpeg(5),
            "future.jpg": picture(6, exif: [(0x9003, "2099:01:01 12:00:00")]),
            "old.jpg": picture(7, exif: [(0x9003, "1954:06:12 12:00:00")]),
        ])
        let report = try await world.load(path, as: .folder(albums: false))
        #expect(report.posts.imported == 7 && !report.hasRejections)
        #expect(
            try await days(world) == [
                "1970-01-01", "2018-05-01", "2018-06-01", "2018-07-01", "2018-08-01", "2023-11-14",
                "2023-11-14",
            ]
        )
        #expect(report.guessedDates == ["sidecar": 1, "fileName": 1, "fileTime": 2])
        let reasons = Dictionary(grouping: report.findings, by: \.file)
            .mapValues { $0.map(\.reason) }
        #expect(reasons["IMG-20200101-WA0001.jpg"] == nil && reasons["digitized.jpg"] == nil)
        #expect(reasons["IMG-20180701-WA0001.jpg"]?.joined().contains("name of the file") == true)
        #expect(
            reasons["IMG-20200102-WA0001.jpg"]?.joined().contains("file beside the picture") == true
        )
        #expect(
            reasons["IMG-20200102-WA0001.jpg"]?.joined().contains("date is only 2018-08") == true
        )
        #expect(reasons["plain.jpg"]?.joined().contains("time of the file") == true)
        #expect(reasons["future.jpg"]?.joined().contains("2099-01-01, is in the future") == true)
        #expect(reasons["old.jpg"]?.joined().contains("1954-06-12, is before 1970") == true)
    }

    @Test(
        "A camera's clock shows local time, and another time zone does not import a picture again"
    )
    func timeZones() async throws {
        let world = try await ImporterWorld()
        let path = try files([
            "local.jpg": picture(1, exif: [(0x9003, "2018:05:01 12:00:00"), (0x9011, "   :  ")]),
            "utc.jpg": picture(2, exif: [(0x9003, "2018:05:01 12:00:00"), (0x9011, "+00:00")]),
        ])
        let inTokyo = ArchiveFormat.folder(albums: false, timeZone: Self.tokyo)
        #expect(try await world.load(path, as: inTokyo).posts.imported == 2)
        #expect(
            try await world.posts().map(\.createdAt.timeIntervalSince1970)
                == [1_525_176_000, 1_525_176_000 - 9 * 3600]
        )
        let elsewhere = ArchiveFormat.folder(albums: false, timeZone: .gmt)
        let again = try await world.load(path, as: elsewhere)
        #expect(again.posts == ImportTally(entries: 2, alreadyPresent: 2))
        for post in try await world.posts() { try await world.session.delete(post.id) }
        #expect(try await world.load(path, as: elsewhere).posts.alreadyPresent == 2)
        #expect(try await world.posts().isEmpty)
    }

    @Test("A picture that the importer has shared is not imported")
    func sharedBefore() async throws {
        let world = try await ImporterWorld()
        _ = try await world.session.post([PhotoFile(content: jpeg(1))], caption: "")
        let path = try files(["a.jpg": jpeg(1), "b.jpg": jpeg(2)])
        let report = try await world.load(path, as: .folder(albums: false))
        #expect(report.posts == ImportTally(entries: 2, imported: 1, alreadyPresent: 1))
    }

    @Test("Of equal files, the oldest date wins, whatever their order")
    func copies() async throws {
        for names in [["a.jpg", "b.jpg"], ["b.jpg", "a.jpg"]] {
            let world = try await ImporterWorld()
            let path = try files(
                ["a.jpg": jpeg(1), "b.jpg": jpeg(1), "IMG-20180701-WA0001.jpg": jpeg(1)],
                modified: [names[0]: 1_600_000_000]
            )
            let report = try await world.load(path, as: .folder(albums: false))
            #expect(report.posts == ImportTally(entries: 3, imported: 1, alreadyPresent: 2))
            #expect(try await days(world) == ["2018-07-01"])
        }
    }

    @Test("Folders of systems and devices are not the user's")
    func systemFolders() async throws {
        let world = try await ImporterWorld()
        let names = [
            "@eaDir/a.jpg/SYNOPHOTO_THUMB_M.jpg", "#recycle/b.jpg", "$RECYCLE.BIN/c.jpg",
            ".Trash-1000/d.jpg", ".thumbnails/e.jpg", "__MACOSX/f.jpg", ".DS_Store", "._a.jpg",
            ".picasaoriginals/g.jpg", "trip/Thumbs.db", "@Recycle/h.jpg",
        ]
        var content: [String: Data] = ["trip/a.jpg": jpeg(1)]
        for (index, name) in names.enumerated() { content[name] = jpeg(UInt8(index + 2)) }
        let report = try await world.load(try files(content), as: .folder(albums: false))
        #expect(report.posts == ImportTally(entries: 1, imported: 1))
        #expect(report.notKept == 0 && report.rejectedFiles == 0)
    }

    @Test("Pictures in other formats are counted by their kinds")
    func unsupportedKinds() async throws {
        let world = try await ImporterWorld()
        let tiff = Data([0x49, 0x49, 0x2A, 0, 8, 0, 0, 0])
        let path = try files([
            "a.tif": tiff, "b.dng": tiff, "c.NEF": Data([0x4D, 0x4D, 0, 0x2A]),
            "d.psd": Data("8BPS".utf8),
            "e.mp4": mp4,
            "f.avif": Data([0, 0, 0, 0x18]) + Data("ftypavif".utf8) + Data(count: 12),
            "g.jxl": Data([0xFF, 0x0A, 1, 2]), "h.jpg": jpeg(1), "i.txt": Data("text".utf8),
        ])
        let report = try await world.load(path, as: .folder(albums: false))
        #expect(
            report.unsupportedKinds == [
                "TIFF picture": 1, "raw picture": 2, "Photoshop file": 1, "video": 1,
                "AVIF picture": 1, "JPEG XL picture": 1,
            ]
        )
        #expect(report.posts == ImportTally(entries: 8, imported: 1, notSupported: 7))
        #expect(report.notKept == 1)
    }

    @Test("A machine's words are no caption")
    func machineCaptions() async throws {
        let texts = [
            "OLYMPUS DIGITAL CAMERA", "SONY DSC", "DCIM\\100GOPRO\\GOPR0001.JPG", "cof",
            "KODAK Digital Still Camera", "Exif_JPEG_PICTURE", "<Digimax S500>", "ACME X100",
            "ACME",
            "Processed with VSCO with a6 preset", "C:\\Users\\leia\\beach.jpg", "IMG_0001.JPG",
        ]
        let world = try await ImporterWorld()
        var content: [String: Data] = [:]
        let words = [
            "Boat race, shot with love on the lake", "Coffee", "Made with love by my grandmother",
            "My first digital camera", "photo", "HDR", "Created with Anna in the studio", "<3",
        ]
        for (index, text) in (texts + words).enumerated() {
            content["\(index).jpg"] = picture(
                UInt8(index + 1),
                main: [(0x010E, text), (0x010F, "ACME"), (0x0110, "ACME X100")]
            )
        }
        try await world.load(try files(content), as: .folder(albums: false))
        let captions = try await world.posts().map(\.caption).filter { !$0.isEmpty }
        #expect(Set(captions) == Set(words))
    }

    @Test(
        "Every name of a Google sidecar is found",
        arguments: [
            ("a.jpg", "a.jpg.json"), ("a.jpg", "a.jpg.supplemental-metadata.json"),
            ("a.jpg", "a.jpg.suppl.json"), ("a.jpg", "a.supplemental-metadata.json"),
            ("a(1).jpg", "a.jpg(1).json"), ("a(1).jpg", "a.jpg.supplemental-metadata(1).json"),
            ("a-edited.jpg", "a.jpg.json"), ("a-bearbeitet(1).jpg", "a.jpg(1).json"),
            ("A.JPG", "A.jpg.json"),
            (
                "a_very_long_name_of_a_picture_that_goes_on_and_on.jpg",
                "a_very_long_name_of_a_picture_that_goes_on_and.json"
            ),
        ]
    )
    func takeoutSidecars(_ picture: String, _ sidecar: String) async throws {
        let world = try await ImporterWorld()
        let path = try files([
            "Photos from 2003/\(picture)": jpeg(1),
            "Photos from 2003/\(sidecar)": self.sidecar(1_060_699_034, "Falcon"),
        ])
        let report = try await world.load(path, as: .folder(albums: false))
        #expect(try await days(world) == ["2003-08-12 Falcon"])
        #expect(report.notKept == 0)
        #expect(try await world.posts().map(\.place) == [nil])
    }

    @Test("The albums of Google Takeout become posts, and the pictures of years are not repeated")
    func takeoutAlbums() async throws {
        let world = try await ImporterWorld()
        let path = try files([
            "Photos from 2003/a.jpg": jpeg(1),
            "Photos from 2003/a.jpg.json": sidecar(1_060_699_034),
            "Photos from 2003/b.jpg": jpeg(2),
            "Photos from 2003/b.jpg.json": sidecar(1_060_699_035),
            "Photos from 2003/c.jpg": jpeg(3),
            "Photos from 2003/c.jpg.json": sidecar(1_060_699_036),
            "Endor/a.jpg": jpeg(1), "Endor/a.jpg.json": sidecar(1_060_699_034),
            "Endor/b.jpg": jpeg(2), "Endor/b.jpg.json": sidecar(1_060_699_035),
            "Endor/metadata.json": Data(
                #"{"title": "Forest moon", "description": "With Ewoks", "access": "", "date": {"timestamp": "1"}}"#
                    .utf8
            ),
        ])
        let format = ArchiveFormat.folder(albums: true, places: true)
        let report = try await world.load(path, as: format)
        #expect(report.posts == ImportTally(entries: 4, imported: 2, alreadyPresent: 2))
        #expect(report.media == ImportTally(entries: 5, imported: 3, alreadyPresent: 2))
        let posts = try await world.posts()
        #expect(posts.map(\.caption) == ["", "Forest moon\n\nWith Ewoks"])
        #expect(posts.map(\.photos.count) == [1, 2])
        #expect(posts.map(\.place?.coordinate?.latitude) == [47.37, 47.37])
        #expect(try await world.load(path, as: format).posts.imported == 0)
    }

    @Test("The description of an album may come before its pictures, and its pictures count once")
    func descriptionFirst() async throws {
        let world = try await ImporterWorld()
        var content: [String: Data] = [
            "Trip/metadata.json": Data(
                #"{"title": "Trip", "access": "", "date": {"timestamp": "1"}}"#.utf8
            )
        ]
        for number in 1...3 {
            for folder in ["Trip", "Photos from 2003"] {
                content["\(folder)/pxl_\(number).jpg"] = jpeg(UInt8(number))
                content["\(folder)/pxl_\(number).jpg.json"] = sidecar(1_060_699_034 + number)
            }
        }
        let report = try await world.load(try files(content), as: .folder(albums: true))
        #expect(report.media == ImportTally(entries: 6, imported: 3, alreadyPresent: 3))
        #expect(report.notKept == 0)
    }

    @Test("Only an edited copy has the sidecar of another picture")
    func otherNames() async throws {
        let world = try await ImporterWorld()
        let path = try files([
            "beach.jpg": jpeg(1), "beach.jpg.json": sidecar(1_060_699_034, "Home"),
            "beach-sunset.jpg": jpeg(2), "orphan.xmp": Data("<x/>".utf8),
        ])
        let report = try await world.load(path, as: .folder(albums: false, places: true))
        #expect(try await days(world) == ["2003-08-12 Home", "2023-11-14"])
        #expect(try await world.posts().compactMap(\.place).count == 1)
        #expect(report.notKept == 1)
    }

    @Test("An album without captions has the name of its folder, unless a camera has chosen it")
    func albumNames() async throws {
        let world = try await ImporterWorld()
        let path = try files([
            "Endor/a.jpg": jpeg(1), "Endor/b.jpg": jpeg(2), "Endor/copy.jpg": jpeg(2),
            "100CANON/c.jpg": jpeg(3), "Hoth/d.jpg": picture(4, main: [(0x010E, "Snow")]),
        ])
        let report = try await world.load(path, as: .folder(albums: true))
        #expect(report.media == ImportTally(entries: 5, imported: 4, alreadyPresent: 1))
        #expect(Set(try await world.posts().map(\.caption)) == ["Endor", "", "Snow"])
    }

    @Test("A damaged sidecar is reported, and its picture is imported")
    func damagedSidecar() async throws {
        let world = try await ImporterWorld()
        let path = try files([
            "a.jpg": jpeg(1), "a.jpg.json": Data("{".utf8), "b.jpg": jpeg(2),
            "b.jpg.json": sidecar(1_060_699_034),
        ])
        let report = try await world.load(path, as: .folder(albums: false))
        #expect(report.posts.imported == 2)
        #expect(report.findings.contains { $0.reason.contains("a.jpg.json, was ignored") })
    }
}
