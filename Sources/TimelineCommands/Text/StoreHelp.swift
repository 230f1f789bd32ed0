import ArgumentParser
import Foundation
import TimelineArchive
import TimelineCore

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
        static let unloadAbstract = "Remove the people of the demo data, or of a JSON file, again."
        static let unloadDiscussion = """
            Forgets the people and their posts in this store only, without a trace of a deletion. Your likes and comments \
            on these posts go with them, and you no longer follow these people. Users who were claimed, and demo users \
            with a password of their own, stay with everything. A sync does not bring the others back, unless you follow \
            them again.
            """
        static let yes = ArgumentHelp("Do not ask for confirmation.")
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
        static let abstract = "Check the database, signatures, pictures and file permissions."
        static let discussion = """
            Verifies all signatures, derives everything else from them again, and compares. Exits with 0 \
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

/// Messages of `timeline seed` and `timeline demo`.
enum SeedText {
    static let loading = "Loading"
    static let creatingAccounts = "Creating accounts"
    static let preparing = "Preparing pictures"
    static let generating = "Generating"

    static let tooLarge = "it is larger than 1 GiB."

    // MARK: Questions

    static let demo = "the demo"
    static func confirmLoading(_ source: String) -> String {
        """
        This store has accounts of real people. Add the people and posts of \(source) to it? `timeline seed unload` \
        removes them again.
        """
    }
    static let notLoaded = "Nothing was loaded."
    static func confirmUnloading(_ plan: UnloadReport) -> String {
        """
        Remove \(amount(plan)) from this store, with the likes and comments of everyone on these posts?
        """
    }
    static let notUnloaded = "Nothing was removed."
    static let nothingToUnload = "None of these people are in this store."
    static func unloaded(_ report: UnloadReport) -> String { "Removed \(amount(report))." }
    private static func amount(_ report: UnloadReport) -> String {
        let people = report.users > 0 ? [countText(report.users, "person", "people")] : []
        return listText(people + [countText(report.posts, "post")])
    }
    static func claimed(_ names: [String]) -> String {
        "Claimed, and therefore kept with everything: \(listText(names))."
    }
    static func mentioned(_ names: [String]) -> String {
        "Kept by name, because of their comments or likes on the posts of others: \(listText(names))."
    }
    static let unloadedHereOnly = """
        Devices that have synced with this one keep what they have received; run the same command there.
        """
    static func password(_ password: String) -> String { "(password: \(password))" }
    static let claimHint = "creates an account for one of them"

    static func generated(users: Int, _ contents: RecordTally) -> String {
        "Generated \(listText([countText(users, "user")] + contents.parts))."
    }
    static func outOfRange(_ option: String, allowed range: ClosedRange<Int>) -> String {
        "\(option) must be \(groupedDigits(of: range.lowerBound)) to \(groupedDigits(of: range.upperBound))."
    }

    // MARK: Import reports

    static func counts(
        users: Int,
        posts: Int,
        media: Int,
        comments: Int,
        likes: Int,
        follows: Int
    ) -> String {
        let counts = [
            countText(users, "user"),
            "\(countText(posts, "post")) with \(countText(media, "picture"))",
            countText(comments, "comment"), countText(likes, "like"), countText(follows, "follow"),
        ]
        return counts.joined(separator: ", ")
    }
    static func loaded(_ counts: String, isDryRun: Bool) -> String {
        isDryRun ? "Would load \(counts)." : "Loaded \(counts)."
    }
    static func alreadyPresent(_ counts: String) -> String { "Already present: \(counts)." }
    static func merged(likes: Int, isDryRun: Bool) -> String {
        "\(isDryRun ? "Would merge" : "Merged") \(countText(likes, "duplicate like"))."
    }
    static func created(users: Int, isDryRun: Bool) -> String {
        "\(isDryRun ? "Would create" : "Created") \(countText(users, "user")) that the archive mentions but lacks."
    }
    static let renamed = "These usernames were taken and got a suffix:"
    static func rejected(_ count: Int) -> String {
        "Rejected \(countText(count, "entry", "entries"))"
    }
    static func moreRejections(_ count: Int) -> String {
        "… and \(groupedDigits(of: count)) more; pipe the output into a file to list all."
    }

    // MARK: The demo

    static func notEmpty(_ path: String) -> String {
        "The demo creates a new store, but “\(path)” is not empty. Choose another one."
    }
    static let nextSteps = "Next steps"
    static func continueAs(_ username: String) -> String {
        "You are @\(username) in a store of your own. To continue there, first type:"
    }
    static let thenTry = "Then try:"
    static let sampleComment = "Lovely light."
    static let sampleCaption = "My first"
    static let archivedAlbum = "Café du soir, and the way home ☕️ #lateposts"
    static let archivedPost = "Found at the bottom of an old phone."
    static func otherUsers(password: String) -> String {
        """
        The other users are @leia, @ob1kenob, @3po and more. To log in as one of them, use the password “\(password)”:
        """
    }
    static func removal(_ command: String) -> String { "To delete the store: \(command)" }
}

/// Messages of `timeline doctor` and `timeline backup`.
enum DoctorText {
    static let checking = "Checking pictures"
    static let healthy = "All is well."
    static let healthyNow = "All is well now."
    static func repaired(_ finding: String) -> String { "\(finding) Repaired." }
    static let repairHint = "Some of these can be repaired: "

    static func password(of username: String) -> String {
        "Password of @\(username) (empty if you do not know it)"
    }
    static func needsPassword(_ username: String) -> String {
        """
        Their keys have such a date too, so nobody else accepts anything of theirs before it. The repair needs the \
        password of @\(username): `timeline doctor --repair --password-stdin`.
        """
    }
    static func otherDevices(_ devices: [String]) -> String {
        """
        Some were signed by \(countText(devices.count, "other device")) (\(devices.joined(separator: ", "))): repair \
        the store there, sync with it, then repeat this.
        """
    }
    static func mayReturn(_ parts: [String]) -> String {
        """
        Without the password, what folders or other devices still hold may return: \(parts.joined(separator: "; ")). \
        Deleted posts and comments stay deleted.
        """
    }
    static func returning(_ kind: RecordKind, _ date: Date) -> String {
        let what =
            switch kind {
            case .profileSet: "changes of the profile"
            case .postSet: "edits of posts"
            case .liked, .unliked: kind == .liked ? "likes" : "withdrawn likes"
            case .followed, .unfollowed: kind == .followed ? "follows" : "ended follows"
            case .keyAdded, .keyRevoked, .accountDeleted, .postDeleted, .commentAdded,
                .commentDeleted, .commentHidden:
                "others"
            }
        return "\(what) from \(date.formatted(.iso8601)) on"
    }
    static func moved(_ count: Int) -> String {
        count == 1 ? "It has a new ID:" : "\(count) posts and comments have new IDs:"
    }
    static func restore(_ folder: String) -> String {
        """
        To restore a backup, stop the server and all other commands, move “\(folder)” away, copy the folder of the \
        backup to its place, and run `timeline doctor`. Without a backup, keep the old folder, start a new store with \
        `timeline identity import` or `timeline pair`, and sync: that brings what your devices and friends have.
        """
    }
    static func unfinished(_ path: String) -> String { "\(path) is incomplete and unused." }
    static func orphanedRenditions(_ count: Int) -> String {
        "The store contains \(countText(count, "orphaned rendition"))."
    }
    static func permissions(of path: String, _ mode: String, expected: String) -> String {
        "The permissions of \(path) are \(mode), not \(expected)."
    }
    static func openToOthers(_ path: String, mode: String, expected: String) -> String {
        "Others can open \(path): its permissions are \(mode), not \(expected)."
    }
    static func link(_ path: String) -> String {
        "\(path) is a symbolic link, which Timeline does not follow; put the file itself there."
    }
    static func wrongKind(_ path: String) -> String {
        "\(path) has an unexpected file type; move it elsewhere."
    }
    static func writableByOthers(_ path: String) -> String {
        """
        Others can write to \(path), where the store is created; run `timeline doctor --repair` to prevent this.
        """
    }

    static let copying = "Copying photos"
    static func backedUp(to folder: String, files: Int, new: Int) -> String {
        "Backed up to \(folder): \(countText(files, "photo file")), \(groupedDigits(of: new)) new."
    }
    static func damaged(_ count: Int) -> String {
        let isAre = count == 1 ? "is" : "are"
        let files = countText(count, "photo file")
        return "\(files) \(isAre) missing or damaged; `timeline doctor` shows details."
    }
}

/// Help texts for `timeline serve`.
enum ServeHelp {
    static let abstract = "Show the store in a browser."
    static let discussion = """
        Only browsers on this machine can connect, unless --host is an address that others reach; that requires a \
        certificate or --insecure. The default store is created if it is missing, so that you can sign up in the \
        browser; one at --store is created with --sign-up only. Your devices and your peers can also sync with the \
        server: `timeline sync http://host:8080`. Other commands can use the store meanwhile. Stop the server with \
        Ctrl-C.
        """
    static let port = ArgumentHelp(
        "The port to listen on; 0 selects a free one.",
        valueName: ValueName.number
    )
    static let host = ArgumentHelp(
        "The address to listen on; 0.0.0.0 is every network (default: this machine only).",
        valueName: ValueName.address
    )
    static let tlsCert = ArgumentHelp(
        "A TLS certificate in PEM, followed by those of its issuers.",
        valueName: ValueName.file
    )
    static let tlsKey = ArgumentHelp(
        "The private key of the certificate in PEM.",
        valueName: ValueName.file
    )
    static let insecure = ArgumentHelp("Allow --host without a certificate.")
    static let url = ArgumentHelp(
        "The address under which a reverse proxy offers the server, such as https://photos.example.",
        valueName: ValueName.address
    )
    static let proxy = ArgumentHelp(
        "The IP address of a reverse proxy on another machine, to believe its X-Forwarded-For.",
        valueName: ValueName.address
    )
    static let metrics = ArgumentHelp(
        "Offer metrics for Prometheus to this machine, at an address such as 127.0.0.1:9101.",
        valueName: ValueName.address
    )
    static let drain = ArgumentHelp(
        "How many seconds to go on after SIGTERM, while /readyz says that the server stops.",
        valueName: ValueName.number
    )
    static let callLimit = ArgumentHelp(
        "How many calls an app may make in five minutes; 0 is no limit (default: 7500).",
        valueName: ValueName.number
    )
    static let isPublic = ArgumentHelp("Show posts of users with an account to everyone.")
    static let signUp = ArgumentHelp("Let everyone who reaches the server sign up.")
    static let open = ArgumentHelp("Open the browser.")
    static let verbose = ArgumentHelp("Log each request, and not only problems.")
    static let demo = ArgumentHelp("Show the demo in a browser instead.")
}

/// Messages of `timeline serve`.
enum ServeText {
    static let portOutOfRange = "--port must be 0 to 65535."
    static let emptyHost = "--host needs a name or an IP address."
    static let incompleteCertificate = "--tls-cert and --tls-key must be used together."
    static let contradictingCertificate = "--insecure and --tls-cert cannot be combined."
    static let invalidURL =
        "--url must be an address such as https://photos.example, without a path."
    static let invalidProxy = "--proxy must be an IP address."
    static let proxyWithoutURL =
        "--proxy needs --url, the address under which the proxy is reached."
    static let invalidMetrics =
        "--metrics must be an address of this machine with a port, such as 127.0.0.1:9101."
    static let drainOutOfRange = "--drain must be 0 to 600."
    static let negativeLimit = "--call-limit must not be negative."
    static let apps = """
        Apps for Mastodon connect with the same address; Docs/Apps.md says which. For scripts, `timeline token create` \
        makes a token.
        """
    static let reachable = "Other machines on your network can connect."
    static let proxied = "Whoever reaches the reverse proxy can connect."

    static let temporary = "The demo's store is deleted when you stop."

    static func demoLogin(email: String, password: String) -> String {
        "Log in as \(email), with the password “\(password)”."
    }
    static func listening(_ url: String) -> String {
        "Timeline is at \(url). Press Ctrl-C to stop."
    }
}
