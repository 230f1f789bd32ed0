import Foundation
import Testing
import TimelineTestSupport

@testable import TimelineArchive

@Suite("Imports of large archives by the built program", .serialized)
struct LargeZipTests {
    /// Writes an archive of posts, each with a small picture in a file of the given size, and signs
    /// up a user in the same folder.
    ///
    /// - Returns: The folder.
    private static func makeWorld(posts: Int, byteCount: Int) throws -> URL {
        let folder = try TemporaryFolder.make()
        var maker = ZipMaker()
        var entries: [JSON] = []
        for index in 0..<posts {
            let picture = JPEGMaker.grey(width: 100 + index, height: 100)
            var file = Data(picture.prefix(2))
            file.append(metadata(index, byteCount))
            file.append(picture.dropFirst(2))
            maker.add(ZipMaker.Entry("media/\(index).jpg", file))
            entries.append(instagramPost(1_600_000_000 + index, "\(index)", ["media/\(index).jpg"]))
        }
        maker.add(ZipMaker.Entry("posts_1.json", JSON.array(entries).data))
        try maker.finished().write(to: folder.appending(path: "archive.zip"))
        let status = try run(
            """
            echo 'a long walk on the beach' |
                timeline signup --email leia@example.org --username leia --password-stdin
            """,
            in: folder
        )
        #expect(status.status == 0)
        return folder
    }

    /// Returns JPEG segments of the given total size that only the original contains.
    private static func metadata(_ index: Int, _ byteCount: Int) -> Data {
        var segment = Data([0xFF, 0xEF, 0xFF, 0xFF])
        segment.append(Data(count: 0xFFFD))
        var metadata = Data([0xFF, 0xEF, 0, 4, UInt8(index >> 8), UInt8(index & 0xFF)])
        for _ in 0..<byteCount / segment.count { metadata.append(segment) }
        return metadata
    }

    private static func run(
        _ script: String,
        in folder: URL
    ) throws -> (status: Int32, text: String) {
        let products = (Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0]))
            .deletingLastPathComponent().path
        let file = folder.appending(path: "script")
        try script.write(to: file, atomically: false, encoding: .utf8)
        let words = [
            "env", "-i", "PATH=\(products):/usr/local/bin:/usr/bin:/bin", "HOME=\(folder.path)",
            "/bin/bash", file.path,
        ]
        let command = words.map(Shell.quoted).joined(separator: " ")
        let result = try Shell.run("cd \(Shell.quoted(folder.path)) && \(command) </dev/null")
        return (result.status, String(decoding: result.output, as: UTF8.self))
    }

    /// Imports a 160 MB archive, and measures the peak resident memory.
    @Test func memoryIsBounded() throws {
        let folder = try Self.makeWorld(posts: 100, byteCount: 1_600_000)
        let result = try Self.run(
            """
            timeline import instagram archive.zip >output &
            while state=$(cat /proc/$!/status 2>/dev/null); do
                peak=$(sed -n 's/^VmHWM: *\\([0-9]*\\) kB/\\1/p' <<<"$state")
                [ -n "$peak" ] && last=$peak
                sleep 0.02
            done
            wait $! || exit 1
            cat output
            [ "${last:-0}" -lt 102400 ] || echo "The peak was $last kB."
            """,
            in: folder
        )
        #expect(result.status == 0)
        #expect(result.text == "Imported 100 posts with 100 pictures.\n")
    }

    /// Kills the program at random times, and compares the final store with that of an
    /// uninterrupted import.
    @Test func killedImportsEndEqual() throws {
        // Two batches, so that a killed import can leave a part of the posts.
        let folder = try Self.makeWorld(posts: SourceBatch.itemLimit + 10, byteCount: 0)
        let result = try Self.run(
            """
            RANDOM=7
            cp -r .local fresh
            start=$(date +%s%N)
            timeline import instagram archive.zip >/dev/null || exit 1
            duration=$((($(date +%s%N) - start) / 1000000 + 1))
            timeline feed --of leia --limit 1000 --format json >whole
            mv .local whole-store
            mv fresh .local
            for round in $(seq 6); do
                timeline import instagram archive.zip >/dev/null 2>&1 &
                # The random time is the point of this test.
                pause=$((RANDOM % duration + 20))
                sleep $(printf %d.%03d $((pause / 1000)) $((pause % 1000)))
                kill -KILL $! 2>/dev/null
                wait $! 2>/dev/null
            done
            timeline import instagram archive.zip >/dev/null || exit 1
            timeline import instagram archive.zip
            timeline feed --of leia --limit 1000 --format json >interrupted
            cmp interrupted whole || exit 1
            grep -c createdAt whole
            timeline doctor || exit 1
            # A killed process may leave hidden files. Pictures in them can be read, and later posts
            # or `doctor --repair` move them back or delete them.
            timeline doctor --repair
            blobs() { (cd $1/share/timeline/blobs && find . -type f ! -path '*/.*' | sort); }
            diff <(blobs .local) <(blobs whole-store)
            """,
            in: folder
        )
        #expect(result.status == 0)
        #expect(
            result.text == """
                There is nothing new to import.
                Already present: 110 posts, 110 pictures.
                110
                All is well.
                All is well.

                """
        )
    }
}
