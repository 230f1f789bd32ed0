import Foundation
import TimelineArchive
import TimelineArgon2
import TimelineCore
import TimelineSync
import TimelineMedia
import TimelineSQLite

/// The variables that examples in documentation comments may use.
///
/// `Tests/documentation.sh` turns each example into a method of this type and checks that it
/// compiles.
struct Examples {
    let repository: SQLiteRepository
    let blobs: FolderBlobStore
    let hasher: any PasswordHasher
    let owner: StoreOwner
    let guest: Guest
    let session: UserSession

    let folder: URL
    let target: URL
    let jpeg: Data
    let caption: String
    let email: String
    let password: Password
    let typed: String
    let form: SignUp
    let login: Login

    let leia: User.ID
    let han: User.ID
    let post: PostView
    let photo: Photo
    let hit: SearchHit
    let stamp: PushID

    let user: User.ID
    let newest: PushID
    let milliseconds: UInt64

    let device: KeyID

    let keychain = Keychain()

    func show(_ values: Any...) {}
    func showLogin() {}
}

struct Keychain {
    func store(_ token: String) {}
}
