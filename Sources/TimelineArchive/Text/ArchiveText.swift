import TimelineCore

/// The reasons for rejecting an entire archive.
///
/// Each reason completes the sentence “The archive cannot be read: …”.
enum ArchiveText {
    static let notJSON = "it is not valid JSON, or nested too deeply."
    static let wrongLayout = "it is not a JSON object with “users”, “posts” or “images”."

    static let notAFile = "it is neither a file nor a folder."
    static let notAnArchive = "it is neither a zip archive nor a tar archive."

    static let noOutbox = "it contains no “outbox.json”, so it is not an archive of Mastodon."
    static let notAFolder = "it is not a folder."
    static let noInstagramPosts =
        "it contains no posts of Instagram. Request a copy of your information in JSON, not HTML."

    /// Describes a damaged directory.
    ///
    /// The reason is a sentence that begins with a capital letter.
    static func unreadableDirectory(_ reason: String) -> String {
        "its directory is missing or damaged. (\(reason))"
    }

    /// The name of the format in the manifest, which never changes.
    static let format = "timeline archive"
    static let noManifest = "it has no valid manifest.json of an archive of Timeline."
    static let laterVersion = "it was made by a later version of Timeline."

    static func duplicateKey(_ key: String) -> String { "it contains the key “\(key)” twice." }
    static func folderNotFound(_ path: String) -> String { "the folder “\(path)” does not exist." }
}

/// The outcomes of imports.
enum ImportText {
    static let nothing = "There is nothing to import."
    static let nothingNew = "There is nothing new to import."
    static func imported(posts: Int, media: Int, isDryRun: Bool) -> String {
        let counts = "\(countText(posts, "post")) with \(countText(media, "picture"))"
        return isDryRun ? "Would import \(counts)." : "Imported \(counts)."
    }
    static func alreadyPresent(posts: Int, media: Int) -> String {
        "Already present: \(countText(posts, "post")), \(countText(media, "picture"))."
    }
    static func notSupported(posts: Int, media: Int, kinds: [String: Int]) -> String {
        let list = kinds.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { countText($0.value, $0.key) }.joined(separator: ", ")
        let media = countText(media, "picture or video", "pictures or videos")
        return "Not supported: \(countText(posts, "post")), \(media)"
            + (list.isEmpty ? "." : ", among them \(list).")
    }
    static func guessedDates(_ counts: [String: Int]) -> String {
        let sources = [
            (PictureDate.Source.sidecar, "a file beside the picture"),
            (.fileName, "the name of the file"),
            (.fileTime, "the time of the file"),
        ]
        let parts = sources.compactMap { source, name in
            counts["\(source)"].map { "\(countText($0, "post")) by \(name)" }
        }
        return "Dated by something other than the picture: \(listText(parts))."
    }
    static func notKept(_ count: Int) -> String {
        "Left out \(countText(count, "entry", "entries")) other than posts."
    }
    static func rejected(posts: Int, media: Int, files: Int) -> String {
        let counts = [
            countText(posts, "post"), countText(media, "picture or video", "pictures or videos"),
            countText(files, "file"),
        ]
        return "Rejected: \(counts.joined(separator: ", "))."
    }
    static func furtherPosts(_ count: Int) -> String {
        "Created \(countText(count, "further post")) for pictures after the tenth of a post."
    }
    static func continuedCaptions(_ count: Int) -> String {
        "\(countText(count, "long caption")) \(count == 1 ? "continues" : "continue") in the first comment."
    }
    static let displayName = "display name"
    static func profile(_ names: [String], isDryRun: Bool) -> String {
        let list = names.count > 1 ? names.dropLast().joined(separator: ", ") + " and " : ""
        return "\(isDryRun ? "Would fill in" : "Filled in") your \(list)\(names.last ?? "")."
    }
    static func imported(_ contents: RecordTally, isDryRun: Bool) -> String {
        let parts = contents.parts
        return """
            \(isDryRun ? "Would import" : "Imported") \(parts.isEmpty ? "nothing new" : listText(parts)).
            """
    }
    static func alreadyPresent(_ contents: RecordTally) -> String {
        "Already present: \(listText(contents.parts))."
    }
    static func superseded(_ contents: RecordTally) -> String {
        "Deleted or replaced here since, and not brought back: \(listText(contents.parts))."
    }
    static func ofDeletedAccounts(_ contents: RecordTally) -> String {
        """
        Not brought back, because the account was deleted, which is final: \(listText(contents.parts)). The pictures can \
        be posted again from a new account, from the unpacked archive: `timeline import folder`.
        """
    }
    static func notSupported(_ count: Int) -> String {
        "Not supported by this version: \(countText(count, "entry", "entries"))."
    }
    static func rejected(_ count: Int) -> String {
        "Rejected: \(countText(count, "entry", "entries"))."
    }
    static func pictures(_ count: Int, _ outcomes: String) -> String {
        "\(countText(count, "picture")): \(outcomes)."
    }
    static func outcomes(imported: Int, present: Int, unsupported: Int, rejected: Int) -> String {
        let counts = [
            (imported, "imported"), (present, "already present"), (unsupported, "not supported"),
            (rejected, "rejected"),
        ]
        return counts.map { "\(groupedDigits(of: $0.0)) \($0.1)" }.joined(separator: ", ")
    }
    static func line(_ number: Int) -> String { "line \(number)" }
}

/// The fixed parts of a sidecar file in XMP (ISO 16684-1).
enum XMPText {
    /// Returns a document with the given properties, which are XML.
    static func document(_ properties: [String]) -> String {
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/">
        <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
        xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/"
        xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/">
        \(properties.joined(separator: "\n"))
        </rdf:Description>
        </rdf:RDF>
        </x:xmpmeta>

        """
    }
}

/// Names that others give to files, in lower case.
enum FileNames {
    /// The names of files and folders that systems and devices put among the user's.
    static let ofSystems: Set = [
        "@eadir", "@recycle", "#recycle", "#snapshot", "$recycle.bin", "__macosx", "lost+found",
        "system volume information", "found.000", "recycler", "thumbs.db", "ehthumbs.db",
        "desktop.ini", "icon\r",
    ]
    /// The words at the end of an edited copy's name, which depend on the language of the account.
    static let editedMarks: Set = [
        "edited", "edit", "bearbeitet", "modifié", "modificado", "editado", "ha editado", "editada",
        "modificato", "bewerkt", "redigerad", "redigeret", "redigert", "muokattu", "edytowane",
        "upraveno", "düzenlendi", "изменено", "编辑", "已編輯", "已编辑", "編集済み", "수정됨",
    ]
}
