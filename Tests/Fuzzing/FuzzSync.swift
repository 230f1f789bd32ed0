import Foundation
import TimelineRecords

/// Interprets the fuzzing engine's bytes as frames, files, links or requests of a session.
///
/// The engine calls this function for each input. Every input must produce a value or an error, and
/// an accepted input has exactly one encoding. The first byte selects the format of the rest.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSync(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 0 else { return 0 }
    let input = Array(UnsafeBufferPointer(start: bytes + 1, count: count - 1))
    do {
        switch bytes[0] % 6 {
        case 0: try checkFrames(input)
        case 1: try check(input, SealedFile(decoding: input).encoded)
        case 2: try check(input, IdentityContents(decoding: input).encoded)
        case 3: try check(input, Array(InvitationLink(parsing: text(input)).description.utf8))
        case 4: try checkTexts(input)
        default: checkSession(input)
        }
    } catch {
        // An error is a valid result.
    }
    return 0
}

private func text(_ input: [UInt8]) -> String { String(decoding: input, as: UTF8.self) }

private func check(_ input: [UInt8], _ encoding: [UInt8]) throws {
    guard encoding == input else { abort() }
}

/// Decodes frames in pieces, and encodes their messages again.
private func checkFrames(_ input: [UInt8]) throws {
    var decoder = FrameDecoder()
    for start in stride(from: 0, to: input.count, by: 7) {
        decoder.append(input[start..<min(start + 7, input.count)])
        while let frame = try decoder.next() {
            let message = try Message(decoding: frame)
            // Errors with unknown codes are accepted, but not encoded in the same way.
            if frame.type != .error, message.frame != frame { abort() }
        }
    }
}

private func checkTexts(_ input: [UInt8]) throws {
    let text = text(input)
    // A text can be a code, an address, or neither.
    if let code = try? PairingCode(parsing: text), try PairingCode(parsing: code.text) != code {
        abort()
    }
    let address = try PeerAddress(parsing: text)
    guard try PeerAddress(parsing: address.description) == address else { abort() }
}

/// Passes a request to a session that knows every device with the ID 01 … 01.
private func checkSession(_ input: [UInt8]) {
    guard let device = KeyID(bytes: Array(repeating: 1, count: 8)),
        let salt = SaltHalf(bytes: Array(repeating: 2, count: 8))
    else { abort() }
    let user = RecordUserID(high: 1, low: 1)
    let store = InMemorySyncStore(user: user, device: device)
    store.standings[device] = .ownDevice
    let configuration = SessionConfiguration(role: .responder, salt: salt, peer: nil)
    var session = SyncSession(store: store, configuration: configuration)
    let time = SyncTime(milliseconds: 1_700_000_000_000, uptime: 0)
    for start in stride(from: 0, to: input.count, by: 50) {
        _ = session.receive(Array(input[start..<min(start + 50, input.count)]), at: time)
    }
    session.disconnect()
    if session.outcome == nil { abort() }
}
