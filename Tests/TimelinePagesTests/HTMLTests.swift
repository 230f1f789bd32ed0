import Foundation
import Testing
import TimelineCore
import TimelinePages

@Suite struct HTMLTests {
    @Test func elementsNest() {
        var html = HTML()
        html.element("ul", .class("a", "b", nil)) { html in
            html.element("li", Attribute("id", number: 12), text: "one")
            html.void("img", Attribute("alt", ""), Attribute("hidden", if: false))
        }
        #expect(html.string == #"<ul class="a b"><li id="12">one</li><img alt=""></ul>"#)
    }

    @Test(
        arguments: [
            ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
            ("\" onload=\"x", "&quot; onload=&quot;x"),
            ("' onload='x", "&#39; onload=&#39;x"),
            ("&lt;", "&amp;lt;"),
            ("</textarea><b>", "&lt;/textarea&gt;&lt;b&gt;"),
            ("جبال 日本 👩‍👩‍👧 e\u{301}", "جبال 日本 👩‍👩‍👧 e\u{301}"),
            ("", ""),
            ("<", "&lt;"),
            ("a long text without any markup in it", "a long text without any markup in it"),
        ]
    )
    func textsAndAttributesAreEscaped(text: String, escaped: String) {
        var html = HTML()
        html.element("p", Attribute("title", text: text), text: text)
        #expect(html.string == "<p title=\"\(escaped)\">\(escaped)</p>")
    }

    @Test func numbersAreWritten() {
        var html = HTML()
        for number in [0, 9, 10, -3, 12_345] {
            html.text(number)
            html.text(" ")
        }
        #expect(html.string == "0 9 10 -3 12345 ")
    }

    @Test func absentAttributesAreOmitted() {
        var html = HTML()
        html.void(
            "input",
            Attribute("value", text: nil),
            Attribute("size", number: nil),
            Attribute("required"),
            .href(nil),
            .label(nil)
        )
        #expect(html.string == "<input required>")
    }

    @Test(
        arguments: [
            "javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "//example.org",
            "https:/example.org", " https://example.org", "",
        ]
    )
    func onlyWebAddressesAreLinks(address: String) {
        #expect(Link(web: address) == nil)
    }

    @Test func webAddressesKeepTheirText() {
        #expect(Link(web: "HTTPS://example.org/ä?a=b")?.text == "HTTPS://example.org/ä?a=b")
    }
}
