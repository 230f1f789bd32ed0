/// Messages about a user's devices and identity.
enum DeviceText {
    static let thisDevice = "(this one)"
    static let unnamed = "no name"
    static func added(_ age: String) -> String { "added \(age)" }
    static func ended(at age: String) -> String { "ended \(age)" }
    static func named(_ id: String, as name: String) -> String {
        "Device \(id) is now called “\(name)”."
    }
    static let nameFault = "The name of a device has 1 to 200 bytes and no control characters."
    static func notFound(_ text: String) -> String { "You have no device “\(text)”." }
    static func ambiguous(_ text: String) -> String {
        "“\(text)” stands for several devices; give more of the ID."
    }
    static let lists = "`timeline devices` lists yours."
    static let endsThis = """
        This is the device that you are using. End it from another one, or delete its store.
        """
    static func endWarning(_ name: String) -> String {
        "This ends device \(name), forever: nothing that it signs from now on counts."
    }
    static func ended(_ name: String) -> String {
        "Ended device \(name). Sync, so that your other devices and your friends learn of it."
    }
    static func wasEnded(_ name: String) -> String { "Device \(name) has been ended already." }

    // MARK: Pairing

    static let fileName = "timeline.pair"
    static let direction = "Give either --to or --from."
    static let nameNeedsTo = "--name needs --to; it names the new device."
    static func wrote(_ path: String) -> String {
        "Carry the file “\(path)” to the new device, and type there:"
    }
    static func read(_ file: String) -> String { "timeline pair --from \(file)" }
    static let fromHint = "asks for this code:"
    static let keep = """
        Without the code, nobody can open the file. Delete the file afterwards.
        """
    static let code = "Code"
    static func codeLength(_ count: Int, of total: Int) -> String {
        "The code has \(total) characters, not \(count)."
    }
    static func codeCharacter(_ character: Character) -> String {
        "“\(character)” is not part of any code; check it."
    }
    static let codeCheck = "A character of the code is wrong; check it."
    static func paired(_ username: String) -> String {
        "This is now a device of @\(username), and you are logged in. Sync to receive your posts."
    }
    static let syncHint = "receives your posts"

    // MARK: Identity

    static func exported(to path: String) -> String {
        """
        Copied your identity to “\(path)”, which opens with your present password only. Store it in a safe place, not on \
        this machine alone.
        """
    }
    static func imported(_ username: String) -> String {
        "Restored the identity of @\(username); you are logged in."
    }
    static let identityFileName = "timeline.identity"
    static let copyPassword = "Password of the copy"

    static let wrongCode = """
        The code or the password does not open this file, or the file is damaged.
        """
    static let sealingFailed = "The file cannot be encrypted here."
    static let notSealed = "This file is neither a pairing file nor a copy of an identity."
    static let isPairing = "This is a pairing file; use `timeline pair --from FILE`."
    static let isIdentity = "This is a copy of an identity; use `timeline identity import FILE`."
    static let damaged = "The file is damaged or incomplete; copy it again."
    static let newer = """
        The file was made by a newer version of Timeline; update Timeline to read it.
        """

    static let exportHint = "copies your identity"
}
