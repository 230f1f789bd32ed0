/// A photo in `media.json`, the layout used until 2020.
struct FormerPhoto {
    let location: SourceLocation
    let milliseconds: UInt64
    let caption: String
    /// The caption as written in the archive, before its encoding was repaired.
    let rawCaption: String
    let place: String?
    let path: String

    /// Reads a photo.
    ///
    /// - Throws: A fault if the time or the path is missing.
    init(_ raw: JSONValue, at location: SourceLocation) throws(EntryFault) {
        let value = raw.repairingEncoding
        guard
            let time = value["taken_at"]?.string
                .flatMap({ SourceTime.milliseconds(text: $0) })
                ?? SourceTime.milliseconds(seconds: value["taken_at"]?.number)
        else { throw .timeMissing }
        guard let path = value["path"]?.string else { throw .missing("path") }
        self.location = location
        self.path = path
        milliseconds = time
        caption = value["caption"]?.string ?? ""
        rawCaption = raw["caption"]?.string ?? ""
        place = value["location"]?.string
    }
}

/// The photos of one post in `media.json`, which repeats the time and the caption for each of them.
struct FormerAlbum {
    private(set) var photos: [FormerPhoto]

    /// Creates an album with one photo.
    init(_ photo: FormerPhoto) { photos = [photo] }

    /// The first photo.
    var first: FormerPhoto { photos[0] }

    /// Adds a photo if it belongs to the same post, and returns whether it does.
    mutating func append(_ photo: FormerPhoto) -> Bool {
        guard photo.milliseconds == first.milliseconds, photo.caption == first.caption else {
            return false
        }
        photos.append(photo)
        return true
    }
}
