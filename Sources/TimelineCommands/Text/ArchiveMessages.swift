import ArgumentParser
import TimelineArchive
import TimelineCore

/// Messages of `timeline export` and `timeline import timeline`.
enum ArchiveMessages {
    static let exporting = "Exporting"
    static let importing = "Importing"

    static func otherFormat(_ name: String) -> String {
        let stem = name.prefix { $0 != "." }
        return """
            An archive is a ZIP file or a folder, so “\(name)” cannot be written; export to “\(stem).zip”, or to a folder \
            such as “\(stem)”.
            """
    }
    static func exported(_ report: ExportReport, to path: String) -> String {
        let files = [countText(report.photos, "picture"), countText(report.previews, "preview")]
        let contents = listText(report.contents.parts)
        return "Exported \(contents), with \(listText(files)), to \(path)."
    }

    static func exportedSite(posts: Int, pages: Int, to path: String) -> String {
        "Exported \(countText(posts, "post")) on \(countText(pages, "page")) to \(path)."
    }

    static func exportedFiles(posts: Int, photos: Int, to path: String) -> String {
        "Exported \(countText(posts, "post")) with \(countText(photos, "photo")) to \(path)."
    }

    static func leftOut(lost: Int, unavailable: Int) -> [String] {
        var sentences: [String] = []
        if lost > 0 {
            let pictures = countText(lost, "picture")
            sentences.append(
                "Left out \(pictures) missing from the store or damaged; `timeline doctor` lists them."
            )
        }
        if unavailable > 0 {
            let pictures = countText(unavailable, "picture")
            sentences.append("Left out \(pictures) that cannot be read or have not arrived yet.")
        }
        return sentences
    }

    static func omitted(_ report: PostExportReport) -> [String] {
        let counts = [
            (report.omittedPosts, "post without its picture", "posts without their pictures"),
            (report.omittedPhotos, "further picture", "further pictures"),
            (report.omittedDescriptions, "description", "descriptions"),
            (
                report.omittedProfileFields, "display name or profile photo",
                "display names or profile photos"
            ),
        ]
        let parts = counts.filter { $0.0 > 0 }.map { countText($0.0, $0.1, $0.2) }
        guard !parts.isEmpty else { return [] }
        let list = parts.joined(separator: ", ")
        return ["Left out, because the layout cannot contain them: \(list)."]
    }

    static let dryRun = "This was a dry run, so nothing was imported."
}

/// Help texts for the commands that export and import archives.
enum ArchiveHelp {
    enum Export {
        static let abstract = "Export your photos, posts and comments."
        static let archiveAbstract = "Export an archive that contains everything of yours."
        static let archiveDiscussion = """
            The archive contains your posts with all replies, your comments, likes and follows, your photos, and a \
            site that shows them (site/index.html), but no private data. Docs/Archive.md describes the format. If the path ends in .zip, the archive is a ZIP \
            file, otherwise a folder. `timeline import timeline` imports it. Other commands can use the store meanwhile.
            """
        static let siteAbstract = "Export your posts as a site that needs no server."
        static let siteDiscussion = """
            The site has a home page, your profile, your posts with comments, tags, months and an Atom feed. Open \
            index.html in a browser. It loads nothing from elsewhere and needs no script.
            """
        static let firebaseAbstract = "Export posts as JSON in the Firebase layout."
        static let firebaseDiscussion =
            "Everyone's posts are exported. `timeline seed load` reads the file."
        static let folderAbstract = "Export your photos with their captions."
        static let folderDiscussion = """
            Each photo has a sidecar file with its caption, description, time and place in XMP, which photo managers \
            read.
            """
        static let folder = ArgumentHelp(
            "The folder to create.",
            valueName: ValueName.folder
        )
        static let file = ArgumentHelp("The file to create.", valueName: ValueName.file)
        static let archive = ArgumentHelp(
            "The ZIP file or folder to create.",
            valueName: ValueName.path
        )
        static let everything = ArgumentHelp("Export the whole store, of all users.")
        static let withOriginals = ArgumentHelp(
            "Include the files that you shared, with their places and other metadata."
        )
        static let withAccount = ArgumentHelp(
            "Include your account and keys, sealed under your password."
        )
    }

    enum Import {
        static let archiveAbstract = "Import an archive of Timeline."
        static let archiveDiscussion = """
            Importing an archive again changes nothing. Entries by any authors are imported if their signatures are \
            valid. To restore the account in it first, run `timeline identity import` with the same archive.
            """
        static let archive = ArgumentHelp(
            "The ZIP file or folder of the archive.",
            valueName: ValueName.path
        )
    }
}

/// Messages of `timeline import`.
enum ImportMessages {
    static let importing = "Importing"

    static let sameFile = "Choose different files for --people and --report."
    static func people(_ count: Int) -> String {
        """
        The archive lists \(countText(count, "person", "people")) that you follow or that follow you. To invite them, \
        write their usernames to a file with --people FILE.
        """
    }
    static let omissions = "Not imported:"
    static let changes = "Imported with a change:"
    static func moreFindings(_ count: Int) -> String {
        "… and \(groupedDigits(of: count)) more; --report FILE lists all."
    }
}

/// Help texts for the commands that import posts.
enum ImportHelp {
    static let abstract = "Import your posts from another service or a folder."
    static let discussion = """
        The posts become yours, with their original dates. Importing the same archive again imports nothing, so an \
        interrupted import can simply be repeated. Entries that are damaged, missing or unsafe are rejected one by one \
        and listed; then the exit status is 65, but everything else is imported.
        """
    static let dryRun = ArgumentHelp("Examine everything, but write nothing.")
    static let report = ArgumentHelp(
        "A new file for a report that lists every entry that was not imported, one JSON value per line.",
        valueName: ValueName.file
    )

    enum Instagram {
        static let abstract = "Import an archive of Instagram."
        static let discussion = """
            On Instagram, choose “Download your information”, in the format JSON. The archive is read in place, as a \
            ZIP file or as the folder that it contains. If Instagram divided it into several ZIP files, unpack all of \
            them into one folder. Videos, stories, messages, likes and comments are counted, but not imported.
            """
        static let path = ArgumentHelp(
            "The ZIP file, or the folder with its contents.",
            valueName: ValueName.path
        )
        static let places = ArgumentHelp("Import the places of posts, too.")
        static let people = ArgumentHelp(
            "A new file for the usernames of your followers and of the people you follow.",
            valueName: ValueName.file
        )
    }

    enum Mastodon {
        static let abstract = "Import an archive of Mastodon."
        static let discussion = """
            On Mastodon, choose “Request your archive” in the settings under “Import and export”. Posts with pictures \
            are imported with their descriptions. Boosts, polls and posts without pictures are counted, but not \
            imported.
            """
        static let path = ArgumentHelp(
            "The archive (.tar.gz or .zip), or the folder with its contents.",
            valueName: ValueName.path
        )
        static let includePrivate = ArgumentHelp(
            "Import posts for followers only and direct messages, too. Others may see them then."
        )
    }

    enum Folder {
        static let abstract = "Import the pictures in a folder and its subfolders."
        static let discussion = """
            Each picture becomes a post. Its date comes from the picture itself (Exif, XMP, IPTC), or else from the file \
            beside it (XMP, or JSON as in Google Takeout), from its name, or from the time of the file. Captions, \
            descriptions and keywords come from the picture or from the file beside it. The same picture in several \
            places becomes one post.
            """
        static let path = ArgumentHelp("The folder.", valueName: ValueName.folder)
        static let albums = ArgumentHelp(
            "Make one post of each folder, or several if it has over ten pictures."
        )
        static let places = ArgumentHelp("Import the places where the pictures were taken, too.")
        static let timeZone = ArgumentHelp(
            """
            The time zone of dates without one, such as Europe/Berlin or +02:00 (default: that of this computer).
            """,
            valueName: ValueName.zone
        )
    }

    enum Firebase {
        static let abstract = "Import a JSON file in the Firebase layout, with all of its users."
        static let discussion = """
            Pictures that the file does not contain are read from the folder “images” beside it. Imported users have no \
            account until `timeline signup --claim` creates one.
            """
        static let path = ArgumentHelp("The JSON file.", valueName: ValueName.file)
    }
}
