import Foundation
import TimelineCore
import TimelineRecords

/// The kinds of entries in an archive.
enum ArchiveKind: String {
    case keyAdded, keyEnded, profileSet, profileRemoved, postSet, postDeleted, commentAdded
    case commentDeleted, commentHidden, liked, unliked, followed, unfollowed
    /// Edits of parts of a post, which only users without keys make.
    case captionSet, placeSet, altSet
}

/// A line of an archive: an entry as JSON, with its place in the order of the lines.
struct ArchiveLine: Comparable {
    /// The time of the stamp in milliseconds since 1970.
    let milliseconds: UInt64
    /// The ID of a record, or an empty string for an unsigned change.
    let id: String
    /// The JSON, without a line break.
    let text: String

    /// Creates the line of an entry.
    init(_ entry: SharedEntry) {
        milliseconds = entry.milliseconds
        var members: [String: JSONValue]
        switch entry.statement {
        case .record(let record):
            id = record.id.description
            members = record.record.archiveMembers
        case .change(let change):
            id = ""
            members = change.archiveMembers
        }
        members["time"] = JSONValue(milliseconds)
        text = JSONValue.object(members).json
    }

    /// Compares times, then record IDs, and then the JSON of unsigned changes.
    static func < (left: Self, right: Self) -> Bool {
        (left.milliseconds, left.id, left.text) < (right.milliseconds, right.id, right.text)
    }
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

extension Change {
    /// The members of the object that describes an unsigned change.
    ///
    /// Tombstones have neither an author nor a stamp.
    fileprivate var archiveMembers: [String: JSONValue] {
        var members = action.archiveMembers
        if author != .unknown {
            members["author"] = JSONValue(author)
            members["stamp"] = JSONValue(stamp)
        }
        return members
    }
}

extension Intent {
    fileprivate var archiveMembers: [String: JSONValue] {
        switch self {
        case .profileUpdated(let update): update.archiveMembers
        case .profileRemoved: members(.profileRemoved)
        case .postAdded(let content): content.archiveMembers.merging(members(.postSet)) { $1 }
        case .captionEdited(let post, let caption):
            members(.captionSet, ["post": JSONValue(post.pushID), "caption": .string(caption)])
        case .placeEdited(let post, let place):
            members(
                .placeSet,
                [
                    "post": JSONValue(post.pushID),
                    "place": place.map { JSONValue($0) } ?? .null,
                ]
            )
        case .altEdited(let post, let photo, let alt):
            members(
                .altSet,
                [
                    "post": JSONValue(post.pushID), "photo": .integer(Int64(photo)),
                    "alt": JSONValue(alt),
                ]
            )
        case .postDeleted(let post): members(.postDeleted, ["post": JSONValue(post.pushID)])
        case .commentAdded(let post, let text):
            members(.commentAdded, ["post": JSONValue(post.pushID), "text": .string(text)])
        case .commentDeleted(let comment):
            members(.commentDeleted, ["comment": JSONValue(comment.pushID)])
        case .liked(let post): members(.liked, ["post": JSONValue(post.pushID)])
        case .unliked(let post): members(.unliked, ["post": JSONValue(post.pushID)])
        case .followed(let user): members(.followed, ["user": JSONValue(user)])
        case .unfollowed(let user): members(.unfollowed, ["user": JSONValue(user)])
        }
    }

    private func members(
        _ kind: ArchiveKind,
        _ members: [String: JSONValue] = [:]
    ) -> [String: JSONValue] {
        members.merging(["kind": .string(kind.rawValue)]) { $1 }
    }
}

extension ProfileUpdate {
    /// The members of a change that sets one field.
    fileprivate var archiveMembers: [String: JSONValue] {
        let (field, value): (ProfileSetting.Field, JSONValue) =
            if let username {
                (.username, .string(username.text))
            } else if let displayName {
                (.displayName, JSONValue(displayName.value))
            } else if let bio {
                (.bio, JSONValue(bio.value))
            } else if let url {
                (.url, JSONValue(url.value))
            } else {
                (.photo, (avatar?.value).map { JSONValue($0) } ?? .null)
            }
        return [
            "kind": .string(ArchiveKind.profileSet.rawValue),
            "field": .string(field.archiveName), "value": value,
        ]
    }
}
