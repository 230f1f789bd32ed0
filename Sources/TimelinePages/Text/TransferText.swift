/// Texts about importing and exporting archives.
enum TransferText {
    static let title = "Import and export"
    static let hint = "Photos from elsewhere, and everything of yours to take along."
    static let archive = "Archive to import"
    static let archiveHint = """
        The file that Instagram or Mastodon sent you (in JSON), or an archive of Timeline. Up to 2 GB; for a larger \
        one, run this in a terminal:
        """
    static let importCommand = "timeline import instagram FILE"
    static let firebaseHint = """
        A Firebase file, which contains several users, also needs the terminal:
        """
    static let firebaseCommand = "timeline import firebase FILE"
    static let places = "Include places"
    static let placesHint = """
        The places in an archive of Instagram. Your posts show them to everyone.
        """
    static let importButton = "Import"
    static let export = """
        Your posts with all replies, your comments, likes and follows, your photos, and a site that shows them, in one \
        ZIP file.
        """
    static let originals = "Include originals"
    static let originalsHint = """
        The files as you shared them, with their places and other metadata. Keep such an archive to yourself.
        """
    static let leaveOutLost = "Leave out lost pictures"
    static let leaveOutLostHint = """
        Otherwise, nothing is exported if one of your pictures is lost or cannot be converted.
        """
    static let exportButton = "Download everything"
    static let safe = """
        The same archive can be imported again: only what is new comes in. The original times and the order are kept.
        """
    static let idle = "You have not imported an archive here recently."
    static let interrupted = """
        The server was stopped during the last import. Choose the same archive again to import the rest; nothing is \
        imported twice.
        """
    static let lastImport = "Show the last import"
    static let progress = "Progress of the import"
    static let pageTitle = "Import"
    static func running(done: Int, total: Int) -> String {
        total == 0
            ? "The archive is being read."
            : "Imported \(done) of \(total) posts, pictures and other entries so far."
    }
    static let stays = "You can leave this page; the import continues."
    static let refresh = "Show the progress"
    static let failed = "The archive was not imported."
    static let details = "Not imported, or changed"
    static let back = "Back to Settings"
}
