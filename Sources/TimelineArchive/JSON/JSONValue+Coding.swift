import Foundation
import TimelineCore

/// Conversions of IDs and binary values to strings, and of photos and places to objects.
extension JSONValue {
    /// Creates a string from an ID, a hash, a key or a nonce.
    init(_ value: some ByteValue) { self = .string(value.description) }

    /// Creates an integer.
    init(_ number: UInt64) { self = .integer(Int64(clamping: number)) }

    /// Creates a string, or null.
    init(_ text: String?) { self = text.map { .string($0) } ?? .null }

    /// Creates an object that describes a photo.
    init(_ photo: Photo) {
        self = .object(compacting: [
            "alt": photo.alt.map { .string($0) },
            "blob": .string(photo.blob.description),
            "bytes": .integer(Int64(photo.byteCount)),
            "height": .integer(Int64(photo.height)),
            "preview": photo.preview.map { preview in
                .object([
                    "blob": .string(preview.blob.description),
                    "bytes": .integer(Int64(preview.byteCount)),
                ])
            },
            "thumbHash": photo.thumbHash.map { .string($0.base64EncodedString()) },
            "type": .string(photo.mediaType.rawValue),
            "width": .integer(Int64(photo.width)),
        ])
    }

    /// Creates an object that describes a place.
    ///
    /// The coordinates are in units of 10⁻⁷ degrees.
    init(_ place: Place) {
        self = .object(compacting: [
            "latitude": place.coordinate.map { .integer(Int64($0.latitudeE7)) },
            "longitude": place.coordinate.map { .integer(Int64($0.longitudeE7)) },
            "name": place.name.map { .string($0) },
        ])
    }
}

// MARK: Reading

extension JSONValue {
    /// Decodes hexadecimal digits in lower case.
    private static func bytes(ofHexadecimal text: String) -> [UInt8]? {
        let digits = text.utf8.map { byte -> UInt8? in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
            default: nil
            }
        }
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[index], let low = digits[index + 1] else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    /// The bytes of a hexadecimal string, or `nil` for any other value.
    var bytes: [UInt8]? { string.flatMap { Self.bytes(ofHexadecimal: $0) } }

    /// Returns a member with a fixed number of bytes.
    ///
    /// - Throws: ``EntryError`` if the member is missing or malformed.
    func value<Value: ByteValue>(_ key: String) throws(EntryError) -> Value {
        guard let value = self[key]?.bytes.flatMap({ Value(bytes: $0) }) else {
            throw .invalidMember(key)
        }
        return value
    }

    /// Returns a member that is the text of an ID.
    func id<ID: LosslessStringConvertible>(_ key: String) throws(EntryError) -> ID {
        guard let id = self[key]?.string.flatMap({ ID($0) }) else { throw .invalidMember(key) }
        return id
    }

    /// Returns a member that is a string.
    func string(_ key: String) throws(EntryError) -> String {
        guard let text = self[key]?.string else { throw .invalidMember(key) }
        return text
    }

    /// Returns a member that is a string or missing.
    func optionalString(_ key: String) throws(EntryError) -> String? {
        guard let value = self[key] else { return nil }
        guard let text = value.string else { throw .invalidMember(key) }
        return text
    }

    /// Returns a member that is an integer in a range.
    func int(_ key: String, in range: ClosedRange<Int64> = 0...Int64.max) throws(EntryError) -> Int
    {
        guard let integer = self[key]?.integer, range.contains(integer) else {
            throw .invalidMember(key)
        }
        return Int(integer)
    }

    /// Returns the photo that this object describes.
    func photo() throws(EntryError) -> Photo {
        guard let type = MediaType(rawValue: try string("type")) else {
            throw .invalidMember("type")
        }
        let hash = try optionalString("thumbHash")
        guard hash == nil || hash.flatMap({ Data(base64Encoded: $0) }) != nil else {
            throw .invalidMember("thumbHash")
        }
        var preview: Photo.Preview?
        if let value = self["preview"] {
            preview = Photo.Preview(blob: try value.id("blob"), byteCount: try value.int("bytes"))
        }
        return Photo(
            blob: try id("blob"),
            byteCount: try int("bytes"),
            mediaType: type,
            width: try int("width"),
            height: try int("height"),
            alt: try optionalString("alt"),
            thumbHash: hash.flatMap { Data(base64Encoded: $0) },
            preview: preview
        )
    }

    /// Returns the place that this object describes.
    func place() throws(EntryError) -> Place {
        let name = try optionalString("name")
        guard self["latitude"] != nil || self["longitude"] != nil else {
            guard name != nil else { throw .invalidMember("place") }
            return Place(name: name)
        }
        let range = Int64(Int32.min)...Int64(Int32.max)
        let coordinate = Coordinate(
            latitudeE7: Int32(try int("latitude", in: range)),
            longitudeE7: Int32(try int("longitude", in: range))
        )
        return Place(name: name, coordinate: coordinate)
    }

    /// Returns the content of the post that this object describes.
    func postContent() throws(EntryError) -> Post.Content {
        guard let values = self["photos"]?.array else { throw .invalidMember("photos") }
        var photos: [Photo] = []
        for value in values { photos.append(try value.photo()) }
        return Post.Content(
            caption: try string("caption"),
            photos: photos,
            place: try self["place"].map { value throws(EntryError) in try value.place() }
        )
    }
}
