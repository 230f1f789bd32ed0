import Foundation
import Testing
import TimelineCore
import TimelineSQLite
import TimelineTestSupport

@testable import TimelineCommands

/// A store that is restored before each run of a command on a failing disk.
final class FaultyStore: Sendable {
    private let program: BuiltBinary
    private let disk: FailingDisk
    private let command: FaultyCommand

    init(for command: FaultyCommand) throws {
        self.command = command
        program = try BuiltBinary()
        disk = try FailingDisk(of: program)
        let orphan = BlobID(of: Data("orphan".utf8)).description
        let result = try program.shell(
            """
            set -e
            for caption in han first second new later; do
                n=$((n + 1))
                # The text at the end is metadata: the store has the original and the public copy.
                (picture 0 0 $n; echo $caption) >$caption.gif
            done
            join() {
                echo 'a long walk on the beach' |
                    timeline signup --email $1@example.org --username $1 --password-stdin
            }
            join han
            timeline post --image han.gif --caption han
            join leia
            timeline post --image first.gif --caption first
            timeline post --image second.gif --caption second --format json |
                sed -n 's/^  "id" : "\\(.*\\)".*/\\1/p' >second
            # What a program left behind that was killed while it posted.
            cd .local/share/timeline/blobs
            mkdir -m 700 \(orphan.prefix(2))
            (umask 077; printf orphan >\(orphan.prefix(2))/\(orphan.dropFirst(2)))
            echo \(orphan) >.reserved/\(UUID().uuidString)
            """
        )
        try #require(result.status == 0, "\(result.text)")
        try keep()
    }

    /// Saves the current state of the store, from which every run starts.
    private func keep() throws {
        let log = command == .postWithCheckpoint ? try RawStore(folder.database) : nil
        try log?
            .execute(
                """
                PRAGMA wal_autocheckpoint = 0;
                PRAGMA synchronous = OFF;
                CREATE TABLE padding (number INTEGER);
                INSERT INTO padding VALUES (0);
                \(String(repeating: "UPDATE padding SET number = number + 1;", count: 1_200))
                DROP TABLE padding;
                """
            )
        // The files are copied while the store is open, because closing it would empty the log.
        try withExtendedLifetime(log) { _ = try program.shell("cp -rp .local prepared") }
    }

    private var folder: StoreFolder {
        StoreFolder(program.folder.appending(path: ".local/share/timeline"))
    }

    /// Runs the command on a disk that fails starting at the given step.
    ///
    /// - Returns: Whether any step failed. In that case, later steps may also fail, and must still
    ///   be tested.
    func run(_ fault: FailingDisk.Fault, from step: Int) throws -> Bool {
        let result = try program.shell(
            disk.function(fault, from: step)
                + """
                rm -rf .local && cp -rp prepared .local
                (\(command.script)) >answer 2>complaint
                echo $? >status
                timeline doctor || exit 1
                {
                    \(command.completion)
                } >completion 2>&1 || { cat completion; exit 1; }
                timeline post --image later.gif --caption later >again 2>&1 || { cat again; exit 1; }
                """
        )
        guard let failed = try disk.firstFailure() else {
            #expect(try text("status") == "0\n")
            return false
        }
        let place: Testing.Comment = "\(fault), \(failed), \(try text("complaint"))"
        #expect(result.status == 0 && result.text == "All is well.\n", "\(result.text)\(place)")
        try expectAnswer(place)
        if result.status == 0 { try expectPosts(place) }
        return true
    }

    private var succeeded: Bool {
        get throws { try text("status") == "0\n" }
    }

    private func expectAnswer(_ place: Testing.Comment) throws {
        let (answer, complaint) = (try text("answer"), try text("complaint"))
        if try succeeded {
            // Suggestions go to standard error.
            #expect(!answer.isEmpty && !complaint.contains("Error"), place)
        } else {
            #expect(["74\n", "75\n"].contains(try text("status")), place)
            #expect(answer.isEmpty, place)
            let isSentence = complaint.hasPrefix("Error: ") && complaint.hasSuffix(".\n")
            #expect(isSentence && complaint.count { $0 == "\n" } == 1, place)
        }
    }

    /// Checks that the store contains only possible posts, each with its blobs, and no other blobs.
    private func expectPosts(_ place: Testing.Comment) throws {
        let repository = try SQLiteRepository(file: folder.database)
        let (posts, originals) = try repository.read { reader, accounts throws in
            let range = PostRange(limit: .max)
            let posts = try reader.posts(reader.postIDs(.all, in: range), for: nil)
            let originals = try posts.map { post in
                try post.photos.map { try accounts.original(of: $0.blob, by: post.author.id) }
            }
            return (posts, originals)
        }
        let comments = Dictionary(posts.map { ($0.caption, $0.commentCount) }) { $0 + $1 + 99 }
        #expect(command.fault(in: comments, succeeded: try succeeded) == nil, place)
        let blobs = try FolderBlobStore(folder: folder.blobs)
        for (post, originals) in zip(posts, originals) {
            let picture = try data("\(post.caption).gif")
            #expect(originals == [BlobID(of: picture)], place)
            #expect(try originals.map { try $0.flatMap(blobs.data) } == [picture], place)
        }
        let referenced =
            posts.flatMap(\.photos).flatMap(\.blobs)
            + originals.joined().compactMap(\.self)
        #expect(Set(try blobs.all()) == Set(referenced), place)
    }

    private func data(_ name: String) throws -> Data {
        try Data(contentsOf: program.folder.appending(path: name))
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try data(name), as: UTF8.self)
    }
}
