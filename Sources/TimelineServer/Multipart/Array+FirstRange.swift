import Foundation

extension [UInt8] {
    /// Returns the range of the first occurrence of `pattern`, or `nil` if it does not occur.
    ///
    /// The pattern must not be empty. The search takes linear time unless the first byte of the
    /// pattern is frequent. In that case, the time is proportional to the product of the two
    /// lengths.
    func firstRange(ofBytes pattern: [UInt8]) -> Range<Int>? {
        guard let first = pattern.first else { return nil }
        return withUnsafeBytes { bytes in
            var start = 0
            while start + pattern.count <= bytes.count, let base = bytes.baseAddress {
                let length = bytes.count - pattern.count + 1 - start
                guard let found = memchr(base + start, Int32(first), length) else { return nil }
                start = UnsafeRawPointer(found) - base
                if bytes[start..<start + pattern.count].elementsEqual(pattern) {
                    return start..<start + pattern.count
                }
                start += 1
            }
            return nil
        }
    }
}
