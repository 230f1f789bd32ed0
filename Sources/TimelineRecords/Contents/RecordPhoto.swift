/// The description of a photo in a post, or of an avatar: its hash, size and format, but not its
/// bytes.
public struct RecordPhoto: Hashable, Sendable {
    /// The SHA-256 of the public copy.
    public let blob: BlobHash
    /// The size of the public copy in bytes; see ``PhotoRule/byteCount``.
    public let byteCount: UInt64
    /// The format of the public copy.
    public let format: Format
    /// The width of the upright picture, in pixels.
    public let width: UInt64
    /// The height of the upright picture, in pixels.
    public let height: UInt64
    /// A description for people who cannot see the photo.
    public let alt: String?
    /// A ThumbHash of 1 to 25 bytes, displayed until the photo is loaded.
    public let thumbHash: [UInt8]?
    /// The preview, a smaller copy that the author's device has created.
    public let preview: Preview?

    /// A picture format, with its number in records as the raw value.
    public enum Format: UInt64, CaseIterable, Hashable, Sendable {
        /// JPEG.
        case jpeg = 1
        /// PNG.
        case png = 2
        /// WebP.
        case webp = 3
        /// GIF.
        case gif = 4
        /// HEIC.
        case heic = 5
    }

    /// A smaller copy of a photo, at most 640 pixels wide and high.
    public struct Preview: Hashable, Sendable {
        /// The SHA-256 of the preview.
        public let blob: BlobHash
        /// The size of the preview in bytes; see ``PhotoRule/byteCount``.
        public let byteCount: UInt64

        /// Creates a preview without checking its size.
        public init(blob: BlobHash, byteCount: UInt64) {
            self.blob = blob
            self.byteCount = byteCount
        }
    }

    /// The copy that is received first and does not count toward a budget: the preview, or the
    /// photo itself if it has no preview, unless it has more than ``PhotoRule/smallByteCount``
    /// bytes.
    public var firstCopy: Preview? {
        let copy = preview ?? Preview(blob: blob, byteCount: byteCount)
        return copy.byteCount <= PhotoRule.smallByteCount ? copy : nil
    }

    /// The copies that count toward a budget: the photo itself and a large preview, except the
    /// first copy.
    public var laterCopies: [Preview] {
        [preview, Preview(blob: blob, byteCount: byteCount)]
            .compactMap { $0?.blob == firstCopy?.blob ? nil : $0 }
    }

    /// Creates a photo without checking its parts.
    ///
    /// The parts are checked when a record is signed or read.
    public init(
        blob: BlobHash,
        byteCount: UInt64,
        format: Format,
        width: UInt64,
        height: UInt64,
        alt: String? = nil,
        thumbHash: [UInt8]? = nil,
        preview: Preview? = nil
    ) {
        self.blob = blob
        self.byteCount = byteCount
        self.format = format
        self.width = width
        self.height = height
        self.alt = alt
        self.thumbHash = thumbHash
        self.preview = preview
    }
}
