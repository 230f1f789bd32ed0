import ArgumentParser

/// Help texts for the commands about a user's devices and identity.
enum DeviceHelp {
    static let abstract = "List, name or revoke your devices."
    static let listAbstract = "List your devices (the default)."
    static let device = ArgumentHelp(
        "The name of the device, or the beginning of its ID.",
        valueName: "device"
    )

    static let nameAbstract = "Name a device."
    static let nameDiscussion = """
        The name is stored on this device only.
        """
    static let name = ArgumentHelp("The new name.", valueName: ValueName.name)
    static let nameOf = ArgumentHelp(
        "The device to name (default: this one).",
        valueName: "device"
    )

    static let revokeAbstract = "Revoke a device, such as a lost one."
    static let revokeDiscussion = """
        Shows what the device has posted, deleted and liked since both were last equal, asks you to confirm (without a \
        terminal, --yes is required), and prompts for your password. What this device holds of it stays. Everything \
        else that the revoked device has signed or will sign is ignored everywhere, whatever its date, so sync first to \
        keep posts that only your friends hold. The revoked device can no longer sync with your devices once they know \
        of this. This cannot be undone.
        """
    static let since = ArgumentHelp(
        "Also void what the device signed from this time on: 2026-06-30, or 2026-06-30T14:00.",
        valueName: "time"
    )
    static let yes: ArgumentHelp = "Do not ask for confirmation."

    enum Drafts {
        static let abstract = "Publish posts again that a revoked device has kept."
        static let discussion = """
            When this device learns that it has been revoked, what the revoking device did not hold becomes void. It \
            keeps posts and edits of posts as drafts, with their pictures. After a login, which gives the device a new \
            key, sign those that are yours: posts return with their former IDs and dates. Comments, likes and changes \
            of the profile are not kept, but counted.
            """
        static let listAbstract = "List the drafts (the default)."
        static let signAbstract = "Sign all drafts, or one, with the new key."
        static let discardAbstract = "Delete all drafts, or one, with their pictures."
        static let id = ArgumentHelp("The ID of a draft (default: all).", valueName: "id")
    }

    enum Pair {
        static let abstract = "Add another device of yours."
        static let discussion = """
            On a device that you have: `timeline pair --to FILE` prompts for your password, writes a file and shows a \
            code. Carry the file to the new device by any means, and type the code there: `timeline pair --from FILE`. \
            The code is never part of the file.
            """
        static let to = ArgumentHelp(
            "Write a pairing file to this path, or as timeline.pair to this folder.",
            valueName: ValueName.file
        )
        static let from = ArgumentHelp("Read a pairing file.", valueName: ValueName.file)
        static let name = ArgumentHelp(
            "A name for the new device, with --to.",
            valueName: ValueName.name
        )
    }

    enum Identity {
        static let abstract = "Copy your identity to a file, or restore it."
        static let exportAbstract = "Copy your identity to a file that your password opens."
        static let exportDiscussion = """
            Anyone with the file and your password can act as you, so store it in a safe place, not beside the store. \
            A later `timeline passwd` does not change the file, which still requires the former password.
            """
        static let importAbstract = "Restore your identity from a file."
        static let importDiscussion = """
            Makes this store a new device of the user, or unlocks the identity after `timeline passwd --reset`. \
            Prompts for the password under which the file was made, and then for the current one if they differ.
            """
        static let newFile = ArgumentHelp("The file to create.", valueName: ValueName.file)
        static let file = ArgumentHelp(
            "A file from `timeline identity export`, or account.sealed from an archive.",
            valueName: ValueName.file
        )
    }
}
