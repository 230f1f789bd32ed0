import Foundation
import Testing
import TimelineCore
import TimelineTestSupport

@Suite("Law 1: a batch is applied whole or not at all")
struct AtomicTests {
    private struct Refusal: Error {}

    /// RefusedWriteTests covers batches that fail after their first write.
    @Test(arguments: Storage.allCases)
    func aBatchWithAConflictAtItsEndIsRejected(storage: Storage) throws {
        let repository = try storage.makeRepository()
        var make = ChangeMaker()
        let leia = try make.user(.leia, "leia")
        let post = make.post(.leia, "first")
        try repository.apply([leia, post])
        let before = try SocialAnswers(repository, about: .init(of: [leia, post]))
        let other = post.with(.postAdded(.init(caption: "x", photos: [TestPhotos.photo(seed: 9)])))
        let batch = [try make.user(.han, "han"), make.change(.leia, .liked(post.post)), other]

        #expect(throws: TimelineError.identifierConflict(post.stamp.description)) {
            try repository.apply(batch)
        }
        let after = try SocialAnswers(repository, about: .init(of: [leia, post]))
        #expect(before.difference(from: after) == nil)
        #expect(try repository.read { try $0.user(.han) } == nil)
    }

    @Test(arguments: Storage.allCases)
    func aDraftThatThrowsWritesNothing(storage: Storage) throws {
        let repository = try storage.makeRepository()
        #expect(throws: Refusal.self) {
            try repository.apply { _ in throw Refusal() }
        }
        #expect(try repository.read { try $0.newestStamp() } == .min)
    }

    @Test(arguments: Storage.allCases)
    func aDraftSeesWhatIsThereAndItsChangesComeBack(storage: Storage) throws {
        let repository = try storage.makeRepository()
        var make = ChangeMaker()
        let leia = try make.user(.leia, "leia")
        try repository.apply([leia])
        let post = make.post(.leia)
        let applied = try repository.apply { reader throws in
            #expect(try reader.user(.leia)?.username == "leia")
            return CheckedBatch(unchecked: [post])
        }
        #expect(applied == [post])
    }

    @Test(arguments: Storage.allCases)
    func anAccountIsAddedWithItsUserOrNotAtAll(storage: Storage) throws {
        let repository = try storage.makeRepository()
        let account = try AccountRepositoryTests.account(of: .leia, "leia@example.org")
        #expect(throws: Refusal.self) {
            try repository.apply { _, accounts in
                try accounts.insert(account)
                throw Refusal()
            }
        }
        #expect(try repository.account(of: .leia) == nil)

        var make = ChangeMaker()
        let leia = try make.user(.leia, "leia")
        try repository.apply { _, accounts in
            try accounts.insert(account)
            return CheckedBatch(unchecked: [leia])
        }
        let second = try AccountRepositoryTests.account(of: .han, "leia@example.org")
        let han = try make.user(.han, "han")
        #expect(throws: TimelineError.emailTaken) {
            try repository.apply { _, accounts in
                try accounts.insert(second)
                return CheckedBatch(unchecked: [han])
            }
        }
        #expect(try repository.read { try $0.user(.han) } == nil)
    }

    @Test(arguments: Storage.allCases)
    func aRefusedRemovalRemovesNothing(storage: Storage) throws {
        let repository = try storage.makeRepository()
        var make = ChangeMaker()
        let leia = try make.user(.leia, "leia")
        let account = try AccountRepositoryTests.account(of: .leia, "leia@example.org")
        try repository.apply { _, accounts in
            try accounts.insert(account)
            return CheckedBatch(unchecked: [leia])
        }
        #expect(throws: Refusal.self) {
            try repository.apply { _, accounts in
                try accounts.deleteAccount(of: .leia)
                throw Refusal()
            }
        }
        #expect(try repository.account(of: .leia) == account)
        #expect(try repository.read { try $0.user(.leia) } != nil)
    }
}
