import TimelinePages

extension Confirmation {
    /// Returns a path whose page shows this confirmation instead of an earlier one.
    func added(to path: String) -> String {
        let path = Self.removed(from: path)
        return path + (path.contains("?") ? "&" : "?") + "\(Self.parameter)=\(rawValue)"
    }

    /// Returns a path and its query without a confirmation.
    static func removed(from path: String) -> String {
        let parts = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return path }
        let rest = parts[1].split(separator: "&").filter { !$0.hasPrefix("\(parameter)=") }
        return rest.isEmpty ? String(parts[0]) : parts[0] + "?" + rest.joined(separator: "&")
    }
}
