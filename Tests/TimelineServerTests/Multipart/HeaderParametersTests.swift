import Testing

@testable import TimelineServer

@Suite("Header parameters")
struct HeaderParametersTests {
    @Test(
        "Names are case-insensitive, and values may be quoted",
        arguments: [
            ("; boundary=abc", ["boundary": "abc"]),
            ("; Name=\"a; b\"; filename=\"c\\\"d\"", ["name": "a; b", "filename": "c\"d"]),
            ("; name=\"%22%0D%0A\"", ["name": "\"\r\n"]),
            ("; name=a; name=b", ["name": "a"]),
            ("; name=\"open", [:]),
            ("", [:]),
        ]
    )
    func values(text: String, values: [String: String]) {
        #expect(HeaderParameters(text).values == values)
    }
}
