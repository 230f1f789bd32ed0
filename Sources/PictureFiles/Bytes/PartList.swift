/// The parts of a file, up to a limit that protects memory.
///
/// A part in memory takes many times the bytes of the smallest part in a file. The parser continues
/// or stops above the limit, as the format needs; either way the file counts as faulty.
struct PartList<Part> {
    /// The maximum number of parts.
    private let limit: Int
    /// The parts in the order of the file.
    private(set) var parts: [Part] = []
    /// Whether a part above the limit has been dropped.
    private(set) var isOverLimit = false

    /// Creates an empty list.
    init(limit: Int) { self.limit = limit }

    /// Appends a part, or drops it above the limit.
    mutating func append(_ part: Part) {
        if parts.count < limit { parts.append(part) } else { isOverLimit = true }
    }
}
