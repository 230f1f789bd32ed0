import Foundation
import TimelineCore

/// A parser for activities (ActivityStreams 2.0).
struct MastodonEntries: Sendable {
    /// The media files of the archive.
    let media: MediaIndex
    /// Whether to import posts that only followers or mentioned people can see.
    let includesPrivate: Bool

    /// The types of objects that are posts.
    private static let postTypes = ["Note", "Article", "Page", "Question", "Image"]

    /// Returns whether a value is a post, an activity that creates one, or a boost.
    static func isPost(_ value: JSONValue) -> Bool {
        guard let type = value["type"]?.string else { return false }
        return type == "Announce" || type == "Create" && value["object"] != nil
            || postTypes.contains(type) && (value["content"] ?? value["attachment"]) != nil
    }

    /// Returns the posts in a value: the value itself, or those that it contains at any depth.
    private static func posts(in value: JSONValue) -> [JSONValue] {
        if isPost(value) { return [value] }
        return switch value {
        case .array(let elements): elements.flatMap(posts)
        // Other activities contain posts by other people.
        case .object(let members)
        where value["type"]?.string.map { $0.contains("Collection") } ?? true:
            members.sorted { $0.key < $1.key }.flatMap { posts(in: $0.value) }
        case .object, .null, .bool, .number, .integer, .string: []
        }
    }

    /// Reads an item of the outbox: an activity, or a property that may contain some.
    func entries(_ item: JSONItem, at location: SourceLocation) -> [SourceItem] {
        do throws(EntryError) {
            let value = try item.value()
            let isActivity =
                item.isEntry && (item.key ?? "orderedItems") == "orderedItems"
                && value["type"]?.string?.hasPrefix("OrderedCollection") != true
            let posts = Self.posts(in: value)
            if posts.isEmpty { return isActivity ? [entry(value, at: location)] : [] }
            guard posts.count > 1 else { return [entry(posts[0], at: location)] }
            return posts.enumerated().map { entry($1, at: location.appending($0)) }
        } catch {
            return [.rejectedPost(location, mediaCount: 0, error)]
        }
    }

    private func entry(_ activity: JSONValue, at location: SourceLocation) -> SourceItem {
        do throws(EntryError) {
            switch activity["type"]?.string {
            case "Create": return try created(activity, at: location)
            case "Announce": return .unsupportedPost(location, mediaCount: 0, .boost)
            case let type? where Self.postTypes.contains(type):
                return try created(.object(["object": activity]), at: location)
            default: return .other(location, count: 1, .otherActivity)
            }
        } catch {
            return .rejectedPost(location, mediaCount: 0, error)
        }
    }

    /// Reads the profile of an actor.
    ///
    /// - Throws: A fault if the value is not an object.
    func profile(_ actor: JSONValue, at path: String) throws(EntryError) -> SourceProfile {
        guard case .object = actor else { throw .notJSON }
        let name = (actor["name"]?.string ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        let host = Self.host(of: actor["id"]?.string)
        let mentions = Mentions(actor["tag"], ownHost: host)
        let bio = HTMLText.text(of: actor["summary"]?.string ?? "", linkText: mentions.address)
        let url = actor["icon"].flatMap(Self.url)
        return SourceProfile(
            file: path,
            host: host,
            displayName: name.isEmpty ? nil : name,
            bio: bio.isEmpty ? nil : bio,
            avatar: url.flatMap(avatar)
        )
    }

    private func created(
        _ activity: JSONValue,
        at location: SourceLocation
    ) throws(EntryError) -> SourceItem {
        guard let object = activity["object"], case .object = object else {
            throw .notAnObject("object")
        }
        let attachments = object["attachment"]?.elements ?? []
        if object["type"]?.string == "Question" {
            return .unsupportedPost(location, mediaCount: attachments.count, .poll)
        }
        // The recipients of the post decide; those of the activity only deliver it.
        let hasRecipients = object["to"] != nil || object["cc"] != nil
        guard includesPrivate || Self.isPublic(hasRecipients ? object : activity) else {
            return .unsupportedPost(location, mediaCount: attachments.count, .narrowVisibility)
        }
        guard attachments.count <= SourcePost.mediaLimit else {
            return .rejectedPost(location, mediaCount: attachments.count, .tooManyMedia)
        }
        // The ID of the post is the same without the activity.
        let id = object["id"]?.string ?? activity["id"]?.string
        let published = [object["published"], activity["published"]].compactMap { $0?.string }
        guard let time = published.lazy.compactMap({ SourceTime.milliseconds(text: $0) }).first
        else {
            return .rejectedPost(location, mediaCount: attachments.count, .timeMissing)
        }
        let author = object["attributedTo"] ?? activity["actor"]
        let host = Self.host(of: author?.string ?? id)
        return .post(
            SourcePost(
                location: location,
                milliseconds: time,
                identity: ["mastodon", id ?? "\(time)"],
                isIdentifiedByPictures: id == nil,
                caption: Self.caption(of: object, host),
                media: attachments.map(attachment),
                host: host
            )
        )
    }

    /// Returns the content warning and the text.
    private static func caption(of object: JSONValue, _ host: String?) -> String {
        let warning = object["summary"]?.string ?? ""
        let mentions = Mentions(object["tag"], ownHost: host)
        let text = HTMLText.text(
            of: object["content"]?.string ?? "",
            linkText: mentions.address
        )
        return [warning, text].filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    fileprivate static func host(of url: String?) -> String? {
        url.flatMap { URL(string: $0)?.host() }
    }

    private func attachment(_ value: JSONValue) -> SourceMedia {
        let alt = value["name"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        guard let url = Self.url(of: value) else {
            return SourceMedia(path: "", file: .failure(.missing("url")), alt: alt)
        }
        return file(at: url, alt: alt)
    }

    /// Returns the URL of a picture: a text, or that of the first of its links, as Pleroma writes it.
    private static func url(of picture: JSONValue) -> String? {
        picture.elements.lazy.flatMap { ($0["url"] ?? $0["href"])?.elements ?? [] }
            .compactMap { $0.string ?? $0["href"]?.string }.first
    }

    /// Returns the picture of an actor, or `nil` for the URL of one that the archive lacks.
    private func avatar(_ url: String) -> SourceMedia? {
        let media = file(at: url)
        return url.contains("://") && media.file == .failure(.fileMissing) ? nil : media
    }

    private func file(at url: String, alt: String? = nil) -> SourceMedia {
        // Some servers start paths with a slash, although they are relative to the archive.
        media.media(at: url.hasPrefix("/") ? String(url.dropFirst()) : url, alt: alt)
    }

    /// Returns whether an activity or object is public.
    private static func isPublic(_ value: JSONValue) -> Bool {
        let everybody = [
            "https://www.w3.org/ns/activitystreams#Public", "as:Public", "Public",
        ]
        let recipients = [value["to"], value["cc"]].compactMap(\.self).flatMap(\.elements)
        return recipients.contains { $0.string.map(everybody.contains) ?? false }
    }
}

/// The people whom a post mentions, according to its tags.
///
/// The text contains only their usernames.
private struct Mentions {
    private var people: [(username: String, host: String?, linkHost: String?)] = []
    private let ownHost: String?

    init(_ tags: JSONValue?, ownHost: String?) {
        self.ownHost = ownHost
        for tag in tags?.elements ?? [] where tag["type"]?.string == "Mention" {
            let parts = (tag["name"]?.string ?? "").split(separator: "@")
            guard let username = parts.first else { continue }
            let linkHost = MastodonEntries.host(of: tag["href"]?.string)
            let host = parts.count > 1 ? String(parts[1]) : linkHost
            people.append((username.lowercased(), host, linkHost))
        }
    }

    /// Returns the address of the person to whom a link leads, or the text of any other link.
    func address(_ text: String, _ target: String) -> String {
        let name = text.dropFirst()
        guard text.hasPrefix("@"), !name.isEmpty, !name.contains(where: { "@/ \n".contains($0) }),
            let linkHost = MastodonEntries.host(of: target)
        else { return text }
        let namesakes = people.filter { $0.username == name.lowercased() }
        let same = namesakes.first { $0.linkHost == linkHost }
        let person = same ?? (namesakes.count == 1 ? namesakes[0] : nil)
        return "\(text)@\(person?.host ?? linkHost)"
    }
}
