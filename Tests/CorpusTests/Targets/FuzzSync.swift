import SyncTestSupport
import Foundation
import TimelineCore
@testable import TimelineSync

/// Interprets the fuzzing engine's bytes as frames, files, links or requests of a session.
///
/// An accepted input has exactly one encoding. The first byte selects the format of the rest.
func fuzzSync(_ bytes: [UInt8]) throws(Violation) {
    guard let format = bytes.first else { return }
    let input = Array(bytes.dropFirst())
    do {
        switch format % 6 {
        case 0: try checkFrames(input)
        case 1:
            let file = try SealedFile(decoding: input)
            try require(file.encoded == input)
        case 2:
            let contents = try IdentityContents(decoding: input)
            try require(contents.encoded == input)
        case 3:
            let link = try InvitationLink(parsing: text(input))
            try require(Array(link.description.utf8) == input)
        case 4: try checkTexts(input)
        default: try checkSession(input)
        }
    } catch let violation as Violation {
        throw violation
    } catch {
        // An error is a valid result.
    }
}

private func text(_ input: [UInt8]) -> String { String(decoding: input, as: UTF8.self) }

/// Decodes frames in pieces, and encodes their messages again.
private func checkFrames(_ input: [UInt8]) throws {
    var decoder = FrameDecoder()
    for start in stride(from: 0, to: input.count, by: 7) {
        decoder.append(input[start..<min(start + 7, input.count)])
        while let frame = try decoder.next() {
            let message = try Message(decoding: frame)
            // Errors with unknown codes are accepted, but not encoded in the same way.
            if frame.type != .error { try require(message.frame == frame) }
        }
    }
}

private func checkTexts(_ input: [UInt8]) throws {
    let text = text(input)
    // A text can be a code, an address, or neither.
    if let code = try? PairingCode(parsing: text) {
        try require((try? PairingCode(parsing: code.text)) == code)
    }
    let address = try PeerAddress(parsing: text)
    try require((try? PeerAddress(parsing: address.description)) == address)
}

/// Passes a request to a session that knows every device with the ID 01 … 01.
private func checkSession(_ input: [UInt8]) throws(Violation) {
    let device = try require(KeyID(bytes: Array(repeating: 1, count: 8)))
    let salt = try require(Nonce(bytes: Array(repeating: 2, count: 8)))
    let user = User.ID(high: 1, low: 1)
    let store = InMemorySyncStore(user: user, device: device)
    store.standings[device] = .ownDevice
    let configuration = SessionConfiguration(role: .responder, salt: salt, peer: nil)
    var session = SyncSession(store: store, configuration: configuration)
    let time = SyncTime(milliseconds: 1_700_000_000_000, uptime: 0)
    for start in stride(from: 0, to: input.count, by: 50) {
        _ = session.receive(Array(input[start..<min(start + 50, input.count)]), at: time)
    }
    session.disconnect()
    try require(session.outcome != nil)
}
