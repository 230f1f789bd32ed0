import ArgumentParser

/// Help texts for the commands about posts and comments.
enum PostHelp {
    static let post = ArgumentHelp(
        "The post's ID or short ID.",
        valueName: ValueName.post
    )

    enum Share {
        static let abstract = "Share one to ten pictures."
        static let photos = ArgumentHelp(
            "The picture files: JPEG, PNG, WebP, GIF or HEIC.",
            valueName: ValueName.file
        )
        static let image = ArgumentHelp("The same as <file>.", valueName: ValueName.file)
        static let alt = ArgumentHelp(
            "The description of a picture; repeat it for each picture, in order.",
            valueName: ValueName.text
        )
        static let caption = ArgumentHelp(
            "The caption; - reads it from standard input.",
            valueName: ValueName.text
        )
        static let edit = ArgumentHelp("Write the caption in $EDITOR.")
        static let date = ArgumentHelp(
            "The original time, such as 2018-05-01 or \"2018-05-01 12:00\", or `photo` for the time in the picture.",
            valueName: ValueName.date
        )
        static let place = ArgumentHelp("The name of the place.", valueName: ValueName.name)
        static let position = ArgumentHelp(
            "The position of the place in degrees, as in -33.9,18.4.",
            valueName: ValueName.position
        )
        static let placeFromPhoto = ArgumentHelp(
            "Share the position that the first picture with one contains."
        )
        static let fuzz = ArgumentHelp("Round the position to about 1 km before sharing it.")
    }

    enum Feed {
        static let abstract = "Show a feed, newest first."
        static let discussion = """
            Without options, shows your feed: your posts and those of everyone you follow.
            """
        static let new = ArgumentHelp("Only posts that are new since your last visit.")
        static let resume = ArgumentHelp("Continue where you stopped reading.")
        static let watch = ArgumentHelp("Keep running and print new posts, until Ctrl-C.")
        static let of = ArgumentHelp(
            "Show the posts of this user instead.",
            valueName: ValueName.username
        )
        static let everyone = ArgumentHelp("Show the posts of all users instead.")
    }

    enum Show {
        static let abstract = "Show a post with all its comments."
        static let watch = ArgumentHelp("Keep running and show changes, until Ctrl-C.")
    }

    enum Edit {
        static let abstract = "Change the caption, the place or the descriptions of your post."
        static let discussion = """
            Parts that you leave out stay as they are: --place alone keeps the position, and --at alone the name.
            """
        static let alt = ArgumentHelp(
            "The new description of a picture; repeat it for each picture, in order. Empty removes it.",
            valueName: ValueName.text
        )
        static let place = ArgumentHelp("The new name of the place.", valueName: ValueName.name)
        static let noPlace = ArgumentHelp("Remove the place.")
        static let caption = ArgumentHelp(
            "The new caption; - reads it from standard input.",
            valueName: ValueName.text
        )
    }

    enum Like {
        static let abstract = "Like a post."
        static let listAbstract = "List the users that like a post."
        static let unlikeAbstract = "Remove your like from a post."
    }

    enum Comment {
        static let abstract = "Comment on a post."
        static let discussion = "On a terminal, a comment without a text is written in $EDITOR."
        static let text = ArgumentHelp(
            "The comment; - reads it from standard input.",
            valueName: ValueName.text
        )
    }

    enum Delete {
        static let abstract = "Delete your post, or a comment."
        static let discussion = """
            Deleting a post also deletes its pictures, comments and likes. You can delete your own comments, and all \
            comments on your posts. On a terminal, the command prompts for confirmation.
            """
        static let yes = ArgumentHelp("Delete without confirmation.")
        static let id = ArgumentHelp(
            "The ID or short ID of a post or comment.",
            valueName: ValueName.id
        )
    }

    enum Open {
        static let abstract = "Show the pictures of a post in the system's viewer."
        static let discussion = """
            The pictures are copied to a temporary folder, without metadata about places, devices and people. \
            Set $TIMELINE_OPEN to use another program instead of `xdg-open`, or `open` on a Mac.
            """
    }

    enum Save {
        static let abstract = "Save the pictures of a post or of a user as files."
        static let discussion = """
            Your own pictures are saved byte for byte. Those of others, and yours with --stripped, are saved without \
            metadata about places, devices and people; their pixels do not change.

            With --all, pictures that cannot be saved are listed, and all others are saved. The exit status is then \
            74 if the store has lost a picture, and 65 otherwise.
            """
        static let all = ArgumentHelp(
            "Save all pictures of this user, named by date (UTC); skip existing files.",
            valueName: ValueName.username
        )
        static let output = ArgumentHelp("The file or folder to write.", valueName: ValueName.path)
        static let stripped = ArgumentHelp("Remove metadata from your own pictures too.")
    }
}
