import Foundation
import TimelineCore

/// GIF as in CompuServe's Graphics Interchange Format, version 89a, sections 17 to 27.
extension MetadataStripper {
    /// The extensions of applications that pictures need: how often to repeat, and the colour profile.
    private static let applications = ["NETSCAPE2.0", "ANIMEXTS1.0", "ICCRGBG1012"]

    /// The screen, the images and their timing.
    static func gif(_ content: Data) throws(PhotoFault) -> Data {
        var rest = GIFReader(content)
        var stripped = Data(try rest.screen())
        while true {
            let block = try rest.block()
            switch block.label {
            case .image, .timing: stripped += block.whole
            case .application(let name) where applications.contains(name): stripped += block.whole
            case .application, .other: continue
            case .end: return stripped + block.whole
            }
        }
    }
}
