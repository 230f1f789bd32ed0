import ArgumentParser

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
