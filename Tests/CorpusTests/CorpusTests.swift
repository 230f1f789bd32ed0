import Foundation
import Testing
import TimelineCore
import TimelineTestSupport

@Suite("Inputs that the fuzzer has found")
struct CorpusTests {
    private static let folder = URL(filePath: #filePath)
        .appending(path: "../../Fuzzing/Corpus").standardizedFileURL

    /// The names of the inputs, each with the folder of its target.
    private static let inputs: [String] = {
        // Without the folder, the test below fails.
        let paths = try? FileManager.default.subpathsOfDirectory(atPath: folder.path)
        return (paths ?? []).filter { $0.contains("/") }.sorted()
    }()

    @Test("Every folder belongs to a target of the fuzzer")
    func folders() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(names.allSatisfy { FuzzTarget(rawValue: $0) != nil })
        #expect(Self.inputs.count >= 127)
    }

    @Test("No input breaks a promise of its parsers", arguments: inputs)
    func promises(input: String) throws {
        let target = try #require(input.split(separator: "/").first.flatMap(FuzzTarget.init))
        let content = try Data(contentsOf: Self.folder.appending(path: input))
        try target.check(Array(content))
    }

    @Test("No hostile session harms a store", arguments: 0..<TestEffort.count(4, full: 100))
    func sessions(part: UInt64) throws {
        for seed in part * 100..<part * 100 + 100 {
            var random = SplitMix64(seed: seed)
            let count = random.below(600)
            let input = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            do throws(Violation) {
                try FuzzTarget.sessions.check(input)
            } catch {
                Issue.record("\(error), seed \(seed)")
            }
        }
    }
}

extension FuzzTarget {
    fileprivate init?(_ folder: Substring) { self.init(rawValue: String(folder)) }
}
