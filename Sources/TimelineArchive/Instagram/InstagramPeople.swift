/// The followers and followed people in an archive of Instagram.
enum InstagramPeople {
    /// The maximum number of people.
    private static let limit = 100_000

    /// Returns the usernames in the given files, sorted and without duplicates.
    ///
    /// Malformed entries are ignored, because the list is only a suggestion.
    static func usernames(in files: [ArchiveEntry], of archive: any ArchiveSource) -> [String] {
        var usernames: Set<String> = []
        for file in files {
            // A file that cannot be read contains no suggestions.
            guard let items = try? JSONItems(archive.open(file)) else { continue }
            // No items follow a fault.
            while usernames.count < limit, let item = try? items.next() {
                // A malformed entry contains no username.
                guard let value = try? item.value().repairingEncoding else { continue }
                usernames.formUnion(self.usernames(in: value, key: item.key))
            }
        }
        return usernames.sorted()
    }

    private static func usernames(in value: JSONValue, key: String?) -> [String] {
        // Until 2020, an object contains the usernames as keys and the times as values.
        if let key, ["followers", "following"].contains(key), case .object(let members) = value {
            return members.keys.filter(isUsername)
        }
        // The newest archives contain the username as the title, older ones as a value.
        let names = (value["string_list_data"]?.elements ?? []).compactMap { $0["value"]?.string }
        return (names.isEmpty ? [value["title"]?.string].compactMap(\.self) : names)
            .filter(isUsername)
    }

    /// Returns whether a string has the form of an Instagram username.
    private static func isUsername(_ text: String) -> Bool {
        (1...30).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "."), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
