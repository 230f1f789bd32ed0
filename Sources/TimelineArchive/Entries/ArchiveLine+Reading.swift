import Foundation
import TimelineCore
import TimelineRecords

/// An entry that was read from a line of an archive and has not been verified.
enum ArchivedStatement: Sendable {
    case record(SignedRecord)
    case change(Change)

    /// Reads a line.
    ///
    /// The ID of a record must match the body that its members describe, which detects changed
    /// members before the signature is verified.
    ///
    /// - Throws: ``EntryFault`` for a malformed line, and ``EntryFault/unknownKind`` for a kind of
    ///   unsigned change that only later versions know.
    init(line: ArraySlice<UInt8>) throws(EntryFault) {
        // Any parsing error means that the text is not an entry.
        guard let value = try? JSONValue(parsingStrictly: line), case .object = value else {
            throw .lineNotJSON
        }
        if value["signature"] == nil {
            self = .change(try Change(archived: value))
        } else {
            self = .record(try SignedRecord(archived: value))
        }
    }
}

extension SignedRecord {
    fileprivate init(archived value: JSONValue) throws(EntryFault) {
        guard let signature = value["signature"]?.bytes else { throw .invalidMember("signature") }
        let id: RecordID = try value.value("id")
        let bodyBytes: [UInt8]
        if let text = value["body"] {
            guard let bytes = text.string.flatMap({ Data(base64Encoded: $0) }) else {
                throw .invalidMember("body")
            }
            bodyBytes = Array(bytes)
        } else {
            bodyBytes = try RecordBody(archived: value).encoded
        }
        do {
            try self.init(bodyBytes: bodyBytes, signature: signature)
        } catch {
            throw .invalidRecord(error)
        }
        guard self.id == id else { throw .wrongID }
        // Otherwise, the other members could differ from the body.
        if value["body"] != nil, self.body.content.kind != nil { throw .invalidMember("body") }
    }
}

extension RecordBody {
    fileprivate init(archived value: JSONValue) throws(EntryFault) {
        let author = try value.user("author").recordID
        let home = value["home"] == nil ? nil : try value.user("home").recordID
        self.init(
            author: author,
            key: try value.value("key"),
            stamp: try value.pushID("stamp").recordID,
            postAuthor: home,
            content: try RecordContent(archived: value)
        )
    }
}

extension RecordContent {
    fileprivate init(archived value: JSONValue) throws(EntryFault) {
        guard let kind = ArchiveKind(rawValue: try value.string("kind")) else { throw .unknownKind }
        switch kind {
        case .keyAdded:
            self = .keyAdded(
                DeviceCertificate(
                    root: try value.value("root"),
                    device: try value.value("device"),
                    box: try value.value("box")
                )
            )
        case .keyEnded: self = .keyEnded(try KeyRevocation(archived: value))
        case .profileSet:
            let update = try ProfileUpdate(archived: value)
            guard let setting = update.settings.first else { throw .invalidMember("value") }
            self = .profileSet(setting)
        case .profileRemoved: self = .userLeft
        case .postSet:
            self = .postSet(
                try value.post(nonce: "nonce"),
                try value.postContent().recordContent
            )
        case .postDeleted: self = .postDeleted(try value.post(nonce: "nonce"))
        case .commentAdded:
            self = .commentAdded(
                nonce: try value.value("nonce"),
                post: try value.post(nonce: "postNonce"),
                text: try value.string("text")
            )
        case .commentDeleted:
            let comment = BoundID(
                id: try value.pushID("comment").recordID,
                nonce: try value.value("nonce")
            )
            self = .commentDeleted(comment, post: try value.post(nonce: "postNonce"))
        case .commentHidden:
            self = .commentHidden(
                try value.pushID("comment").recordID,
                post: try value.post(nonce: "postNonce")
            )
        case .liked: self = .liked(try value.post(nonce: "postNonce"))
        case .unliked: self = .unliked(try value.post(nonce: "postNonce"))
        case .followed: self = .followed(try value.user("user").recordID)
        case .unfollowed: self = .unfollowed(try value.user("user").recordID)
        case .captionSet, .placeSet, .altSet: throw .unknownKind
        }
    }
}

extension KeyRevocation {
    fileprivate init(archived value: JSONValue) throws(EntryFault) {
        guard let texts = value["list"]?.array else { throw .invalidMember("list") }
        var list: [RecordIDPrefix] = []
        for text in texts {
            guard let prefix = text.bytes.flatMap({ RecordIDPrefix(bytes: $0) }) else {
                throw .invalidMember("list")
            }
            list.append(prefix)
        }
        self.init(
            of: try value.value("ended"),
            last: try value.pushID("last").recordID,
            id: try value.value("revocation"),
            part: UInt64(try value.int("part")),
            of: UInt64(try value.int("parts")),
            list: list
        )
    }
}

extension JSONValue {
    fileprivate func post(nonce: String) throws(EntryFault) -> BoundID {
        BoundID(id: try pushID("post").recordID, nonce: try value(nonce))
    }
}

extension Change {
    /// Creates the unsigned change that an object describes.
    fileprivate init(archived value: JSONValue) throws(EntryFault) {
        let kind = value["kind"]?.string.flatMap { ArchiveKind(rawValue: $0) }
        switch kind {
        case .postDeleted where value["author"] == nil:
            let post = try value.pushID("post")
            self.init(stamp: post, author: .unknown, action: .postDeleted(Post.ID(post)))
        case .commentDeleted where value["author"] == nil:
            let comment = try value.pushID("comment")
            let action = Intent.commentDeleted(Comment.ID(comment))
            self.init(stamp: comment, author: .unknown, action: action)
        case .some(let kind):
            self.init(
                stamp: try value.pushID("stamp"),
                author: try value.user("author"),
                action: try Intent(kind, archived: value)
            )
        case nil: throw .unknownKind
        }
    }
}

extension Intent {
    fileprivate init(_ kind: ArchiveKind, archived value: JSONValue) throws(EntryFault) {
        switch kind {
        case .profileSet: self = .profileUpdated(try ProfileUpdate(archived: value))
        case .profileRemoved: self = .profileRemoved
        case .postSet: self = .postAdded(try value.postContent())
        case .captionSet:
            self = .captionEdited(try value.id("post"), caption: try value.string("caption"))
        case .placeSet:
            let place = try value.nullable("place") { value throws(EntryFault) in
                try value.place()
            }
            self = .placeEdited(try value.id("post"), place: place)
        case .altSet:
            let alt = try value.nullable("alt") { value throws(EntryFault) -> String in
                guard let text = value.string else { throw .invalidMember("alt") }
                return text
            }
            self = .altEdited(try value.id("post"), photo: try value.int("photo"), alt: alt)
        case .postDeleted: self = .postDeleted(try value.id("post"))
        case .commentAdded:
            self = .commentAdded(try value.id("post"), text: try value.string("text"))
        case .commentDeleted: self = .commentDeleted(try value.id("comment"))
        case .liked: self = .liked(try value.id("post"))
        case .unliked: self = .unliked(try value.id("post"))
        case .followed: self = .followed(try value.user("user"))
        case .unfollowed: self = .unfollowed(try value.user("user"))
        case .keyAdded, .keyEnded, .commentHidden: throw .unsigned
        }
    }
}

extension JSONValue {
    fileprivate func id<Subject>(_ key: String) throws(EntryFault) -> PushIdentifier<Subject> {
        PushIdentifier(try pushID(key))
    }

    /// Returns a member that may be null, but not missing.
    fileprivate func nullable<Value>(
        _ key: String,
        _ read: (JSONValue) throws(EntryFault) -> Value
    ) throws(EntryFault) -> Value? {
        guard let value = member(key) else { throw .invalidMember(key) }
        return value == .null ? nil : try read(value)
    }
}

extension ProfileUpdate {
    /// Creates an update of the one field that an object describes.
    fileprivate init(archived value: JSONValue) throws(EntryFault) {
        let name = try value.string("field")
        guard let field = ProfileSetting.Field.allCases.first(where: { $0.archiveName == name })
        else { throw .unknownKind }
        let text = try value.nullable("value") { value throws(EntryFault) in value }
        self.init()
        switch field {
        case .username:
            // An export contains only valid usernames in lower case.
            guard let text = text?.string, let username = try? Username(text), username.text == text
            else { throw .invalidMember("value") }
            self.username = username
        case .displayName: displayName = try Self.text(text)
        case .bio: bio = try Self.text(text)
        case .url: url = try Self.text(text)
        case .photo:
            avatar =
                try text.map { value throws(EntryFault) in .set(try value.photo()) } ?? .cleared
        }
    }

    private static func text(_ value: JSONValue?) throws(EntryFault) -> Field<String> {
        guard let value else { return .cleared }
        guard let text = value.string else { throw .invalidMember("value") }
        return .set(text)
    }
}
