import ArgumentParser

/// Help texts for the commands that manage the store as a whole.
enum StoreHelp {
    enum Seed {
        static let abstract = "Fill the store with demo, imported or generated data."
        static let loadAbstract =
            "Load the demo data, or import a JSON file in the Firebase layout."
        static let loadDiscussion = """
            Loading a file again changes nothing. Pictures that the file does not contain are read from the folder \
            “images” beside it. Imported users have no account until `timeline signup --claim` creates one; only the \
            users of the demo have accounts from the start.
            """
        static let path = ArgumentHelp(
            "The JSON file (default: the demo data).",
            valueName: ValueName.file
        )
    }

    enum Generate {
        static let abstract = "Generate data of any size for benchmarks."
        static let discussion = """
            The same options generate the same data on every machine, even the users' keys. Such a store is for \
            measurements: never sync it with others. The users have no account until `timeline signup --claim` creates \
            one.
            """
        static let users = count("Number of users, 1 to 1,000,000.")
        static let posts = count("Number of posts, 0 to 100,000,000, spread over five years.")
        static let follows = count("Average number of users each user follows, 0 to 10,000.")
        static let likes = count("Average number of likes per post, 0 to 1000.")
        static let seed = ArgumentHelp(
            "Seed of the random numbers.",
            valueName: ValueName.number
        )
        static let withImages = count("Number of demo pictures that the posts use, 1 to 60.")

        private static func count(_ abstract: String) -> ArgumentHelp {
            ArgumentHelp(abstract, valueName: ValueName.count)
        }
    }

    enum Demo {
        static let abstract = "Try Timeline in a temporary store with demo data."
        static func discussion(username: String) -> String {
            """
            Creates a store in a temporary folder, loads the demo data, logs you in as @\(username) and shows the \
            feed. With --store, creates the store in that folder instead.
            """
        }
        static let store = ArgumentHelp(
            "A new or empty folder for the store (default: a temporary folder).",
            valueName: ValueName.folder
        )
    }

    enum Doctor {
        static let abstract = "Check the database, records, pictures and file permissions."
        static let discussion = """
            Verifies the signatures of all records, derives everything else from them again, and compares. Exits with 0 \
            only if the store is healthy.

            If the clock was ahead and was set right, the repair signs what you wrote then once more, dated now. It asks \
            for the password, because this device gets a new key: nothing signed by the old one can return. Without \
            the password, posts and comments are replaced, and the output says what else may return, and when.
            """
        static let quick = ArgumentHelp(
            "Do not verify signatures, nor compare indexes with tables."
        )
        static let repair = ArgumentHelp("Repair everything that can be repaired without loss.")
    }

    enum Backup {
        static let abstract = "Back up the store to a folder."
        static let discussion = """
            The backup contains everything, private data included. In the folder of an earlier backup, only new photos \
            are copied. Other commands can use the store meanwhile. To restore a backup, stop the server and all \
            other commands, replace the folder of the store with a copy of the backup, then run `timeline doctor`.
            """
        static let folder = ArgumentHelp(
            "A new or empty folder, or that of an earlier backup.",
            valueName: ValueName.folder
        )
    }
}
