extension RequestError: CustomStringConvertible {
    /// The message for visitors, which explains the fault and suggests a remedy.
    var description: String {
        switch self {
        case .malformed: "The request cannot be read; go back and try again."
        case .forged:
            """
            This form is out of date, or another page sent it; go back, reload the page and send the form again.
            """
        case .signUpClosed: "Sign-up is closed here; ask the owner of this store for an account."
        case .pageNotFound: "No page has this address."
        case .lengthMissing: "The request does not state its length."
        case .tooLarge(let limit): "The request is too large; send at most \(size(limit))."
        case .wrongHost:
            "This server does not have that name; open it by the address that it printed."
        case .transferInProgress:
            "You are already importing or exporting an archive; wait until that has finished."
        case .archiveMissing: "Choose the archive to import."
        case .picturesLost(let count):
            """
            \(count == 1 ? "1 picture is" : "\(count) pictures are") lost or cannot be converted, so nothing was exported; \
            go back and choose “Leave out lost pictures” to export the rest. On the server, `timeline doctor` lists \
            these pictures.
            """
        case .tooManyAtOnce: "Too many requests at once; wait a moment and try again."
        }
    }

    /// Formats a number of bytes in KB (1,024 bytes) or MB (1,024 KB), rounded down.
    private func size(_ bytes: Int) -> String {
        bytes < 1 << 20 ? "\(bytes >> 10) KB" : "\(bytes >> 20) MB"
    }
}
