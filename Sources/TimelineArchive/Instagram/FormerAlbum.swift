/// A photo in `media.json`, the layout used until 2020.
struct FormerPhoto {
    let location: SourceLocation
    let milliseconds: UInt64
    let caption: String
    /// The caption as written in the archive, before its encoding was repaired.
    let rawCaption: String
    let place: String?
    let path: String
    /// The size of the photo's JSON in bytes.
    let byteCount: Int

    /// Reads a photo.
    ///
    /// - Throws: A fault if the photo is malformed or too large, or has no time or path.
    init(_ item: JSONItem, at location: SourceLocation) throws(EntryError) {
        let raw = try item.value()
        let value = raw.repairingEncoding
        guard
            let time = value["taken_at"]?.string
                .flatMap({ SourceTime.milliseconds(text: $0) })
                ?? SourceTime.milliseconds(seconds: value["taken_at"]?.number)
        else { throw .timeMissing }
        guard let path = value["path"]?.string else { throw .missing("path") }
        self.location = location
        self.path = path
        byteCount = try item.content.get().count
        milliseconds = time
        caption = value["caption"]?.string ?? ""
        rawCaption = raw["caption"]?.string ?? ""
        place = value["location"]?.string
    }
}

/// The photos of one post in `media.json`, which repeats the time and the caption for each of them.
struct FormerAlbum {
    private(set) var photos: [FormerPhoto]
    /// The size of the photos' JSON in bytes.
    private var byteCount: Int

    /// Creates an album with one photo.
    init(_ photo: FormerPhoto) { (photos, byteCount) = ([photo], photo.byteCount) }

    /// The first photo.
    var first: FormerPhoto { photos[0] }

    /// Adds a photo if it belongs to the same post, and returns whether it does.
    ///
    /// An album ends at the maximum size of an item and at the maximum number of media, so that a
    /// file of photos with the same time and caption does not fill the memory. The other photos form
    /// another post.
    mutating func append(_ photo: FormerPhoto) -> Bool {
        guard photo.milliseconds == first.milliseconds, photo.caption == first.caption,
            byteCount + photo.byteCount <= JSONItems.byteLimit,
            photos.count < SourcePost.mediaLimit
        else { return false }
        photos.append(photo)
        byteCount += photo.byteCount
        return true
    }
}
