import Foundation

/// A query about the capabilities of a terminal.
///
/// It ends with a request for the primary device attributes (DA1), which every terminal answers.
enum TerminalQuestion: String, Sendable {
    /// Whether the terminal draws sixel graphics.
    case sixel
    /// Whether the terminal can read picture files on this machine (kitty's graphics protocol).
    case files

    /// The identifier of the picture in the query and its answer.
    private static let picture = 31
    private static let deviceAttributes = "\u{1B}[c"

    /// Returns the control sequences to send.
    ///
    /// - Parameter file: A file with the three bytes of one pixel.
    /// - Returns: The control sequences.
    func request(file: URL) -> String {
        guard self == .files else { return Self.deviceAttributes }
        let path = Data(file.path.utf8).base64EncodedString()
        return "\u{1B}_Gi=\(Self.picture),a=q,t=f,f=24,s=1,v=1;\(path)\u{1B}\\"
            + Self.deviceAttributes
    }
}

/// A terminal's answer to a ``TerminalQuestion``.
struct TerminalAnswer: Hashable, Sendable {
    /// Whether the terminal draws sixel graphics.
    let hasSixel: Bool
    /// Whether the terminal can read picture files on this machine.
    let readsFiles: Bool

    /// The answer assumed for a terminal that did not answer.
    static let none = TerminalAnswer(hasSixel: false, readsFiles: false)

    init(hasSixel: Bool, readsFiles: Bool) {
        self.hasSixel = hasSixel
        self.readsFiles = readsFiles
    }

    /// Parses the bytes that a terminal has sent.
    ///
    /// Returns `nil` until they contain the device attributes, which come last.
    init?(parsing text: String) {
        guard let match = text.firstMatch(of: /\u{1B}\[\?([0-9;]{1,64})c/) else { return nil }
        // The first attribute is the class of the terminal. Among the others, 4 stands for sixel.
        hasSixel = match.1.split(separator: ";").dropFirst().contains("4")
        readsFiles = text.contains("\u{1B}_Gi=31;OK\u{1B}\\")
    }
}
