import Foundation
import Testing

@testable import TimelineServer

@Suite("Form tokens")
struct FormTokenTests {
    private let token = FormToken(secret: Data(repeating: 1, count: 32))

    @Test("A token matches only itself")
    func matching() {
        let other = FormToken(secret: Data(repeating: 2, count: 32))
        #expect(token.matches(token.text))
        #expect(!token.matches(other.text))
        #expect(!token.matches(""))
        #expect(!token.matches(String(token.text.dropLast(4))))
    }

    @Test("A token does not contain its secret")
    func secret() {
        #expect(Data(base64Encoded: token.text) != Data(repeating: 1, count: 32))
        #expect(Data(base64Encoded: token.text)?.count == 32)
    }
}
