extension Post {
    /// The parts of a stored post that were edited, so that their first values are unknown.
    public struct Edits: Hashable, Sendable {
        /// Whether the caption was edited.
        public var caption: Bool
        /// Whether the place was edited.
        public var place: Bool
        /// The photos with an edited description, counted from 0.
        public var alts: Set<Int>

        /// Creates a list of edits; by default, there are none.
        public init(caption: Bool = false, place: Bool = false, alts: Set<Int> = []) {
            self.caption = caption
            self.place = place
            self.alts = alts
        }
    }
}
