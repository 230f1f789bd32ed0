/// The name of a picture: 1 to 128 ASCII letters, digits, `-` and `_`, which are the characters of
/// push IDs.
///
/// A name contains no separators or dots, so it cannot refer to anything outside its folder.
struct ImageName {
    let text: String

    /// Creates a name from the last component of a path, without the extension.
    ///
    /// - Returns: `nil` if the result is not a valid name.
    init?(lastComponentOf path: String?) {
        guard let component = path?.split(separator: "/").last, component.utf8.count <= 128 else {
            return nil
        }
        let stem = component.lastIndex(of: ".").map { component[..<$0] } ?? component
        guard !stem.isEmpty, stem.utf8.allSatisfy(Self.allows) else { return nil }
        text = String(stem)
    }

    private static func allows(_ character: UInt8) -> Bool {
        switch character {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
