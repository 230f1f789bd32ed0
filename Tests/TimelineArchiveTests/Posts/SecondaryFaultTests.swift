import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineArchive

@Suite("Secondary faults of imported posts")
struct SecondaryFaultTests {
    private static func outbox(_ attachments: [JSON], content: String = "Falcon") -> Data {
        let note: JSON = [
            "id": "https://social.example/1", "type": "Note", "content": .string(content),
            "published": "2022-11-05T12:00:01Z", "to": ["as:Public"],
            "tag": [5, "x", ["type": 5], ["type": "Mention"], ["type": "Mention", "name": "@"]],
            "attachment": .array(attachments),
        ]
        return JSON.array([note]).data
    }

    private static func attachment(_ name: String, _ alt: String) -> JSON {
        ["type": "Document", "url": .string(name), "name": .string(alt)]
    }

    private static func words(_ count: Int) -> String {
        (0..<count).map { "word\($0)" }.joined(separator: " ")
    }

    @Test(arguments: Storage.allCases)
    func longDescriptionsContinueInAComment(_ storage: Storage) async throws {
        let world = try await ImporterWorld(storage)
        let alt = Self.words(900)
        #expect(alt.count > TextField.alt.limit + TextField.comment.limit)
        let attachments = [Self.attachment("a.jpg", "Short"), Self.attachment("b.jpg", alt)]
        let files = [
            "outbox.json": Self.outbox(attachments), "a.jpg": jpeg(1), "b.jpg": jpeg(2),
        ]
        let format = ArchiveFormat.mastodon(includesPrivate: false)
        let report = try await world.load(files, as: format)
        #expect(report.posts.imported == 1 && report.continuedCaptions == 0)
        #expect(report.findings.map(\.reason) == [EntryError.descriptionContinues.reason])
        #expect(report.findings.map(\.file) == ["b.jpg"])
        #expect(report.findings.map(\.outcome) == [.changed])
        let post = try #require(try await world.posts().first)
        let alts = post.photos.map { $0.alt ?? "" }
        #expect(alts[0] == "Short" && alts[1].hasSuffix("…"))
        #expect(alts[1].count <= TextField.alt.limit)
        let comments = try await world.store.guest.postPage(post.id).comments.map(\.text)
        #expect(comments.count > 1 && comments[0].hasPrefix("…word"))
        #expect(
            alts[1].dropLast() + " " + comments.joined(separator: " ").dropFirst() == alt
        )
        let answers = try await world.store.answers()
        #expect(try await world.load(files, as: format).findings == [])
        #expect(try await world.store.answers() == answers)
    }

    @Test func invalidTextsAreRepaired() async throws {
        let world = try await ImporterWorld()
        let marks = String(repeating: "e" + String(repeating: "\u{301}", count: 40), count: 1000)
        let attachment = Self.attachment("a.jpg", "A\u{0}B\u{1B}[1m\r\n\tC \(marks)")
        let outbox = Self.outbox([attachment], content: "X&#0;\u{0}Y \(marks)")
        let report = try await world.load(
            ["outbox.json": outbox, "a.jpg": jpeg(1)],
            as: .mastodon(includesPrivate: false)
        )
        #expect(report.posts.imported == 1 && !report.hasRejections)
        let post = try #require(try await world.posts().first)
        #expect(post.caption.hasPrefix("XY "))
        #expect(post.photos[0].alt?.hasPrefix("AB[1m\n\tC ") == true)
        let reasons = Set(report.findings.map(\.reason))
        #expect(reasons.contains(EntryError.controlCharacters.reason))
        #expect(reasons.contains(EntryError.descriptionContinues.reason))
    }

    @Test func invalidPlacesAreLeftOut() async throws {
        func photo(_ place: String, _ day: Int) -> JSON {
            [
                "caption": "", "taken_at": .string("2018-05-0\(day)T12:00:00"), "path": "a.jpg",
                "location": .string(place),
            ]
        }
        let exif: JSON = ["photo_metadata": ["exif_data": [["latitude": 999, "longitude": 13]]]]
        let post: JSON = [
            "media": [["uri": "a.jpg", "creation_timestamp": 1_600_000, "media_metadata": exif]]
        ]
        let world = try await ImporterWorld()
        let photos = [photo(Self.words(20), 1), photo("\u{0}", 2), photo("Theed", 3)]
        let report = try await world.load(
            [
                "media.json": (["photos": .array(photos)] as JSON).data,
                "posts_1.json": JSON.array([post]).data, "a.jpg": jpeg(1),
            ],
            as: .instagram(places: true)
        )
        #expect(report.posts.imported == 4 && !report.hasRejections)
        let names = try await world.posts().map { $0.place?.name }
        #expect(names[3] == nil && names[0] == "Theed" && names[1] == nil)
        #expect(names[2]?.hasSuffix("…") == true && names[2]?.count ?? 0 <= 100)
        let changes = report.findings.filter { $0.reason == EntryError.placeChanged.reason }
        #expect(changes.count == 3 && changes.allSatisfy { $0.outcome == .changed })
    }
}
