/// The fixed parts of a sidecar file in XMP (ISO 16684-1).
enum XMPText {
    /// Returns a document with the given properties, which are XML.
    static func document(_ properties: [String]) -> String {
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/">
        <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
        xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/"
        xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/">
        \(properties.joined(separator: "\n"))
        </rdf:Description>
        </rdf:RDF>
        </x:xmpmeta>

        """
    }
}
