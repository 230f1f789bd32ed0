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
        case .keyEnded: return .keyEnded(try revocation())
        case .profileSet: return .profileSet(try profileSetting())
        case .userLeft:
            try array(of: 0)
            return .userLeft
        case .postSet: return try post()
        case .postDeleted: return .postDeleted(try boundIDAlone())
        case .commentAdded:
            try array(of: 4)
            return .commentAdded(
                nonce: try value(),
                post: try boundID(),
                text: try text(.comment)
            )
        case .commentDeleted:
            try array(of: 4)
            return .commentDeleted(try boundID(), post: try boundID())
        case .commentHidden:
            try array(of: 3)
            let post = try boundID()
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
        let (key, last): (KeyID, RecordPushID) = (try value(), try value())
        let id: RevocationID = try value()
        let (part, parts) = (try unsigned(), try unsigned())
        let count = try array()
        guard part >= 1, part <= parts, parts <= KeyRevocation.maximumParts,
            count <= KeyRevocation.maximumListCount
        else { throw .invalidRevocation }
        var list: [RecordIDPrefix] = []
        list.reserveCapacity(Int(count))
        for _ in 0..<count {
            let next: RecordIDPrefix = try value()
            if let last = list.last, last >= next { throw .invalidRevocation }
            list.append(next)
        }
        return KeyRevocation(of: key, last: last, id: id, part: part, of: parts, list: list)
    }

    private mutating func verifyingKey() throws(RecordError) -> VerifyingKey {
        let bytes = try byteString()
        guard bytes.count == VerifyingKey.byteCount else { throw .malformed }
        guard let key = VerifyingKey(bytes: bytes) else { throw .invalidPoint }
        return key
    }

    /// Reads an ID and its nonce, which are encoded as two values.
    private mutating func boundID() throws(RecordError) -> BoundID {
        BoundID(id: try value(), nonce: try value())
    }

    private mutating func boundIDAlone() throws(RecordError) -> BoundID {
        try array(of: 2)
        return try boundID()
    }

    private mutating func userIDAlone() throws(RecordError) -> RecordUserID {
        try array(of: 1)
        return try value()
    }

    private mutating func text(_ field: RecordTextField) throws(RecordError) -> String {
        let text = try text()
        try field.check(text)
        return text
    }

    private mutating func profileSetting() throws(RecordError) -> ProfileSetting {
        try array(of: 2)
        let number = try unsigned()
        switch ProfileSetting.Field(rawValue: number) {
        case nil: throw .unknownProfileField(number)
        case .username:
            let username = try text()
            guard UsernameRule.accepts(username) else { throw .invalidUsername }
            return .username(username)
        case .displayName: return .displayName(try optionalText(.displayName))
        case .bio: return .bio(try optionalText(.bio))
        case .url:
            let url = try optionalText(.url)
            if let url, !WebAddressRule.accepts(url) { throw .invalidURL }
            return .url(url)
        case .photo: return .photo(try optionalPhoto())
        }
    }

    private mutating func optionalText(_ field: RecordTextField) throws(RecordError) -> String? {
        try optional { reader throws(RecordError) in try reader.text(field) }
    }

    private mutating func optionalPhoto() throws(RecordError) -> RecordPhoto? {
        try optional { reader throws(RecordError) in try reader.photo() }
    }

    private mutating func post() throws(RecordError) -> RecordContent {
        try array(of: 5)
        let post = try boundID()
        let caption = try text(.caption)
        let count = try array()
        guard PhotoRule.countInPost.contains(count) else { throw .photoCount(count) }
        var photos: [RecordPhoto] = []
        for _ in 0..<count { photos.append(try photo()) }
        let place = try optional { reader throws(RecordError) in try reader.place() }
        return .postSet(post, PostContent(caption: caption, photos: photos, place: place))
    }

    private mutating func photo() throws(RecordError) -> RecordPhoto {
        try array(of: 8)
        let (blob, byteCount) = try blob()
        guard let format = RecordPhoto.Format(rawValue: try unsigned()) else {
            throw .invalidPhoto
        }
        let (width, height) = (try unsigned(), try unsigned())
        guard PhotoRule.accepts(width: width, height: height) else { throw .invalidPhoto }
        return RecordPhoto(
            blob: blob,
            byteCount: byteCount,
            format: format,
            width: width,
            height: height,
            alt: try optionalText(.alt),
            thumbHash: try thumbHash(),
            preview: try preview()
        )
    }

    private mutating func blob() throws(RecordError) -> (BlobHash, UInt64) {
        let (blob, byteCount): (BlobHash, UInt64) = (try value(), try unsigned())
        guard PhotoRule.byteCount.contains(byteCount) else { throw .invalidPhoto }
        return (blob, byteCount)
    }

    private mutating func thumbHash() throws(RecordError) -> [UInt8]? {
        let hash = try optional { reader throws(RecordError) in try reader.byteString() }
        guard let hash else { return nil }
        guard PhotoRule.thumbHashByteCount.contains(hash.count) else { throw .invalidPhoto }
        return Array(hash)
    }

    private mutating func preview() throws(RecordError) -> RecordPhoto.Preview? {
        try optional { reader throws(RecordError) in
            try reader.array(of: 2)
            let (blob, byteCount) = try reader.blob()
            return RecordPhoto.Preview(blob: blob, byteCount: byteCount)
        }
    }

    private mutating func place() throws(RecordError) -> RecordPlace {
        try array(of: 3)
        let name = try optionalText(.placeName)
        let latitude = try optional { reader throws(RecordError) in try reader.int32() }
        let longitude = try optional { reader throws(RecordError) in try reader.int32() }
        guard let latitude, let longitude else {
            guard latitude == nil, longitude == nil, name != nil else { throw .invalidPlace }
            return RecordPlace(name: name)
        }
        guard PositionRule.latitudes.contains(latitude), PositionRule.longitudes.contains(longitude)
        else { throw .invalidPlace }
        let position = RecordPlace.Position(latitude: latitude, longitude: longitude)
        return RecordPlace(name: name, position: position)
    }
}

extension CBORWriter {
    /// Writes the number of a content's kind.
    mutating func write(kindOf content: RecordContent) {
        if case .unknown(let number, _) = content {
            write(number)
        } else if let kind = content.kind {
            write(kind.rawValue)
        }
    }

    /// Writes the content of a record.
    mutating func write(_ content: RecordContent) {
        switch content {
        case .keyAdded(let certificate):
            array(3)
            write(certificate.root)
            write(certificate.device)
            write(certificate.box)
        case .keyEnded(let revocation): write(revocation)
        case .profileSet(let setting): write(setting)
        case .userLeft: array(0)
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
    private mutating func write(_ bound: BoundID) {
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
        case .username(let text): write(text)
        case .displayName(let text), .bio(let text), .url(let text):
            optional(text) { $0.write($1) }
        case .photo(let photo): optional(photo) { $0.write($1) }
        }
    }

    private mutating func write(_ post: BoundID, _ content: PostContent) {
        array(5)
        write(post)
        write(content.caption)
        array(content.photos.count)
        for photo in content.photos { write(photo) }
        optional(content.place) { $0.write($1) }
    }

    private mutating func write(_ photo: RecordPhoto) {
        array(8)
        write(photo.blob)
        write(photo.byteCount)
        write(photo.format.rawValue)
        write(photo.width)
        write(photo.height)
        optional(photo.alt) { $0.write($1) }
        optional(photo.thumbHash) { $0.write($1) }
        optional(photo.preview) { writer, preview in
            writer.array(2)
            writer.write(preview.blob)
            writer.write(preview.byteCount)
        }
    }

    private mutating func write(_ place: RecordPlace) {
        array(3)
        optional(place.name) { $0.write($1) }
        optional(place.position?.latitude) { $0.write($1) }
        optional(place.position?.longitude) { $0.write($1) }
    }
}
