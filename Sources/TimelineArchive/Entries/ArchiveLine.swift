import Foundation
import TimelineCore
import TimelineRecords

/// The names of entries in an archive.
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
    /// The ID of a record, or an empty text for an unsigned change.
    let id: String
    /// The JSON, without a line break.
    let text: String

    /// Creates the line of an entry.
    init(_ entry: SharedEntry) {
        milliseconds = entry.milliseconds
        var members: [String: ArchiveValue]
        switch entry.statement {
        case .record(let record):
            id = record.id.description
            members = record.record.archiveMembers
        case .change(let change):
            id = ""
            members = change.archiveMembers
        }
        members["time"] = ArchiveValue(milliseconds)
        text = ArchiveValue.object(members).json
    }

    /// Compares times, then the IDs of records, then the texts of unsigned changes.
    static func < (left: Self, right: Self) -> Bool {
        (left.milliseconds, left.id, left.text) < (right.milliseconds, right.id, right.text)
    }
}

extension SignedRecord {
    /// The members of the object that describes the record.
    fileprivate var archiveMembers: [String: ArchiveValue] {
        var members = body.content.archiveMembers
        if case .unknown(let kind, _) = body.content {
            members["kind"] = ArchiveValue(kind)
            members["body"] = .text(Data(bodyBytes).base64EncodedString())
        }
        members["author"] = ArchiveValue(body.author)
        members["home"] = body.home.map { ArchiveValue($0) }
        members["id"] = ArchiveValue(id)
        members["key"] = ArchiveValue(body.key)
        members["signature"] = .text(
            signature.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        )
        members["stamp"] = ArchiveValue(body.stamp)
        return members
    }
}

extension RecordContent {
    fileprivate var archiveMembers: [String: ArchiveValue] {
        switch self {
        case .keyAdded(let certificate):
            members(
                .keyAdded,
                [
                    "root": ArchiveValue(certificate.root),
                    "device": ArchiveValue(certificate.device),
                    "box": ArchiveValue(certificate.box),
                ]
            )
        case .keyEnded(let key, let last):
            members(.keyEnded, ["ended": ArchiveValue(key), "last": ArchiveValue(last)])
        case .profileSet(let setting): setting.archiveMembers
        case .userLeft: members(.profileRemoved)
        case .postSet(let post, let content):
            Post.Content(content).archiveMembers
                .merging(own(.postSet, post)) { $1 }
        case .postDeleted(let post): own(.postDeleted, post)
        case .commentAdded(let nonce, let post, let text):
            reply(.commentAdded, post, ["nonce": ArchiveValue(nonce), "text": .text(text)])
        case .commentDeleted(let comment, let post):
            reply(
                .commentDeleted,
                post,
                ["comment": ArchiveValue(comment.id), "nonce": ArchiveValue(comment.nonce)]
            )
        case .commentHidden(let comment, let post):
            reply(.commentHidden, post, ["comment": ArchiveValue(comment)])
        case .liked(let post): reply(.liked, post)
        case .unliked(let post): reply(.unliked, post)
        case .followed(let user): members(.followed, ["user": ArchiveValue(user)])
        case .unfollowed(let user): members(.unfollowed, ["user": ArchiveValue(user)])
        case .unknown: [:]
        }
    }

    private func members(
        _ kind: ArchiveKind,
        _ members: [String: ArchiveValue] = [:]
    ) -> [String: ArchiveValue] {
        members.merging(["kind": .text(kind.rawValue)]) { $1 }
    }

    /// Returns the members of a record about a post by its author.
    private func own(_ kind: ArchiveKind, _ post: BoundID) -> [String: ArchiveValue] {
        members(kind, ["post": ArchiveValue(post.id), "nonce": ArchiveValue(post.nonce)])
    }

    /// Returns the members of a record that refers to a post.
    private func reply(
        _ kind: ArchiveKind,
        _ post: BoundID,
        _ others: [String: ArchiveValue] = [:]
    ) -> [String: ArchiveValue] {
        let own = ["post": ArchiveValue(post.id), "postNonce": ArchiveValue(post.nonce)]
        return members(kind, others.merging(own) { $1 })
    }
}

extension ProfileSetting {
    /// The members of an entry that sets a field of a profile.
    fileprivate var archiveMembers: [String: ArchiveValue] {
        let value: ArchiveValue =
            switch self {
            case .username(let text): .text(text)
            case .displayName(let text), .bio(let text), .url(let text): ArchiveValue(text)
            case .photo(let photo): photo.map { ArchiveValue(Photo($0)) } ?? .null
            }
        return [
            "kind": .text(ArchiveKind.profileSet.rawValue),
            "field": .text(field.archiveName), "value": value,
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
    fileprivate var archiveMembers: [String: ArchiveValue] {
        var members: [String: ArchiveValue] = [
            "caption": .text(caption), "photos": .array(photos.map { ArchiveValue($0) }),
        ]
        members["place"] = place.map { ArchiveValue($0) }
        return members
    }
}

extension Change {
    /// The members of the object that describes an unsigned change.
    ///
    /// Tombstones have neither an author nor a stamp.
    fileprivate var archiveMembers: [String: ArchiveValue] {
        var members = action.archiveMembers
        if author != .unknown {
            members["author"] = ArchiveValue(author)
            members["stamp"] = ArchiveValue(stamp)
        }
        return members
    }
}

extension Change.Action {
    fileprivate var archiveMembers: [String: ArchiveValue] {
        switch self {
        case .profileUpdated(let update): update.archiveMembers
        case .profileRemoved: members(.profileRemoved)
        case .postAdded(let content): content.archiveMembers.merging(members(.postSet)) { $1 }
        case .captionEdited(let post, let caption):
            members(.captionSet, ["post": ArchiveValue(post.pushID), "caption": .text(caption)])
        case .placeEdited(let post, let place):
            members(
                .placeSet,
                [
                    "post": ArchiveValue(post.pushID),
                    "place": place.map { ArchiveValue($0) } ?? .null,
                ]
            )
        case .altEdited(let post, let photo, let alt):
            members(
                .altSet,
                [
                    "post": ArchiveValue(post.pushID), "photo": .integer(Int64(photo)),
                    "alt": ArchiveValue(alt),
                ]
            )
        case .postDeleted(let post): members(.postDeleted, ["post": ArchiveValue(post.pushID)])
        case .commentAdded(let post, let text):
            members(.commentAdded, ["post": ArchiveValue(post.pushID), "text": .text(text)])
        case .commentDeleted(let comment):
            members(.commentDeleted, ["comment": ArchiveValue(comment.pushID)])
        case .liked(let post): members(.liked, ["post": ArchiveValue(post.pushID)])
        case .unliked(let post): members(.unliked, ["post": ArchiveValue(post.pushID)])
        case .followed(let user): members(.followed, ["user": ArchiveValue(user)])
        case .unfollowed(let user): members(.unfollowed, ["user": ArchiveValue(user)])
        }
    }

    private func members(
        _ kind: ArchiveKind,
        _ members: [String: ArchiveValue] = [:]
    ) -> [String: ArchiveValue] {
        members.merging(["kind": .text(kind.rawValue)]) { $1 }
    }
}

extension ProfileUpdate {
    /// The members of a change that sets one field.
    fileprivate var archiveMembers: [String: ArchiveValue] {
        let (field, value): (ProfileSetting.Field, ArchiveValue) =
            if let username {
                (.username, .text(username.text))
            } else if let displayName {
                (.displayName, ArchiveValue(displayName.value))
            } else if let bio {
                (.bio, ArchiveValue(bio.value))
            } else if let url {
                (.url, ArchiveValue(url.value))
            } else {
                (.photo, (avatar?.value).map { ArchiveValue($0) } ?? .null)
            }
        return [
            "kind": .text(ArchiveKind.profileSet.rawValue),
            "field": .text(field.archiveName), "value": value,
        ]
    }
}
