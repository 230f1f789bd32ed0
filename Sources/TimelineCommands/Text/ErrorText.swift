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
