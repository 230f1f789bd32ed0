import Testing
import TimelineTestSupport
import TimelineCore
@testable import TimelineSync

@Suite("Secrets in descriptions")
struct RedactionTests {
    @Test("No description, debug description or dump contains a secret")
    func descriptions() throws {
        let identity = try Identity()
        let contents = try identity.contents()
        var generator = SplitMix64(seed: 1)
        let code = PairingCode(using: &generator)
        let seal = try #require(FolderSeal(key: identity.folderKey))
        let device = try #require(contents.device)
        let handshake = NoiseHandshake(
            role: .initiator,
            staticKey: identity.box,
            ephemeralKey: identity.box
        )
        let values: [Any] = [
            contents, contents.rootSecret, contents.account, device, device.device, identity.box,
            seal, code, handshake, NoiseCipher(key: identity.folderKey), [contents],
        ]
        let secrets = [
            identity.author.root.seed, device.device.seed, identity.box.bytes, identity.folderKey,
        ]
        let texts = [
            identity.account.email, identity.account.passwordHash, code.text,
            String(decoding: code.secret, as: UTF8.self),
        ]
        for value in values {
            let description = text(of: value)
            for secret in secrets {
                for form in forms(secret) { #expect(!description.contains(form)) }
            }
            for secret in texts { #expect(!description.contains(secret)) }
        }
    }

    @Test("The search finds secrets that are not redacted")
    func search() {
        let secret = [UInt8](repeating: 0xF0, count: 32)
        struct Open { let key: [UInt8] }
        let description = text(of: Open(key: secret))
        #expect(forms(secret).contains { description.contains($0) })
    }

    private func text(of value: Any) -> String {
        var text = "\(value)" + String(reflecting: value)
        dump(value, to: &text)
        return text
    }

    /// Returns the first bytes in hexadecimal, in decimal, and as printed by `dump`.
    private func forms(_ bytes: [UInt8]) -> [String] {
        let start = bytes.prefix(4)
        return [
            start.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(),
            start.map(String.init).joined(separator: ", "),
        ]
    }
}
