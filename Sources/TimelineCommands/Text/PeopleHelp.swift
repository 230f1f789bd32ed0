import ArgumentParser

/// Help texts for the commands about users.
enum PeopleHelp {
    static let user = ArgumentHelp("The user.", valueName: ValueName.username)
    static let optionalUser = ArgumentHelp(
        "The user (default: you).",
        valueName: ValueName.username
    )

    enum Profile {
        static let abstract = "Show a profile, or edit yours."
        static let showAbstract = "Show a profile (the default)."
        static let editAbstract = "Edit your profile."
        static let editDiscussion = """
            Options you leave out change nothing; an empty value, as in --bio "", clears a field.
            """
        static let username = ArgumentHelp(
            "Your new username; your posts and followers stay.",
            valueName: ValueName.username
        )
        static let name = ArgumentHelp("Your display name.", valueName: ValueName.name)
        static let bio = ArgumentHelp("A few words about you.", valueName: ValueName.text)
        static let url = ArgumentHelp("Your website.", valueName: ValueName.url)
        static let avatar = ArgumentHelp("Your profile picture.", valueName: ValueName.file)
    }

    enum Users {
        static let abstract = "List the users of this store."
        static let search = ArgumentHelp(
            "Only users with this text in their names, in any case; names that start with it come first.",
            valueName: ValueName.text
        )
        static let following = ArgumentHelp("Only users you follow.")
    }

    enum Follow {
        static let abstract = "Follow a user, or accept an invitation."
        static let discussion = """
            Your feed then includes all their posts, old ones too. An invitation is a link that your friend has made \
            with `timeline invite`; put it in quotation marks.
            """
        static let unfollowAbstract = "Stop following a user."
        static let unfollowDiscussion = """
            Their posts are no longer fetched; those that are here stay. With --forget, their posts, pictures and \
            comments are removed from this device, unless another user of this store follows them. Nothing is deleted \
            elsewhere.
            """
        static let forget = ArgumentHelp("Also remove their posts from this device.")
    }

    enum Mute {
        static let abstract = "Hide a user from your feed and your activity."
        static let discussion = """
            You still follow them, and their posts stay on their profile and in searches. Nobody else learns of it. \
            Without a user, lists the users you have muted.
            """
        static let user = ArgumentHelp(
            "The user (default: list muted users).",
            valueName: ValueName.username
        )
        static let unmuteAbstract = "Show a muted user again."
    }

    enum Followers {
        static let abstract = "List the followers of a user."
        static let followingAbstract = "List the users a user follows."
    }
}
