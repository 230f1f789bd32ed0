import Foundation
import Testing
import TimelineSync

@Suite("Pipes")
struct PipeTests {
    @Test("Two devices sync over pipes")
    func pipes() async throws {
        let (toServer, toClient) = (Pipe(), Pipe())
        let anna = try Author(1)
        async let server = Self.run(anna, 1, .responder, toServer, toClient)
        let client = try await Self.run(anna, 0, .initiator, toClient, toServer)
        #expect(try await server == client)
        #expect(client == 2 + 5)
    }

    @Test("The end of the input ends the session")
    func endOfInput() throws {
        let (input, output) = (Pipe(), Pipe())
        try input.fileHandleForWriting.close()
        let phone = try Phone(Author(1))
        var session = phone.session(.responder)
        let carrier = PipeCarrier(
            input: input.fileHandleForReading.fileDescriptor,
            output: output.fileHandleForWriting.fileDescriptor
        ) { phone.time }
        #expect(try carrier.run(&session) == .failed(.disconnected))
    }

    /// Runs a device on its own thread.
    ///
    /// - Returns: The number of live records at the end.
    private static func run(
        _ author: Author,
        _ device: Int,
        _ role: SessionConfiguration.Role,
        _ input: Pipe,
        _ output: Pipe
    ) async throws -> Int {
        let (read, write) = (input.fileHandleForReading, output.fileHandleForWriting)
        let (readNumber, writeNumber) = (read.fileDescriptor, write.fileDescriptor)
        return try await withCheckedThrowingContinuation { continuation in
            DispatchQueue(label: "pipe")
                .async {
                    continuation.resume(
                        with: Result {
                            let phone = try Phone(author, device: device)
                            try phone.trust(Phone(author, device: 1 - device))
                            if device == 0 {
                                for index in 0..<5 {
                                    try phone.add(author.post(UInt64(1000 + index)))
                                }
                            }
                            var session = phone.session(role)
                            let carrier = PipeCarrier(input: readNumber, output: writeNumber) {
                                phone.time
                            }
                            guard try carrier.run(&session) == .finished else { return -1 }
                            return phone.store.live.count
                        }
                    )
                }
        }
    }
}
