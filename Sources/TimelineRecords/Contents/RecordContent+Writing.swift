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
