import Foundation
import TimelineCore

/// The kinds of entries in an archive.
enum ArchiveKind: String {
    case keyAdded, keyRevoked, profileSet, accountDeleted, postSet, postDeleted, commentAdded
    case commentDeleted, commentHidden, liked, unliked, followed, unfollowed
}

extension VerifiedRecord {
    /// The line of the record in an archive: JSON without a line break.
    var archiveLine: String { JSONValue.object(archiveMembers).json }

    /// The members of the object that describes the record.
    private var archiveMembers: [String: JSONValue] {
        var members = content.archiveMembers
        if case .unknown(let kind, _) = content {
            members["kind"] = JSONValue(kind)
            members["body"] = .string(Data(bodyBytes).base64EncodedString())
        }
        members["author"] = JSONValue(author)
        members["home"] = home.map { JSONValue($0) }
        members["id"] = JSONValue(id)
        members["key"] = JSONValue(key)
        members["signature"] = .string(
            signature.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        )
        members["stamp"] = JSONValue(stamp)
        members["time"] = JSONValue(stamp.milliseconds)
        return members
    }
}

extension RecordContent {
    fileprivate var archiveMembers: [String: JSONValue] {
        switch self {
        case .keyAdded(let certificate):
            members(
                .keyAdded,
                [
                    "root": JSONValue(certificate.root),
                    "device": JSONValue(certificate.device),
                    "box": JSONValue(certificate.box),
                ]
            )
        case .keyRevoked(let part):
            members(
                .keyRevoked,
                [
                    "revoked": JSONValue(part.key), "last": JSONValue(part.last),
                    "revocation": JSONValue(part.id), "part": JSONValue(part.part),
                    "parts": JSONValue(part.parts), "list": .array(part.list.map { JSONValue($0) }),
                ]
            )
        case .profileSet(let setting): setting.archiveMembers
        case .accountDeleted: members(.accountDeleted)
        case .postSet(let post, let content):
            content.archiveMembers.merging(own(.postSet, post: post)) { $1 }
        case .postDeleted(let post): own(.postDeleted, post: post)
        case .commentAdded(let nonce, let post, let text):
            reply(.commentAdded, post, ["nonce": JSONValue(nonce), "text": .string(text)])
        case .commentDeleted(let comment, let post):
            reply(
                .commentDeleted,
                post,
                ["comment": JSONValue(comment.id), "nonce": JSONValue(comment.nonce)]
            )
        case .commentHidden(let comment, let post):
            reply(.commentHidden, post, ["comment": JSONValue(comment)])
        case .liked(let post): reply(.liked, post)
        case .unliked(let post): reply(.unliked, post)
        case .followed(let user): members(.followed, ["user": JSONValue(user)])
        case .unfollowed(let user): members(.unfollowed, ["user": JSONValue(user)])
        case .unknown: [:]
        }
    }

    private func members(
        _ kind: ArchiveKind,
        _ members: [String: JSONValue] = [:]
    ) -> [String: JSONValue] {
        members.merging(["kind": .string(kind.rawValue)]) { $1 }
    }

    /// Returns the members of a record about a post by its author.
    private func own(_ kind: ArchiveKind, post: BoundID<Post>) -> [String: JSONValue] {
        members(kind, ["post": JSONValue(post.id), "nonce": JSONValue(post.nonce)])
    }

    /// Returns the members of a record that refers to a post.
    private func reply(
        _ kind: ArchiveKind,
        _ post: BoundID<Post>,
        _ others: [String: JSONValue] = [:]
    ) -> [String: JSONValue] {
        let own = ["post": JSONValue(post.id), "postNonce": JSONValue(post.nonce)]
        return members(kind, others.merging(own) { $1 })
    }
}

extension ProfileSetting {
    /// The JSON members of an entry that sets a field of a profile.
    fileprivate var archiveMembers: [String: JSONValue] {
        let value: JSONValue =
            switch self {
            case .username(let username): .string(username.text)
            case .displayName(let text), .bio(let text), .url(let text): JSONValue(text)
            case .photo(let photo): photo.map { JSONValue($0) } ?? .null
            }
        return [
            "kind": .string(ArchiveKind.profileSet.rawValue),
            "field": .string(field.archiveName), "value": value,
        ]
    }
}

extension ProfileSetting.Field {
    /// The name of the field in an archive.
    var archiveName: String {
        switch self {
        case .username: "username"
        case .displayName: "displayName"
        case .bio: "bio"
        case .url: "url"
        case .photo: "photo"
        }
    }
}

extension Post.Content {
    /// The members that describe the content of a post.
    fileprivate var archiveMembers: [String: JSONValue] {
        var members: [String: JSONValue] = [
            "caption": .string(caption), "photos": .array(photos.map { JSONValue($0) }),
        ]
        members["place"] = place.map { JSONValue($0) }
        return members
    }
}

extension SignedRecord {
    /// Reads a line of an archive, without verifying the signature.
    ///
    /// The ID must match the body that the members describe, which detects changed members before
    /// the signature is verified.
    ///
    /// - Throws: ``EntryError`` for a malformed line, ``EntryError/unsigned`` for an entry without a
    ///   signature, and ``EntryError/unknownKind`` for a kind that only later versions know.
    init(line: some Sequence<UInt8>) throws(EntryError) {
        // Any parsing error means that the text is not an entry.
        guard let value = try? JSONValue(parsingStrictly: line), case .object = value else {
            throw .lineNotJSON
        }
        guard let member = value["signature"] else { throw .unsigned }
        guard let signature = member.bytes else { throw .invalidMember("signature") }
        let id: RecordID = try value.value("id")
        let bodyBytes: [UInt8]
        // A number stands for a kind that the exporting version did not know, but this one may.
        let number = value["kind"]?.integer
        if number != nil {
            guard let bytes = value["body"]?.string.flatMap({ Data(base64Encoded: $0) }) else {
                throw .invalidMember("body")
            }
            bodyBytes = Array(bytes)
        } else {
            guard value["body"] == nil else { throw .invalidMember("body") }
            bodyBytes = try Self.body(archived: value)
        }
        do {
            try self.init(bodyBytes: bodyBytes, signature: signature)
        } catch {
            throw .invalidRecord(error)
        }
        guard self.id == id else { throw .wrongID }
        if let number, number != Int64(clamping: self.content.kindNumber) {
            throw .invalidMember("kind")
        }
    }
}

extension SignedRecord {
    /// Returns the encoded body that the members of an object describe.
    private static func body(archived value: JSONValue) throws(EntryError) -> [UInt8] {
        VerifiedRecord.body(
            author: try value.id("author"),
            key: try value.value("key"),
            stamp: try value.id("stamp"),
            postAuthor: value["home"] == nil ? nil : try value.id("home"),
            content: try RecordContent(archived: value)
        )
    }
}

extension RecordContent {
    fileprivate init(archived value: JSONValue) throws(EntryError) {
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
        case .keyRevoked: self = .keyRevoked(try KeyRevocation(archived: value))
        case .profileSet: self = .profileSet(try ProfileSetting(archived: value))
        case .accountDeleted: self = .accountDeleted
        case .postSet:
            self = .postSet(try value.post(nonce: "nonce"), try value.postContent())
        case .postDeleted: self = .postDeleted(try value.post(nonce: "nonce"))
        case .commentAdded:
            self = .commentAdded(
                nonce: try value.value("nonce"),
                post: try value.post(nonce: "postNonce"),
                text: try value.string("text")
            )
        case .commentDeleted:
            let comment = BoundID<Comment>(
                id: try value.id("comment"),
                nonce: try value.value("nonce")
            )
            self = .commentDeleted(comment, post: try value.post(nonce: "postNonce"))
        case .commentHidden:
            self = .commentHidden(
                try value.id("comment"),
                post: try value.post(nonce: "postNonce")
            )
        case .liked: self = .liked(try value.post(nonce: "postNonce"))
        case .unliked: self = .unliked(try value.post(nonce: "postNonce"))
        case .followed: self = .followed(try value.id("user"))
        case .unfollowed: self = .unfollowed(try value.id("user"))
        }
    }
}

extension KeyRevocation {
    fileprivate init(archived value: JSONValue) throws(EntryError) {
        guard let texts = value["list"]?.array else { throw .invalidMember("list") }
        var list: [RecordIDPrefix] = []
        for text in texts {
            guard let prefix = text.bytes.flatMap({ RecordIDPrefix(bytes: $0) }) else {
                throw .invalidMember("list")
            }
            list.append(prefix)
        }
        self.init(
            of: try value.value("revoked"),
            last: try value.id("last"),
            id: try value.value("revocation"),
            part: UInt64(try value.int("part")),
            of: UInt64(try value.int("parts")),
            list: list
        )
    }
}

extension JSONValue {
    fileprivate func post(nonce: String) throws(EntryError) -> BoundID<Post> {
        BoundID(id: try id("post"), nonce: try value(nonce))
    }
}

extension ProfileSetting {
    fileprivate init(archived value: JSONValue) throws(EntryError) {
        let name = try value.string("field")
        guard let field = Field.allCases.first(where: { $0.archiveName == name }) else {
            throw .unknownKind
        }
        guard let member = value.member("value") else { throw .invalidMember("value") }
        switch field {
        case .username:
            let text = try value.string("value")
            guard let username = try? Username(text), username.text == text else {  // Not valid.
                throw .invalidMember("value")
            }
            self = .username(username)
        case .displayName: self = .displayName(try member.nullableText())
        case .bio: self = .bio(try member.nullableText())
        case .url: self = .url(try member.nullableText())
        case .photo: self = .photo(member == .null ? nil : try member.photo())
        }
    }
}

extension JSONValue {
    /// Returns the text of the value of a profile field, or `nil` if the value is null.
    fileprivate func nullableText() throws(EntryError) -> String? {
        if self == .null { return nil }
        guard let string else { throw .invalidMember("value") }
        return string
    }
}
