import Foundation
import Testing

@testable import TimelineCore

@Suite("Written dates")
struct WrittenDateTests {
    /// Returns a date in UTC, such as "2018-05-01T12:00:00.000Z".
    private func text(_ date: Date?) -> String? {
        // Formatting cuts off what is below a millisecond.
        date?.addingTimeInterval(0.0001)
            .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    private func read(
        _ written: String,
        offset: String? = nil,
        in timeZone: TimeZone = .gmt
    ) -> String? {
        text(WrittenDate(written, offset: offset)?.date(in: timeZone))
    }

    @Test(
        "Every way of writing a date is read",
        arguments: [
            ("2018-05-01T12:00:00Z", "2018-05-01T12:00:00.000Z"),
            ("2018-05-01T12:00-03:00", "2018-05-01T15:00:00.000Z"),
            ("2018-05-01T14:00:00.25+0200", "2018-05-01T12:00:00.250Z"),
            ("2018:05:01 12:00:00", "2018-05-01T12:00:00.000Z"),
            ("  2018/5/1 9.05.07 PM  ", "2018-05-01T21:05:07.000Z"),
            ("2018-05-01 12-00-30", "2018-05-01T12:00:30.000Z"),
            ("20180501 120000+0200", "2018-05-01T10:00:00.000Z"),
            ("20180501", "2018-05-01T00:00:00.000Z"), ("2018-05", "2018-05-01T00:00:00.000Z"),
            ("2018", "2018-01-01T00:00:00.000Z"), ("2018-05-01Z", "2018-05-01T00:00:00.000Z"),
            ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"),
            ("2000-02-29", "2000-02-29T00:00:00.000Z"),
        ]
    )
    func forms(_ written: String, _ date: String) {
        #expect(read(written) == date)
        #expect(WrittenDate(written)?.isWhole == true)
    }

    @Test(
        "An invalid part is missing, with those after it, and the rest remains",
        arguments: [
            ("2019:08:12 24:10:00", "2019-08-12"), ("2019:08:12 10:15:00   :  ", "2019-08-12"),
            ("2019:08:12   :  :  ", "2019-08-12"), ("2019:02:31 10:00:00", "2019-02"),
            ("2019:00:00 00:00:00", "2019"), ("2019:13:01", "2019"), ("1985:  :  ", "1985"),
            ("19850000", "1985"), ("2019-08-12 morning", "2019-08-12"), ("2100-02-29", "2100-02"),
        ]
    )
    func invalidParts(_ written: String, _ day: String) throws {
        let date = try #require(WrittenDate(written))
        #expect(date.description == day)
        #expect(!date.isWhole)
    }

    @Test(arguments: [
        "", "yesterday", "0000:00:00 00:00:00", "    :  :  ", "18", "12345", "123456789",
    ])
    func noDates(_ written: String) {
        #expect(WrittenDate(written) == nil)
    }

    @Test("An invalid offset is none", arguments: ["   :  ", "", "+2:00", "+99:00", "\u{0}"])
    func invalidOffsets(_ offset: String) throws {
        let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
        #expect(
            read("2018:05:01 12:00:00", offset: offset, in: tokyo) == "2018-05-01T03:00:00.000Z"
        )
        #expect(
            read("2018:05:01 12:00:00", offset: "-05:30", in: tokyo) == "2018-05-01T17:30:00.000Z"
        )
    }

    /// Checks the two times of a year at which the clock changes, and a day that begins with one.
    @Test func summerTime() throws {
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        // 02:30 does not exist, and becomes 03:30.
        let skipped = try #require(WrittenDate("2018-03-25 02:30"))
        #expect(skipped.isSkipped(in: berlin))
        #expect(text(skipped.date(in: berlin)) == "2018-03-25T01:30:00.000Z")
        // 02:30 exists twice, and the first one is meant.
        #expect(read("2018-10-28 02:30", in: berlin) == "2018-10-28T00:30:00.000Z")
        #expect(read("2018-10-28 03:30", in: berlin) == "2018-10-28T02:30:00.000Z")
        #expect(read("2018-07-01 12:00", in: berlin) == "2018-07-01T10:00:00.000Z")
        let saoPaulo = try #require(TimeZone(identifier: "America/Sao_Paulo"))
        #expect(read("2018-11-04", in: saoPaulo) == "2018-11-04T03:00:00.000Z")
    }

    @Test("Dates before 1970 are on its first day, in their order")
    func earlyDates() throws {
        let dates = ["0001", "1899-12-31", "1954-06-12", "1954-06-13", "1969-12-31 23:59"]
            .compactMap { WrittenDate($0)?.date(in: .gmt) }
        #expect(dates.count == 5 && dates == dates.sorted() && Set(dates).count == 5)
        let day = try #require(WrittenDate("1970-01-02")).date(in: .gmt)
        #expect(dates.allSatisfy { $0.timeIntervalSince1970 >= 0 && $0 < day })
        let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
        #expect(WrittenDate("1970-01-01")?.date(in: tokyo) == Date(timeIntervalSince1970: 0))
    }

    @Test(
        "A date becomes the same date again",
        arguments: [0.0, 951_782_400, 951_868_799, 4_107_542_400, 1_709_208_000]
    )
    func roundTrip(_ seconds: Double) {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(WrittenDate(date).date(in: TimeZone(identifier: "Asia/Tokyo") ?? .gmt) == date)
    }

    @Test(
        "Names of files contain dates",
        arguments: [
            ("IMG-20240712-WA0001.jpg", "2024-07-12T12:00:00.000Z"),
            ("IMG_20240712_101530.jpg", "2024-07-12T10:15:30.000Z"),
            ("PXL_20240712_101530123.MP.jpg", "2024-07-12T10:15:30.123Z"),
            ("Screenshot 2024-07-12 at 10.15.30.png", "2024-07-12T10:15:30.000Z"),
            ("Screenshot 2024-07-12 at 3.05.09\u{202F}PM.png", "2024-07-12T15:05:09.000Z"),
            ("Screenshot_20240115-093012.jpg", "2024-01-15T09:30:12.000Z"),
            ("Screenshot_2024-01-15-09-30-12-345_com.app.jpg", "2024-01-15T09:30:12.000Z"),
            ("2024-07-12 10.15.30.jpg", "2024-07-12T10:15:30.000Z"),
            ("20240712_101530.jpg", "2024-07-12T10:15:30.000Z"),
            ("WhatsApp Image 2024-07-12 at 10.15.30.jpeg", "2024-07-12T10:15:30.000Z"),
            ("photo_2024-07-12_10-15-30.jpg", "2024-07-12T10:15:30.000Z"),
            ("signal-2024-07-12-101530.jpg", "2024-07-12T10:15:30.000Z"),
            ("FB_IMG_1720779330000.jpg", "2024-07-12T10:15:30.000Z"),
            ("2024-07-12 99.99.jpg", "2024-07-12T12:00:00.000Z"),
            ("1987.06.05 wedding.jpg", "1987-06-05T12:00:00.000Z"),
        ]
    )
    func names(_ name: String, _ date: String) {
        #expect(text(WrittenDate(fileName: name)?.date(in: .gmt, atNoon: true)) == date)
    }

    @Test(
        "Other numbers in names are no dates",
        arguments: [
            "IMG_0001.jpg", "DSC20991399.jpg", "P1080345.JPG", "12345678901234567.jpg",
            "20240732_101530.jpg", "beach-1920x1080.jpg", "2024.jpg", "448000000000002.jpg",
        ]
    )
    func otherNames(_ name: String) {
        #expect(WrittenDate(fileName: name) == nil)
    }

    @Test("The names of Pixel phones are in UTC, others in local time")
    func namesInUTC() throws {
        let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
        let pixel = WrittenDate(fileName: "PXL_20240712_101530123.jpg")
        #expect(text(pixel?.date(in: tokyo)) == "2024-07-12T10:15:30.123Z")
        let other = WrittenDate(fileName: "IMG_20240712_101530.jpg")
        #expect(text(other?.date(in: tokyo)) == "2024-07-12T01:15:30.000Z")
    }
}

@Suite("Dates of pictures")
struct PictureDateTests {
    private let now = Date(timeIntervalSince1970: 1_720_779_330)
    private let fileTime = Date(timeIntervalSince1970: 1_700_000_000)

    private func choose(_ written: [(PictureDate.Source, String)]) -> PictureDate? {
        let dates = written.compactMap { source, text in WrittenDate(text).map { (source, $0) } }
        return PictureDate(dates, fileTime: fileTime, now: now, in: .gmt)
    }

    @Test func theFirstDateWins() {
        let date = choose([(.picture, "2018-05-01 12:00"), (.fileName, "2019-01-01 10:00")])
        #expect(date?.date.timeIntervalSince1970 == 1_525_176_000)
        #expect(date?.source == .picture && date?.remark == nil)
        let other = choose([])
        #expect(other?.date == fileTime && other?.source == .fileTime)
        #expect(PictureDate([], fileTime: nil, now: now, in: .gmt) == nil)
    }

    @Test func laterSourcesCompleteADay() {
        let date = choose([
            (.picture, "2018-05-01 24:10"), (.sidecar, "2018-05-02 09:00"),
            (.fileName, "2018-05-01 12:00"),
        ])
        #expect(date?.date.timeIntervalSince1970 == 1_525_176_000)
        #expect(date?.source == .picture)
        // Without a time, it is noon.
        #expect(choose([(.picture, "2018-05-01")])?.date.timeIntervalSince1970 == 1_525_176_000)
    }

    @Test func theFutureIsIgnored() throws {
        let future = try #require(WrittenDate("2099-01-01 12:00"))
        let date = choose([(.picture, "2099-01-01 12:00"), (.fileName, "2018-05-01 12:00")])
        #expect(date?.source == .fileName && date?.remark == .future(future))
        let other = choose([(.picture, "2099-01-01 12:00")])
        #expect(other?.date == fileTime && other?.remark == .future(future))
        // A clock may be a few minutes ahead, and today's noon may not have come yet.
        let ahead = choose([(.picture, "2024-07-12 10:17:00")])
        #expect(ahead?.date == now && ahead?.source == .picture)
        #expect(choose([(.picture, "2024-07-12")])?.date == now)
    }

    @Test func partsAndEarlyDatesAreRemarked() {
        #expect(choose([(.picture, "1985")])?.remark == WrittenDate("1985").map { .partial($0) })
        let early = choose([(.picture, "1954-06-12")])
        #expect(early?.remark == WrittenDate("1954-06-12").map { .early($0) })
        #expect(early.map { $0.date.timeIntervalSince1970 < 86_400 } == true)
    }
}
