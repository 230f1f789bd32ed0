import Foundation
public import TimelineRecords

extension Photo {
    /// Creates a photo from a record.
    public init(_ photo: RecordPhoto) {
        self.init(
            blob: BlobID(photo.blob),
            byteCount: Int(clamping: photo.byteCount),
            mediaType: photo.format.mediaType,
            width: Int(clamping: photo.width),
            height: Int(clamping: photo.height),
            alt: photo.alt,
            thumbHash: photo.thumbHash.map { Data($0) },
            preview: photo.preview.map {
                Preview(blob: BlobID($0.blob), byteCount: Int(clamping: $0.byteCount))
            }
        )
    }

    /// The photo in the form used in records.
    public var recordPhoto: RecordPhoto {
        RecordPhoto(
            blob: blob.hash,
            byteCount: UInt64(clamping: byteCount),
            format: mediaType.recordFormat,
            width: UInt64(clamping: width),
            height: UInt64(clamping: height),
            alt: alt,
            thumbHash: thumbHash.map { Array($0) },
            preview: preview.map {
                RecordPhoto.Preview(
                    blob: $0.blob.hash,
                    byteCount: UInt64(clamping: $0.byteCount)
                )
            }
        )
    }
}

extension RecordPhoto.Format {
    fileprivate var mediaType: MediaType {
        switch self {
        case .jpeg: .jpeg
        case .png: .png
        case .webp: .webp
        case .gif: .gif
        case .heic: .heic
        }
    }
}

extension MediaType {
    fileprivate var recordFormat: RecordPhoto.Format {
        switch self {
        case .jpeg: .jpeg
        case .png: .png
        case .webp: .webp
        case .gif: .gif
        case .heic: .heic
        }
    }
}
