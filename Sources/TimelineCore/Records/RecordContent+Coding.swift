import Foundation

extension CBORReader {
    /// Reads the content of a record, and checks each value against its limits.
    ///
    /// - Parameters:
    ///   - number: The number of the record's kind.
    ///   - level: The nesting level of the content, if it is an array.
    ///   - maximumLevel: The highest allowed nesting level of an array.
    /// - Returns: The content.
    /// - Throws: The error that describes the first invalid value.
    mutating func content(
        kind number: UInt64,
        level: Int,
        maximumLevel: Int
    ) throws(RecordError) -> RecordContent {
        guard let kind = RecordKind(rawValue: number) else {
            let content = try encodedValue(level: level, maximumLevel: maximumLevel)
            return .unknown(kind: number, content: content)
        }
        switch kind {
        case .keyAdded: return .keyAdded(try certificate())
        case .keyRevoked: return .keyRevoked(try revocation())
        case .profileSet: return .profileSet(try profileSetting())
        case .accountDeleted:
            try array(of: 0)
            return .accountDeleted
        case .postSet: return try post()
        case .postDeleted: return .postDeleted(try boundIDAlone())
        case .commentAdded:
            try array(of: 4)
            return .commentAdded(
                nonce: try value(),
                post: try boundID(),
                text: try text()
            )
        case .commentDeleted:
            try array(of: 4)
            return .commentDeleted(try boundID(), post: try boundID())
        case .commentHidden:
            try array(of: 3)
            let post: BoundID<Post> = try boundID()
            return .commentHidden(try value(), post: post)
        case .liked: return .liked(try boundIDAlone())
        case .unliked: return .unliked(try boundIDAlone())
        case .followed: return .followed(try userIDAlone())
        case .unfollowed: return .unfollowed(try userIDAlone())
        }
    }

    private mutating func certificate() throws(RecordError) -> DeviceCertificate {
        try array(of: 3)
        return DeviceCertificate(
            root: try verifyingKey(),
            device: try verifyingKey(),
            box: try value()
        )
    }

    private mutating func revocation() throws(RecordError) -> KeyRevocation {
        try array(of: 6)
        let (key, last): (KeyID, PushID) = (try value(), try value())
        let id: RevocationID = try value()
        let (part, parts) = (try unsigned(), try unsigned())
        let count = try array()
        guard count <= KeyRevocation.maximumListCount else { throw .invalidRevocation }
        var list: [RecordIDPrefix] = []
        list.reserveCapacity(Int(count))
        for _ in 0..<count { list.append(try value()) }
        return KeyRevocation(of: key, last: last, id: id, part: part, of: parts, list: list)
    }

    private mutating func verifyingKey() throws(RecordError) -> VerifyingKey {
        let bytes = try byteString()
        guard bytes.count == VerifyingKey.byteCount else { throw .malformed }
        guard let key = VerifyingKey(bytes: bytes) else { throw .invalidPoint }
        return key
    }

    /// Reads an ID and its nonce, which are encoded as two values.
    private mutating func boundID<Subject>() throws(RecordError) -> BoundID<Subject> {
        BoundID(id: try value(), nonce: try value())
    }

    private mutating func boundIDAlone() throws(RecordError) -> BoundID<Post> {
        try array(of: 2)
        return try boundID()
    }

    private mutating func userIDAlone() throws(RecordError) -> User.ID {
        try array(of: 1)
        return try value()
    }

    private mutating func profileSetting() throws(RecordError) -> ProfileSetting {
        try array(of: 2)
        let number = try unsigned()
        switch ProfileSetting.Field(rawValue: number) {
        case nil: throw .unknownProfileField(number)
        case .username: return .username(try username())
        case .displayName: return .displayName(try optionalText())
        case .bio: return .bio(try optionalText())
        case .url: return .url(try optionalText())
        case .photo:
            return .photo(try optional { reader throws(RecordError) in try reader.photo() })
        }
    }

    /// Reads a username, which records contain in lowercase only.
    package mutating func username() throws(RecordError) -> Username {
        let text = try text()
        do throws(TimelineError) {
            let username = try Username(text)
            guard username.text == text else { throw .invalidUsername(text) }
            return username
        } catch {
            throw .invalidValue(error)
        }
    }

    private mutating func optionalText() throws(RecordError) -> String? {
        try optional { reader throws(RecordError) in try reader.text() }
    }

    private mutating func post() throws(RecordError) -> RecordContent {
        try array(of: 5)
        let (post, caption): (BoundID<Post>, String) = (try boundID(), try text())
        let count = Int(clamping: try array())
        guard Post.photoCount.contains(count) else {
            throw .invalidValue(.photoCountRefused(count))
        }
        var photos: [Photo] = []
        for _ in 0..<count { photos.append(try photo()) }
        let place = try optional { reader throws(RecordError) in try reader.place() }
        return .postSet(post, Post.Content(caption: caption, photos: photos, place: place))
    }

    /// Reads a photo, without checking its limits.
    mutating func photo() throws(RecordError) -> Photo {
        try array(of: 8)
        let (blob, byteCount): (BlobID, Int) = (try value(), try size())
        let format = try unsigned()
        guard let mediaType = MediaType.allCases.first(where: { $0.recordNumber == format }) else {
            throw .unknownPhotoFormat(format)
        }
        return Photo(
            blob: blob,
            byteCount: byteCount,
            mediaType: mediaType,
            width: try size(),
            height: try size(),
            alt: try optionalText(),
            thumbHash: try optional { reader throws(RecordError) in Data(try reader.byteString()) },
            preview: try optional { reader throws(RecordError) in
                try reader.array(of: 2)
                return Photo.Preview(blob: try reader.value(), byteCount: try reader.size())
            }
        )
    }

    /// Reads a number of bytes or pixels.
    ///
    /// Those that exceed an `Int` exceed every limit.
    private mutating func size() throws(RecordError) -> Int {
        Int(clamping: try unsigned())
    }

    private mutating func place() throws(RecordError) -> Place {
        try array(of: 3)
        let name = try optionalText()
        let latitude = try optional { reader throws(RecordError) in try reader.int32() }
        let longitude = try optional { reader throws(RecordError) in try reader.int32() }
        guard (latitude == nil) == (longitude == nil) else {
            throw .invalidValue(.invalidPlace(name ?? ""))
        }
        let coordinate = latitude.flatMap { latitude in
            longitude.map { Coordinate(latitudeE7: latitude, longitudeE7: $0) }
        }
        return Place(name: name, coordinate: coordinate)
    }
}

extension CBORWriter {
    /// Writes the number of a content's kind.
    mutating func write(kindOf content: RecordContent) {
        write(content.kindNumber)
    }

    /// Writes the content of a record.
    mutating func write(_ content: RecordContent) {
        switch content {
        case .keyAdded(let certificate):
            array(3)
            write(certificate.root)
            write(certificate.device)
            write(certificate.box)
        case .keyRevoked(let revocation): write(revocation)
        case .profileSet(let setting): write(setting)
        case .accountDeleted: array(0)
        case .postSet(let post, let content): write(post, content)
        case .postDeleted(let post), .liked(let post), .unliked(let post):
            array(2)
            write(post)
        case .commentAdded(let nonce, let post, let text):
            array(4)
            write(nonce)
            write(post)
            write(text)
        case .commentDeleted(let comment, let post):
            array(4)
            write(comment)
            write(post)
        case .commentHidden(let comment, let post):
            array(3)
            write(post)
            write(comment)
        case .followed(let user), .unfollowed(let user):
            array(1)
            write(user)
        case .unknown(_, let content): append(encoded: content)
        }
    }

    /// Writes an ID and its nonce as two values.
    private mutating func write<Subject>(_ bound: BoundID<Subject>) {
        write(bound.id)
        write(bound.nonce)
    }

    private mutating func write(_ revocation: KeyRevocation) {
        array(6)
        write(revocation.key)
        write(revocation.last)
        write(revocation.id)
        write(revocation.part)
        write(revocation.parts)
        array(revocation.list.count)
        for prefix in revocation.list { write(prefix) }
    }

    private mutating func write(_ setting: ProfileSetting) {
        array(2)
        write(setting.field.rawValue)
        switch setting {
        case .username(let username): write(username.text)
        case .displayName(let text), .bio(let text), .url(let text):
            optional(text) { $0.write($1) }
        case .photo(let photo): optional(photo) { $0.write($1) }
        }
    }

    private mutating func write(_ post: BoundID<Post>, _ content: Post.Content) {
        array(5)
        write(post)
        write(content.caption)
        array(content.photos.count)
        for photo in content.photos { write(photo) }
        optional(content.place) { $0.write($1) }
    }

    /// Writes a photo.
    mutating func write(_ photo: Photo) {
        array(8)
        write(photo.blob)
        write(UInt64(photo.byteCount))
        write(photo.mediaType.recordNumber)
        write(UInt64(photo.width))
        write(UInt64(photo.height))
        optional(photo.alt) { $0.write($1) }
        optional(photo.thumbHash) { $0.write(Array($1)) }
        optional(photo.preview) { writer, preview in
            writer.array(2)
            writer.write(preview.blob)
            writer.write(UInt64(preview.byteCount))
        }
    }

    private mutating func write(_ place: Place) {
        array(3)
        optional(place.name) { $0.write($1) }
        optional(place.coordinate?.latitudeE7) { $0.write($1) }
        optional(place.coordinate?.longitudeE7) { $0.write($1) }
    }
}

extension MediaType {
    /// The number of the format in records.
    fileprivate var recordNumber: UInt64 {
        switch self {
        case .jpeg: 1
        case .png: 2
        case .webp: 3
        case .gif: 4
        case .heic: 5
        }
    }
}
