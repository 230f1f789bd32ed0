import Foundation
import TimelineCore
import TimelineRecords

extension SignedRecord {
    /// Reads a line of an archive, without verifying the signature.
    ///
    /// The ID must match the body that the members describe, which detects changed members before
    /// the signature is verified.
    ///
    /// - Throws: ``EntryFault`` for a malformed line, ``EntryFault/unsigned`` for an entry without a
    ///   signature, and ``EntryFault/unknownKind`` for a kind that only later versions know.
    init(line: some Sequence<UInt8>) throws(EntryFault) {
        // Any parsing error means that the text is not an entry.
        guard let value = try? JSONValue(parsingStrictly: line), case .object = value else {
            throw .lineNotJSON
        }
        guard let member = value["signature"] else { throw .unsigned }
        guard let signature = member.bytes else { throw .invalidMember("signature") }
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
            stamp: try value.pushID("stamp"),
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
        case .profileSet: self = .profileSet(try ProfileSetting(archived: value))
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
            let comment = BoundID(id: try value.pushID("comment"), nonce: try value.value("nonce"))
            self = .commentDeleted(comment, post: try value.post(nonce: "postNonce"))
        case .commentHidden:
            self = .commentHidden(
                try value.pushID("comment"),
                post: try value.post(nonce: "postNonce")
            )
        case .liked: self = .liked(try value.post(nonce: "postNonce"))
        case .unliked: self = .unliked(try value.post(nonce: "postNonce"))
        case .followed: self = .followed(try value.user("user").recordID)
        case .unfollowed: self = .unfollowed(try value.user("user").recordID)
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
            last: try value.pushID("last"),
            id: try value.value("revocation"),
            part: UInt64(try value.int("part")),
            of: UInt64(try value.int("parts")),
            list: list
        )
    }
}

extension JSONValue {
    fileprivate func post(nonce: String) throws(EntryFault) -> BoundID {
        BoundID(id: try pushID("post"), nonce: try value(nonce))
    }
}

extension ProfileSetting {
    fileprivate init(archived value: JSONValue) throws(EntryFault) {
        let name = try value.string("field")
        guard let field = Field.allCases.first(where: { $0.archiveName == name }) else {
            throw .unknownKind
        }
        guard let member = value.member("value") else { throw .invalidMember("value") }
        switch field {
        case .username: self = .username(try value.string("value"))
        case .displayName: self = .displayName(try member.nullableText())
        case .bio: self = .bio(try member.nullableText())
        case .url: self = .url(try member.nullableText())
        case .photo: self = .photo(member == .null ? nil : try member.photo().recordPhoto)
        }
    }
}

extension JSONValue {
    /// Returns the text of the value of a profile field, or `nil` if the value is null.
    fileprivate func nullableText() throws(EntryFault) -> String? {
        if self == .null { return nil }
        guard let string else { throw .invalidMember("value") }
        return string
    }
}
