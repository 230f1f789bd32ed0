import Foundation
import TimelineCore
import TimelineRecords

/// The kinds of entries in an archive.
enum ArchiveKind: String {
    case keyAdded, keyEnded, profileSet, profileRemoved, postSet, postDeleted, commentAdded
    case commentDeleted, commentHidden, liked, unliked, followed, unfollowed
}

extension VerifiedRecord {
    /// The line of the record in an archive: JSON without a line break.
    var archiveLine: String { JSONValue.object(record.archiveMembers).json }
}

extension SignedRecord {
    /// The members of the object that describes the record.
    fileprivate var archiveMembers: [String: JSONValue] {
        var members = body.content.archiveMembers
        if case .unknown(let kind, _) = body.content {
            members["kind"] = JSONValue(kind)
            members["body"] = .string(Data(bodyBytes).base64EncodedString())
        }
        members["author"] = JSONValue(body.author)
        members["home"] = body.home.map { JSONValue($0) }
        members["id"] = JSONValue(id)
        members["key"] = JSONValue(body.key)
        members["signature"] = .string(
            signature.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        )
        members["stamp"] = JSONValue(body.stamp)
        members["time"] = JSONValue(body.stamp.milliseconds)
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
        case .keyEnded(let part):
            members(
                .keyEnded,
                [
                    "ended": JSONValue(part.key), "last": JSONValue(part.last),
                    "revocation": JSONValue(part.id), "part": JSONValue(part.part),
                    "parts": JSONValue(part.parts), "list": .array(part.list.map { JSONValue($0) }),
                ]
            )
        case .profileSet(let setting): setting.archiveMembers
        case .userLeft: members(.profileRemoved)
        case .postSet(let post, let content):
            Post.Content(content).archiveMembers
                .merging(own(.postSet, post: post)) { $1 }
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
    private func own(_ kind: ArchiveKind, post: BoundID) -> [String: JSONValue] {
        members(kind, ["post": JSONValue(post.id), "nonce": JSONValue(post.nonce)])
    }

    /// Returns the members of a record that refers to a post.
    private func reply(
        _ kind: ArchiveKind,
        _ post: BoundID,
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
            case .username(let text): .string(text)
            case .displayName(let text), .bio(let text), .url(let text): JSONValue(text)
            case .photo(let photo): photo.map { JSONValue(Photo($0)) } ?? .null
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
