/// Reed-Solomon codes over GF(256) with the polynomial x^8 + x^4 + x^3 + x^2 + 1.
enum ReedSolomon {
    /// Returns the error correction codewords of a block.
    ///
    /// - Parameters:
    ///   - data: The codewords of the block.
    ///   - count: The number of error correction codewords.
    /// - Returns: The remainder of the data divided by the generator polynomial.
    static func correction(of data: ArraySlice<UInt8>, count: Int) -> [UInt8] {
        let generator = generator(degree: count)
        var remainder = [UInt8](repeating: 0, count: count)
        for byte in data {
            let factor = byte ^ remainder.removeFirst()
            remainder.append(0)
            for index in remainder.indices {
                remainder[index] ^= product(generator[index], factor)
            }
        }
        return remainder
    }

    /// Returns the coefficients of (x - 1)(x - 2)(x - 4)…, without the first one, which is 1.
    private static func generator(degree: Int) -> [UInt8] {
        var coefficients: [UInt8] = [1]
        var root: UInt8 = 1
        for _ in 0..<degree {
            let shifted = coefficients + [0]
            let scaled = [0] + coefficients.map { product($0, root) }
            coefficients = zip(shifted, scaled).map { $0 ^ $1 }
            root = product(root, 2)
        }
        return Array(coefficients.dropFirst())
    }

    /// Returns the product of two elements of GF(256).
    static func product(_ first: UInt8, _ second: UInt8) -> UInt8 {
        var (sum, factor) = (UInt8(0), first)
        for bit in 0..<8 {
            if second >> bit & 1 == 1 { sum ^= factor }
            factor = factor << 1 ^ (factor & 0x80 == 0 ? 0 : 0x1D)
        }
        return sum
    }
}
