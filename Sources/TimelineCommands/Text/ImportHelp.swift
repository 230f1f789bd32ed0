import ArgumentParser

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
            Each picture becomes a post, dated by its Exif data, XMP or IPTC, or else by its file. Captions, \
            descriptions and keywords come from the picture or from an XMP file beside it. The same picture in several \
            places becomes one post.
            """
        static let path = ArgumentHelp("The folder.", valueName: ValueName.folder)
        static let albums = ArgumentHelp(
            "Make one post of each folder, or several if it has over ten pictures."
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
