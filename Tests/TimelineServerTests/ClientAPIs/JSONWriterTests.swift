import Foundation
import Testing
import TimelineCore

@testable import TimelineServer

@Suite("Writing JSON")
struct JSONWriterTests {
    @Test("Every text is read as it was written")
    func texts() throws {
        let texts = [
            "", "a\"b\\c", "\u{0}\u{1}\u{1F}\u{7F}", "line\nbreak\r\ttab", "ö 👩‍👩‍👧 \u{2028}</script>",
        ]
        var json = JSONWriter()
        json.array(texts) { $0.value($1) }
        let read = try JSONDecoder().decode([String].self, from: Data(json.bytes))
        #expect(read == texts)
    }

    @Test("Members and elements are separated by commas at every depth")
    func structure() {
        var json = JSONWriter()
        json.object { json in
            json.field("a", 1)
            json.object("b") { $0.null("c") }
            json.array("d", of: [1, 2]) { json, number in
                json.array { json in
                    json.value(number)
                    json.value(true)
                }
            }
            json.emptyArray("e")
            json.field("f", nil as String?)
            json.field("g", 1.5)
        }
        #expect(
            json.text == #"{"a":1,"b":{"c":null},"d":[[1,true],[2,true]],"e":[],"f":null,"g":1.5}"#
        )
    }

    @Test("Dates have three decimals", arguments: [0, 1, 999, 1_795_791_376_123, 946_684_799_999])
    func dates(_ milliseconds: UInt64) throws {
        let instant = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
        let text = APIDate.text(of: instant)
        #expect(text.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        let date = try style.parse(text)
        #expect((date.timeIntervalSince1970 * 1000).rounded() == Double(milliseconds))
    }
}
