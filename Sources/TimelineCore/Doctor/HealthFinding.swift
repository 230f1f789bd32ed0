/// Something that is wrong with what is kept.
public enum HealthFinding: Hashable, Sendable {
    /// The storage itself is damaged.
    case storageDamaged(String)
    /// A count differs from a recount.
    case countWrong(CountMismatch)
    /// The bytes of a photo that is shown somewhere are not there.
    case photoMissing(BlobID)
    /// The bytes of a photo are not those that were kept.
    case photoChanged(BlobID)
    /// Bytes are kept that no photo names.
    case photoUnnamed(BlobID)
}

extension HealthFinding: CustomStringConvertible {
    /// A sentence for a person.
    public var description: String {
        switch self {
        case .storageDamaged(let fault): "The database is damaged: \(fault)."
        case .countWrong(let count):
            "The number of \(count.subject) is kept as \(count.kept), but there are \(count.found)."
        case .photoMissing(let blob): "The photo \(blob) is missing."
        case .photoChanged(let blob): "The bytes of the photo \(blob) have changed."
        case .photoUnnamed(let blob): "The photo \(blob) belongs to no post and no user."
        }
    }

    /// Whether a repair mends it, without loss.
    public var isRepairable: Bool {
        switch self {
        case .countWrong, .photoUnnamed: true
        case .storageDamaged, .photoMissing, .photoChanged: false
        }
    }
}
