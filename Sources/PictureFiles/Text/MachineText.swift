import Foundation

/// The texts that cameras and programs write where people would write a caption.
///
/// The lists are short on purpose: a machine's word that remains is a blemish, and a person's word
/// that is lost is a loss.
enum MachineText {
    /// Texts that no person writes, in lower case.
    private static let certain: Set = [
        "sony dsc", "minolta dsc", "applemark", "lead technologies inc. v1.01", "exif_jpeg_picture",
        "jpeg_picture", "exif_hdl_id_1", "samsung camera pictures", "digital stillcamera",
        "hewlett-packard", "charset=ascii", "file written by adobe photoshop", "created with gimp",
    ]
    /// Texts that a person may write as well, in lower case.
    ///
    /// The short ones are codes of a phone for the mode in which a picture was taken.
    private static let likely: Set = [
        "default", "untitled", "image", "digital camera", "camera phone", "ascii", "binary comment",
        "cof", "cofhdr", "sdr", "sdrhdr", "oznor", "oznorco", "ozedf", "hdrpl", "rptnbsb", "fptr",
        "dav", "edf", "mde", "nor", "ptr", "bty", "btf", "btr", "qrf", "rhdr",
    ]

    /// Returns whether only a machine can have written a text.
    static func isCertain(_ text: String) -> Bool {
        let text = plain(text)
        let forms = [
            // "OLYMPUS DIGITAL CAMERA", "KODAK Digital Still Camera"
            /(?:olympus|kodak|konica|konica minolta|minolta|samsung|pentax|casio|fujifilm|panasonic|sanyo|ricoh|medion|polaroid|hp|vivitar|benq|epson|leica|nikon|canon|sony|nokia|rollei|toshiba) digital (?:still )?camera/,
            // "<Digimax S500>"
            /<(?:digimax|kenox|samsung)[^<>]{0,60}>/,
            // "IMG_0001.JPG", "DCIM\\100GOPRO\\GOPR0001.JPG", "C:\\Users\\leia\\beach.jpg", "DCIM\\102MEDIA"
            /[^\s\\\/]+\.(?:jpe?g|png|heic|heif|webp|gif|tiff?|dng|bmp)/,
            /(?:[a-z]:|file:\/\/)?[\\\/]?(?:[^\s\\\/]+[\\\/])+[^\\\/\n]+\.(?:jpe?g|png|heic|heif|webp|gif|tiff?|dng|bmp)/,
            /dcim[\\\/][\w\\\/]*/,
            // "Processed with VSCO with a6 preset", "CREATOR: gd-jpeg v1.0"
            /processed (?:with|by) (?:vsco|snapseed|moldiv|rookie|ebay|photoshop|lightroom).{0,60}/,
            /creator: gd-jpeg.{0,60}/,
        ]
        return certain.contains(text) || forms.contains { text.wholeMatch(of: $0) != nil }
    }

    /// Returns whether a machine is more likely to have written a text into Exif than a person.
    static func isLikely(_ text: String) -> Bool { likely.contains(plain(text)) }

    private static func plain(_ text: String) -> String {
        text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
    }
}
