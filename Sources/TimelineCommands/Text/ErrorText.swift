import TimelineSync

/// Messages for the errors of commands, and hints for the errors of the library.
enum ErrorText {
    // MARK: The command line

    static func unknownCommand(_ word: String, hint: String) -> String {
        "“\(word)” is not a command. \(hint)"
    }
    static func didYouMean(_ name: String) -> String { "Did you mean “\(name)”?" }
    static let listsCommands = "`timeline --help` lists all commands."
    static func notUTF8(_ argument: String, at position: Int) -> String {
        "Argument \(position), “\(argument)”, is not UTF-8; rename the file or retype the text."
    }
    static let emptyPath = "The path is empty; give a file or folder."
    static let emptyStorePath = "--store needs the path of a folder."
    static let serversUnsupported =
        "This program was built without stores in PostgreSQL (the trait Cluster)."
    static func unknownAddress(_ text: String) -> String {
        "“\(text)” is not the address of a database, such as postgres://HOST/DATABASE; a folder of this name is “./\(text)”."
    }
    static let photosOfFolder =
        "--photos is for a store in PostgreSQL; this one is a folder, which contains its photos."
    static let photosMissing =
        "--photos is missing: s3://BUCKET/PREFIX, or a folder that all servers share."
    static let passwordInAddress =
        "Other users of this machine can read passwords in arguments; put it into ~/.pgpass or $PGPASSWORD."
    static let limitOutOfRange = "--limit must be 1 to 1000."
    static let writing = "Writing"
    static func outputFailed(_ reason: String) -> String {
        "The output could not be written: \(reason). The store is not damaged, and changes made before this error are saved."
    }

    // MARK: Files and folders

    static let noViewer = """
        No program shows pictures here. Set $TIMELINE_OPEN to one, or use `timeline save`.
        """
    static func editorFailed(_ command: String) -> String {
        "The editor “\(command)” failed, so nothing was posted. Set $EDITOR to another one."
    }
    static func unsavedText(_ path: String) -> String { "Your text is in “\(path)”." }
    static func fileNotFound(_ path: String) -> String {
        "The file “\(path)” does not exist; check the path."
    }
    static func folderNotFound(_ path: String) -> String {
        "The folder “\(path)” does not exist; create it, or check the path."
    }
    static func notAFile(_ path: String) -> String {
        "“\(path)” is not a file; choose another path."
    }
    static func notAFolder(_ path: String) -> String {
        "“\(path)” is a file, not a folder; choose another path."
    }
    static func notAPhotoFolder(_ path: String) -> String {
        "“\(path)” is a file, not a folder. To share a single picture, use `timeline post FILE`."
    }
    static func fileExists(_ path: String) -> String {
        "The file “\(path)” already exists; choose another path."
    }
    static func sessionNotFound(_ id: String) -> String { "You have no session “\(id)”." }
    static func storeNotFound(_ path: String) -> String {
        "The folder “\(path)” contains no store."
    }

    static func demoDataMissing(_ path: String) -> String {
        "The demo data is missing: it belongs in “\(path)”. `make install` copies it there."
    }

    // MARK: Hints

    static let logInOrSignUp = "Use `timeline login`, or `timeline signup` for a new account."
    static let logIn = "Use `timeline login`."
    static let claim = "`timeline signup --claim USERNAME` creates an account for an imported user."
    static let pairOrRestore = """
        If you are this user, make this store a device of yours: `timeline pair --to FILE` on a device that you have, or \
        `timeline identity import FILE` with a copy of your identity. Otherwise, invite them (`timeline invite`).
        """
    static let listsUsers = "`timeline users` lists all users."
    static let listsPosts = "`timeline feed` shows posts with their short IDs."
    static let listsComments = """
        `timeline feed` shows posts with their short IDs, `timeline show POST` those of its comments.
        """
    static let listsSessions = "`timeline sessions` lists yours."
    static let createsStore = "`timeline signup` creates one; --store selects another folder."
    static let clock = """
        Set the clock. If it is right, `timeline doctor --repair` signs what is dated in the future again, dated now.
        """
    static let freesSpace = "Free some space, then repeat the command."
    static let checksPath = "Check its permissions, or choose another path."
    static let checksStore = "`timeline doctor` checks the store."
}

/// Messages for failed syncs.
enum SyncErrorText {
    static func notInvited(_ place: String) -> String {
        """
        \(place) does not know you, or your invitation has been used by another device or withdrawn. Ask its user for a \
        new one (`timeline invite` there, `timeline follow LINK` here), or pair the device if it is yours.
        """
    }
    static let stranger = """
        A device that is neither yours nor invited wanted to sync, and was rejected. `timeline invite` prints an \
        invitation.
        """
    static func thisDeviceRevoked(_ place: String) -> String {
        """
        \(place) reports that this device has been revoked, so it was rejected. Run `timeline login` to give it a new key, \
        then sync both with the same folder; or pair it again.
        """
    }
    static let deviceRevoked = """
        A device that you have revoked was rejected, and received none of your data. To use it again, run \
        `timeline login` on it and sync both with the same folder, or pair it again.
        """
    static func unknownDevice(_ place: String) -> String {
        """
        Another device answers at \(place): it did not prove that it is yours or a friend's, so nothing was sent. If it \
        is a friend's, follow a new invitation from it (`timeline invite` there, `timeline follow LINK` here). If it is \
        yours, sync both with the same folder first, or pair it.
        """
    }
    static func silence(_ place: String) -> String {
        "\(place) sent nothing, or hardly anything, for a minute. Everything that had arrived is stored; sync again."
    }
    static func disconnected(_ place: String) -> String {
        "The connection to \(place) ended early. Everything that had arrived is stored; sync again."
    }
    static func otherVersion(_ place: String) -> String {
        "\(place) speaks another version of the protocol; update Timeline on both devices."
    }
    static func storeFailed(_ code: String) -> String {
        "The store failed (\(code)); `timeline doctor` checks it."
    }
    static func peerStoreFailed(_ place: String) -> String {
        "The store of \(place) failed; run `timeline doctor` there."
    }
    static func limit(_ place: String) -> String {
        "\(place) sent or demanded more than a device may. Everything that had arrived is stored; sync again."
    }
    static func malformed(_ place: String) -> String {
        place == SyncText.someone
            ? "\(place) that does not speak like Timeline was rejected."
            : "\(place) does not answer like Timeline; check the address."
    }
    static let unprovenConnection = """
        A device that could not prove its identity was rejected; perhaps it runs another version of Timeline.
        """
    static func otherKey(_ place: String) -> String {
        """
        \(place) could not prove its identity, so nothing was sent: another device or another version of Timeline \
        answers there, or the connection was changed on its way.
        """
    }
    static func unknownHost(_ place: String) -> String {
        "The host of \(place) is unknown; check the name and your network."
    }
    static func unreachable(_ place: String, reason: String) -> String {
        let command = place.hasPrefix("http") ? "serve" : "sync --listen"
        return "\(place) cannot be reached: \(reason). Is `timeline \(command)` running there?"
    }
    static func severalUsers(_ place: String) -> String {
        "Several users have their posts at \(place); add the one to sync with, as in \(place)/@leia."
    }
    static func noUser(_ place: String) -> String {
        """
        Nobody syncs at \(place): it is not the address of `timeline serve`, or no user with keys has that name there.
        """
    }
    static func httpStatus(_ place: String, status: Int) -> String {
        "\(place) answered with the status \(status); try again in a minute, or check the address."
    }
    static func system(_ place: String, reason: String) -> String {
        "Syncing with \(place) failed: \(reason)."
    }
    static func missingFolder(_ path: String) -> String {
        "The folder “\(path)” does not exist; connect its disk, or check the path."
    }
    static func fullFolder(_ path: String) -> String {
        "The folder “\(path)” is full; free some space on its disk, then sync again."
    }
    static func readOnlyFolder(_ path: String) -> String {
        """
        The folder “\(path)” is read-only, so nothing can be written to it; make its disk writable, then sync again.
        """
    }
    static func forbiddenFolder(_ path: String) -> String {
        "You may not read or write all of the folder “\(path)”; check its permissions."
    }
    static func unusableFolder(_ path: String, reason: String) -> String {
        "The folder “\(path)” cannot be used: \(reason)."
    }
    static func damagedFolder(_ path: String) -> String {
        "The folder “\(path)” contains damaged files; sync again when they have been copied."
    }
    static func remoteFailed(_ place: String, status: Int32) -> String {
        "Timeline on \(place) ended with status \(status); its message is above."
    }
    static func remoteNotFound(_ place: String) -> String {
        "Either `ssh` is missing here, or `timeline` on \(place); install it."
    }
    static func loginFailed(_ place: String) -> String {
        "`ssh` could not log in to \(place); its message is above."
    }
    static func cannotStart(_ program: String, reason: String) -> String {
        "\(program) cannot be started: \(reason)."
    }
    static func cannotListen(_ address: String, reason: String) -> String {
        "This machine cannot listen at \(address): \(reason). Choose another address or port."
    }
    static func certificateRejected(_ place: String) -> String {
        """
        \(place) has no certificate that this machine trusts for this name, or does not use TLS, so nothing was sent. \
        If you know its certificate, give the file with --tls-ca.
        """
    }
    static func authoritiesUnusable(_ path: String) -> String {
        "The file “\(path)” cannot be read, or contains no certificate in PEM; check --tls-ca."
    }
    static func httpUnavailable(_ place: String) -> String {
        "Syncing with \(place) needs libcurl, which is not installed; install it, as with `apt install libcurl4`."
    }
    static func proxyUnusable(_ place: String) -> String {
        """
        The proxy for \(place) cannot be used; check http_proxy, https_proxy and all_proxy in the environment, or name \
        the host in no_proxy.
        """
    }
}
