/// A command during which the disk fails.
///
/// Leia runs the command in a store with a post by Han and two posts of her own. The captions are
/// `han`, `first` and `second`.
enum FaultyCommand: String, CaseIterable, Sendable {
    case post, delete, comment, signup
    case accountDelete = "account delete"
    /// A post command with a commit that also copies the long write-ahead log into the database.
    case postWithCheckpoint = "post with a checkpoint"

    /// The faults to inject.
    ///
    /// Every command has at least two faults. A post has all of them except `killed`.
    var faults: [FailingDisk.Fault] {
        switch self {
        case .post: FailingDisk.Fault.allCases.filter { $0 != .killed }
        case .delete, .comment: [.full, .brokenOnce, .readOnly]
        case .signup, .accountDelete, .postWithCheckpoint: [.full, .brokenOnce]
        }
    }

    /// The shell script that runs the command.
    var script: String {
        switch self {
        case .post, .postWithCheckpoint: "faulty timeline post --image new.gif --caption new"
        case .delete: "faulty timeline delete $(cat second)"
        case .comment: "faulty timeline comment $(cat second) 'I know.'"
        case .signup:
            """
            echo 'a long walk on the beach' |
                faulty timeline signup --email luke@example.org --username luke --password-stdin
            """
        case .accountDelete:
            "echo 'a long walk on the beach' | faulty timeline account delete --password-stdin"
        }
    }

    /// The shell script that completes the work if the command failed.
    var completion: String {
        switch self {
        case .post, .postWithCheckpoint, .delete, .comment: ":"
        case .signup:
            """
            echo 'a long walk on the beach' |
                timeline login --email luke@example.org --password-stdin ||
            echo 'a long walk on the beach' |
                timeline signup --email luke@example.org --username luke --password-stdin
            """
        case .accountDelete:
            """
            timeline whoami ||
            echo 'a long walk on the beach' |
                timeline login --email han@example.org --password-stdin
            """
        }
    }

    /// The minimum number of steps in a run without a fault.
    var leastSteps: Int {
        switch self {
        case .post, .delete, .accountDelete: 15
        case .comment, .signup: 8
        case .postWithCheckpoint: 30
        }
    }

    /// Checks the posts and their numbers of comments after the command.
    ///
    /// Acknowledged work must be stored, and failed work must be done either completely or not at
    /// all.
    ///
    /// - Returns: A description of the fault, or `nil` if everything is correct.
    func fault(in feed: [String: Int], succeeded: Bool) -> String? {
        let untouched = ["han": 0, "first": 0, "second": 0, "later": 0]
        let done =
            switch self {
            case .post, .postWithCheckpoint: untouched.merging(["new": 0]) { $1 }
            case .delete: untouched.filter { $0.key != "second" }
            case .comment: untouched.merging(["second": 1]) { $1 }
            case .signup: untouched
            case .accountDelete: ["han": 0, "later": 0]
            }
        let isRight = feed == done || !succeeded && feed == untouched
        return isRight ? nil : "There are \(feed.sorted { $0.key < $1.key })."
    }
}
