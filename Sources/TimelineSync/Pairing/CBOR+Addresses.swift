import TimelineCore

extension CBORReader {
    /// Reads a list of addresses.
    ///
    /// - Throws: `RecordError.malformed` if there are more than `limit`, or if a string is not an
    ///   address.
    mutating func addresses(atMost limit: Int) throws(RecordError) -> [PeerAddress] {
        let count = try array()
        guard count <= limit else { throw .malformed }
        var addresses: [PeerAddress] = []
        for _ in 0..<count { addresses.append(try address()) }
        return addresses
    }

    private mutating func address() throws(RecordError) -> PeerAddress {
        let text = try text()
        // Parsing fails only if the text is not an address.
        guard let address = try? PeerAddress(parsing: text), address.description == text
        else { throw .malformed }
        return address
    }
}

extension CBORWriter {
    /// Writes a list of addresses.
    mutating func write(addresses: [PeerAddress]) {
        array(addresses.count)
        for address in addresses { write(address.description) }
    }
}
