import ArgumentParser

/// Help texts for invitations and blocks.
enum InviteHelp {
    static let abstract = "Invite a friend with a link."
    static let discussion = """
        Prints a link that is good for one device and seven days. Send it to your friend in private: anyone who has it \
        can fetch your posts once. Your friend types `timeline follow LINK`.
        """
    static let address = ArgumentHelp(
        """
        Where your `timeline sync --listen` or `timeline serve` can be reached, such as tcp://192.168.1.20:4242 or \
        http://192.168.1.20:8080/@leia.
        """,
        valueName: ValueName.address
    )
    static let link = ArgumentHelp(
        "The user, or an invitation link.",
        valueName: "username|link"
    )

    enum Block {
        static let abstract = "Block a user."
        static let discussion = """
            You no longer see each other's posts, comments and names in lists, and you no longer follow each other. Neither \
            of you can comment on the other's posts, or like, follow or mention the other; users of this store get an error \
            that says so. Nothing new by them is accepted from elsewhere, and their devices cannot sync with yours. Only your \
            own devices receive the block. Without a user, lists the users you have blocked.
            """
        static let user = ArgumentHelp(
            "The user (default: list blocked users).",
            valueName: ValueName.username
        )
        static let unblockAbstract = "Stop blocking a user."
    }
}
