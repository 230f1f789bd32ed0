import Foundation
import TimelineCore

/// A parser for activities (ActivityStreams 2.0).
struct MastodonEntries: Sendable {
    /// The media files of the archive.
    let media: MediaIndex
    /// Whether to import posts that only followers or mentioned people can see.
    let includesPrivate: Bool

    /// Reads an activity.
    func entry(_ item: JSONItem, at location: SourceLocation) -> SourceItem {
        do throws(EntryError) {
            let activity = try item.value()
            switch activity["type"]?.string {
            case "Create": return try created(activity, at: location)
            case "Announce": return .unsupportedPost(location, mediaCount: 0, .boost)
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
        let bio = HTMLText.text(of: actor["summary"]?.string ?? "")
        let url = actor["icon"]?.elements.first?["url"]?.string
        return SourceProfile(
            file: path,
            displayName: name.isEmpty ? nil : name,
            bio: bio.isEmpty ? nil : bio,
            // Some servers write a URL instead of the path of a file in the archive.
            avatar: url.flatMap { $0.contains("://") ? nil : file(at: $0) }
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
        guard let id = activity["id"]?.string ?? object["id"]?.string else {
            return .rejectedPost(location, mediaCount: attachments.count, .missing("id"))
        }
        let published = object["published"]?.string ?? activity["published"]?.string ?? ""
        guard let time = SourceTime.milliseconds(text: published) else {
            return .rejectedPost(location, mediaCount: attachments.count, .timeMissing)
        }
        return .post(
            SourcePost(
                location: location,
                milliseconds: time,
                identity: ["mastodon", id],
                isIdentifiedByPictures: false,
                caption: Self.caption(of: object),
                media: attachments.map(attachment)
            )
        )
    }

    /// Returns the content warning and the text.
    private static func caption(of object: JSONValue) -> String {
        let warning = object["summary"]?.string ?? ""
        let text = HTMLText.text(of: object["content"]?.string ?? "")
        return [warning, text].filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    private func attachment(_ value: JSONValue) -> SourceMedia {
        let alt = value["name"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        guard let url = value["url"]?.string else {
            return SourceMedia(path: "", file: .failure(.missing("url")), alt: alt)
        }
        return file(at: url, alt: alt)
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
