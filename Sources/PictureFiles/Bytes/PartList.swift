/// A list of the parts of a file, with a maximum length that limits memory use.
///
/// A part takes many times as much memory as the smallest parts take in the file. Above the limit,
/// some parsers continue and others stop; either way, the file is treated as faulty.
struct PartList<Part> {
    /// The maximum number of parts.
    private let limit: Int
    /// The parts in the order of the file.
    private(set) var parts: [Part] = []
    /// Whether a part above the limit has been dropped.
    private(set) var isOverLimit = false

    /// Creates an empty list.
    init(limit: Int) { self.limit = limit }

    /// Appends a part, or drops it if the list has reached its limit.
    mutating func append(_ part: Part) {
        if parts.count < limit { parts.append(part) } else { isOverLimit = true }
    }
}
