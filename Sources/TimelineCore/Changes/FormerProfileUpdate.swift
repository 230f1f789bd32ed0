/// A profile update in the format that earlier versions stored in pending changes, such as
/// `{"bio":{"cleared":{}},"url":{"set":{"_0":"https://example.org"}}}`.
struct FormerProfileUpdate: Decodable {
    enum Field<Value: Hashable & Sendable & Codable>: Decodable {
        case set(Value)
        case cleared

        var field: ProfileUpdate.Field<Value> {
            switch self {
            case .set(let value): .set(value)
            case .cleared: .cleared
            }
        }
    }

    let username: Username?
    let displayName: Field<String>?
    let bio: Field<String>?
    let url: Field<String>?
    let avatar: Field<Photo>?

    var update: ProfileUpdate {
        ProfileUpdate(
            username: username,
            displayName: displayName?.field,
            bio: bio?.field,
            url: url?.field,
            avatar: avatar?.field
        )
    }
}
