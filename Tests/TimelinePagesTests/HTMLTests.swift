import Testing
import TimelinePages

@Suite struct HTMLTests {
    @Test func textsAreEscaped() {
        var html = HTML()
        html.element("p", .class("a", "b"), Attribute("title", text: "\"<'&>\"")) { html in
            html.text("<script>alert('1')</script> & \"2\"")
        }
        #expect(
            html.string
                == "<p class=\"a b\" title=\"&quot;&lt;&#39;&amp;&gt;&quot;\">&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; &quot;2&quot;</p>"
        )
    }
}
