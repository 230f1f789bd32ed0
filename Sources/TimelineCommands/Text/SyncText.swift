import ArgumentParser
import TimelineCore
import TimelineSync

/// Messages of the commands that sync.
extension SyncText {
    // MARK: Options

    static let ownOrShared = "--own and --shared cannot be combined."
    static let oneWay = "Give a target, --listen or --stdio, but only one of them."
    static let folderOptions = "--own and --shared need the path of a folder."
    static let emptyTarget = "The target is empty; give a folder or an address."
    static func unknownScheme(_ target: String) -> String {
        "“\(target)” is not a target; give a folder, ssh://host, tcp://host:port, http://host:port or https://host."
    }
    static func invalidAddress(_ target: String) -> String {
        """
        “\(target)” is not an address; it should look like ssh://leia@host/path/of/store, tcp://host:4242 or http://host:8080.
        """
    }
    static let invitation = "This is an invitation; use `timeline follow LINK`."
    static func invalidListener(_ text: String) -> String {
        "“\(text)” is not an address to listen on; it should look like 127.0.0.1:4242 or [::]:4242."
    }
    static let terminal = """
        --stdio is for the other end of ssh, which sends data; at a terminal, give a target.
        """

    static let all = "all"

    static func invalidDate(_ text: String) -> String {
        "“\(text)” is not a date since 1970; write it like 2018, 2018-05 or 2018-05-01, or “\(all)” for all posts."
    }

    // MARK: Folders

    static let question = """
        Is this folder only for your own devices, or shared with friends? A folder for your own devices is encrypted.
        """
    static let answer = "own or shared"
    static let ownAnswer = "own"
    static let sharedAnswer = "shared"
    static let answerAgain = "Type “own” or “shared”."
    static func ownOrSharedRequired(_ path: String) -> String {
        """
        The first sync with “\(path)” needs --own (a folder for your own devices only, encrypted) or --shared (a \
        folder shared with friends).
        """
    }
    static func isOwn(_ path: String) -> String {
        "“\(path)” is for your own devices only; choose another folder to share with friends."
    }
    static func isShared(_ path: String) -> String {
        "“\(path)” is shared with friends; choose another folder for your own devices only."
    }
    static func isStore(_ path: String) -> String {
        "“\(path)” belongs to a store; choose a folder outside of it."
    }

    // MARK: Progress

    static func syncing(_ place: String) -> String { "Syncing with \(place)" }
    static func progress(records: Int, bytes: UInt64) -> String {
        "\(countText(records, "change")), \(byteText(bytes))"
    }

    // MARK: Results

    static func quoted(_ path: String) -> String { "“\(path)”" }
    static func user(_ username: String, at place: String) -> String { "@\(username) at \(place)" }
    static let someone = "a device"
    static func unchanged(_ place: String) -> String {
        "This store and \(place) were already equal; nothing was sent or received."
    }
    static func received(_ tally: RecordTally, photos: Int, photoBytes: UInt64) -> String {
        let size = photos > 0 ? " (\(byteText(photoBytes)))" : ""
        return amount(tally, photos: photos) + size
    }
    static func sent(_ tally: RecordTally, photos: Int?, bytes: Int?) -> String {
        let size = bytes.map { " (\(byteText(UInt64($0))) in total)" }
        return amount(tally, photos: photos ?? 0) + (tally.total > 0 ? size ?? "" : "")
    }
    private static func amount(_ tally: RecordTally, photos: Int) -> String {
        let parts = tally.parts + (photos > 0 ? [countText(photos, "picture file")] : [])
        return parts.isEmpty ? nothing : listText(parts)
    }
    private static let nothing = "nothing"
    static func summary(_ place: String, received: String, sent: String) -> String {
        "Synced with \(place): received \(received), sent \(sent)."
    }
    static let equalNow = "Both are equal now."
    static func isMissing(_ files: String) -> String { "Missing: \(files)" }
    static let again = "More is to come; sync again."
    static let budgetReached = "Full-size pictures beyond the budget were left out."
    static func rejected(_ count: Int) -> String {
        """
        \(countText(count, "post, like or comment", "posts, likes and comments")) \(isAre(count)) not accepted; \
        `timeline sync status` shows the reasons.
        """
    }
    private static let oldChange = "older post, like or comment"
    private static let oldChanges = "older posts, likes and comments"
    static func tooOld(_ count: Int) -> String {
        let changes = countText(count, oldChange, oldChanges)
        return "\(changes) \(isAre(count)) left out."
    }
    static func removed(_ pictures: RemovedPictures) -> String {
        removed(pictures.count, bytes: pictures.byteCount)
    }
    static func removed(_ count: Int, bytes: UInt64) -> String {
        let files = "\(countText(count, "full-size picture")) (\(byteText(bytes)))"
        return "Removed \(files) of others to keep within the limit; the previews stay."
    }
    static func fromFuture(_ count: Int) -> String {
        let changes = countText(count, "change")
        return
            "\(changes) \(isAre(count)) dated in the future, and will be accepted later; check the clocks."
    }
    static func invalid(_ count: Int) -> String {
        "\(countText(count, "change")) had no valid signature and \(count == 1 ? "was" : "were") ignored."
    }
    static let damaged = """
        These files are incomplete, damaged, encrypted for someone else, or were left out because others held too much of no use; they will be read next time:
        """
    static let repaired = "These files were damaged, and this device has replaced them:"
    static func moreDamaged(_ count: Int) -> String {
        "… and \(groupedDigits(of: count)) more; --format json lists all."
    }
    static let keyUsedElsewhere = """
        Another device uses this device's key, perhaps because a backup of this store was restored there. Run \
        `timeline login` on both: it gives this device a key of its own.
        """
    static func skipped(_ path: String) -> String {
        "Skipped “\(path)”, which is not here now."
    }
    static func unknownPlace(_ place: String) -> String {
        "You do not sync with \(place). `timeline sync status` lists your folders and addresses."
    }
    static func forgotten(_ place: String) -> String {
        "`timeline sync` no longer includes \(place)."
    }
    static let noPeers = "You have no peers yet."
    static let syncFolderHint = "syncs with a folder"
    static let inviteHint = "invites a friend"
    static let noPlaces = """
        There is no folder or address to sync with yet. Give one, or wait for the devices of your friends with \
        `timeline sync --listen`.
        """

    // MARK: Listening

    static func listening(_ address: String) -> String {
        "Waiting for devices at \(address). Press Ctrl-C to stop."
    }
    static let loopback = "Only programs on this machine can connect to it."

    // MARK: Status

    static let peers = "Peers"
    static let missing = "Missing"
    static let damagedFiles = "damaged files, which will be read again:"
    static let repairedFiles = "damaged files, which this device has replaced:"
    static let leftOutTitle = "Left out"
    static let exportHint = "makes a copy"
}

/// Help texts for the commands that sync.
enum SyncHelp {
    static let abstract = "Sync with your devices and your friends."
    static let discussion = """
        Without a target, syncs with all peers: the folders and addresses that you have synced with before. A folder \
        may be on a USB stick, or one that a cloud service copies. With ssh, the path is that of a store; tcp reaches \
        `timeline sync --listen`, and http reaches `timeline serve`.
        """
    static let runAbstract = "Sync with a folder or a device (the default)."
    static let runDiscussion = """
        A folder is either for your own devices only, which encrypts it, or shared with friends; on a terminal, the \
        first sync with a folder asks which. With ssh, `timeline` must be installed on both machines; to use a program \
        other than `ssh`, set $TIMELINE_SSH to its path. Nothing is lost if a sync is interrupted: repeat the command.
        """
    static let target = ArgumentHelp(
        "A folder, ssh://[user@]host[:port][/path], tcp://host:port or http[s]://host[:port][/@username].",
        valueName: "target"
    )
    static let own = ArgumentHelp("The folder is for your own devices only; encrypt it.")
    static let shared = ArgumentHelp("The folder is shared with friends; do not encrypt it.")
    static let budget = ArgumentHelp(
        "Receive at most this much of full-size pictures, such as 500MB or 2GB.",
        valueName: "size"
    )
    static let since = ArgumentHelp(
        """
        From now on, fetch only posts by others from this date on, such as 2025, 2025-06 or 2025-06-30; `all` fetches \
        everything again.
        """,
        valueName: ValueName.date
    )
    static let keep = ArgumentHelp(
        """
        From now on, keep at most this much of others' full-size pictures, such as 20GB; the oldest are removed first, \
        and their previews stay; `all` removes the limit.
        """,
        valueName: "size"
    )
    static let listen = ArgumentHelp(
        "Wait for devices that sync over TCP, until Ctrl-C; an address of this machine and a port.",
        valueName: "host:port"
    )
    static let tlsCa = ArgumentHelp(
        "For https://: trust the certificates in this file (PEM) instead of the system's authorities.",
        valueName: ValueName.file
    )
    static let stdio = ArgumentHelp(
        "Sync over standard input and output, as the other end of ssh.",
        visibility: .hidden
    )

    enum Forget {
        static let abstract = "Stop syncing with a folder or an address."
        static let discussion = """
            `timeline sync` without a target then skips it. Nothing that has arrived is deleted, and the devices of \
            its user may still sync with this one; `unfollow` and `block` end that.
            """
    }

    enum Status {
        static let abstract = "List your peers, and missing data with the reason."
    }
}
