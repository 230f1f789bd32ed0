import ArgumentParser

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
            valid. To restore a sealed account, run `timeline identity import` with the file account.sealed.
            """
        static let archive = ArgumentHelp(
            "The ZIP file or folder of the archive.",
            valueName: ValueName.path
        )
    }
}
