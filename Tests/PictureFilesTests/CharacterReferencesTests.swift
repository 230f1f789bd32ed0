import Foundation
import PictureFiles
import Testing

@Suite("Character references")
struct CharacterReferencesTests {
    @Test(arguments: [
        ("Mum&#39;s &quot;garden&quot; &amp; roses", "Mum's \"garden\" & roses"),
        ("&#x27;&#X27;&#039;&apos;&#0000000039;", "'''''"),
        ("&Auml;&auml;&Omega;&rsaquo;&yuml;", "ÄäΩ›ÿ"),
        ("&amp;amp; &amp;#39;", "&amp; &#39;"), ("&#145;&#x99;&#129;", "‘™"),
        ("a&#0;&#8;&#x7f;&#xD800;&#x110000;b", "ab"), ("&#xD83D;&#xDE00; &#55357;x&#56832;", "😀 x"),
        ("&#13;&#10;&#xA;a&#xD;b", "\n\na\nb"), ("&nbsp;&#160;", "  "),
        ("&copy 2024, &#169 &lt &amp", "© 2024, © < &"), ("&&amp;&", "&&&"),
    ])
    func decoding(_ text: String, _ decoded: String) {
        #expect(CharacterReferences.decoded(text) == decoded)
    }

    @Test(arguments: [
        "R&D", "&hearts &unknown; &;", "&#; &#x; &#1a;", "&", "", "&#99999999999999;",
        "&#x00000000000000000041;",
    ])
    func otherTexts(_ text: String) {
        #expect(CharacterReferences.decoded(text) == text)
    }

    /// Reads XMP as ExifTool writes it (RhetTbull/osxphotos#271).
    @Test func textsOfXMP() {
        let notes = PictureNotes(
            xmp: Data(
                """
                <rdf:Description photoshop:DateCreated='2019&#45;06-01T10:00:00Z'>
                <dc:description><rdf:Alt><rdf:li>Mum&#39;s &quot;garden&quot; &amp;amp;</rdf:li></rdf:Alt></dc:description>
                <dc:subject><rdf:Bag><rdf:li>l&#x27;&Eacute;t&eacute;</rdf:li></rdf:Bag></dc:subject>
                """
                .utf8
            )
        )
        #expect(notes.caption == "Mum's \"garden\" &amp;")
        #expect(notes.keywords == ["l'Été"])
    }
}
