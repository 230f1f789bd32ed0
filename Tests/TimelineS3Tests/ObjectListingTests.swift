import Foundation
import Testing

@testable import TimelineS3

@Suite("Lists of objects, as servers write them")
struct ObjectListingTests {
    private static func listing(
        _ content: String,
        prefix: String = "",
        after key: String = ""
    ) throws -> ObjectListing {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">\(content)</ListBucketResult>
            """
        return try ObjectListing(Data(text.utf8), prefix: prefix, after: key)
    }

    private static func object(_ key: String) -> String {
        "<Contents><Key>\(key)</Key><Size>3</Size></Contents>"
    }

    @Test func names() throws {
        let listing = try Self.listing(
            "<Prefix>p/</Prefix><IsTruncated>true</IsTruncated>" + Self.object("p/a&amp;b")
                + Self.object("p/b&#x20;&#34;&lt;") + "\n <KeyCount>2</KeyCount>",
            prefix: "p/",
            after: "p/a"
        )
        #expect(listing.keys == ["p/a&b", "p/b \"<"])
        #expect(listing.isTruncated)
        let empty = try Self.listing("<IsTruncated>false</IsTruncated>")
        #expect(empty.keys.isEmpty && !empty.isTruncated)
    }

    @Test func manyOtherElements() {
        let content = String(repeating: "<IsTruncatedX", count: 500_000)
        #expect(throws: S3Fault.malformed) { try Self.listing(content) }
    }

    @Test(arguments: [
        "", "<IsTruncated>maybe</IsTruncated>", "<IsTruncated>true</IsTruncated>",
        "<IsTruncated>false</IsTruncated><Contents></Contents>",
        "<IsTruncated>false</IsTruncated>" + object("p/&unknown;"),
        "<IsTruncated>false</IsTruncated>" + object("p/<b>x</b>"),
        "<IsTruncated>false</IsTruncated>" + object("q/a"),
        "<IsTruncated>false</IsTruncated>" + object("p/a") + object("p/a"),
        "<IsTruncated>false</IsTruncated>" + object("p/b") + object("p/a"),
        "<IsTruncated>false</IsTruncated>" + object("p/A"),
    ])
    func damagedLists(content: String) {
        #expect(throws: S3Fault.malformed) {
            try Self.listing(content, prefix: "p/", after: "p/B")
        }
    }

    @Test func cutLists() throws {
        let whole = Data(
            "<ListBucketResult><IsTruncated>false</IsTruncated>\(Self.object("a"))</ListBucketResult>"
                .utf8
        )
        #expect(try ObjectListing(whole, prefix: "", after: "").keys == ["a"])
        for count in 0..<whole.count {
            #expect(throws: S3Fault.malformed) {
                try ObjectListing(whole.prefix(count), prefix: "", after: "")
            }
        }
    }

    @Test func parameters() {
        #expect("photos/a b~é".percentEncoded == "photos%2Fa%20b~%C3%A9")
        let request = S3Request(
            method: .get,
            path: "/bucket",
            query: [("list-type", "2"), ("prefix", "a/\u{1}")]
        )
        #expect(request.target == "/bucket?list-type=2&prefix=a%2F%01")
    }
}
