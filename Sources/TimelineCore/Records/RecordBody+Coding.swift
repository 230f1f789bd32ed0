extension RecordBody {
    /// The version of the record format.
    private static let version: UInt64 = 1
    /// The nesting level of an array in the content.
    ///
    /// The body is an array of level 1.
    static let contentLevel = 2

    /// The deterministic CBOR encoding of the body.
    public var encoded: [UInt8] {
        var writer = CBORWriter()
        writer.array(7)
        writer.write(Self.version)
        writer.write(author)
        writer.write(key)
        writer.write(stamp)
        writer.optional(home) { $0.write($1) }
        writer.write(kindOf: content)
        writer.write(content)
        return writer.bytes
    }

    /// Reads a body and checks everything that does not depend on other records.
    ///
    /// - Throws: The error that describes the first invalid value.
    init(decoding bytes: [UInt8]) throws(RecordError) {
        var reader = CBORReader(bytes)
        try reader.array(of: 7)
        let version = try reader.unsigned()
        guard version == Self.version else { throw .unsupportedVersion(version) }
        let author: User.ID = try reader.value()
        let key: KeyID = try reader.value()
        let stamp: PushID = try reader.value()
        let home: User.ID? = try reader.optional { reader throws(RecordError) in
            try reader.value()
        }
        guard home != author else { throw .homeIsAuthor }
        let content = try reader.content(
            kind: try reader.unsigned(),
            level: Self.contentLevel,
            maximumLevel: SignedRecord.maximumDepth
        )
        try reader.finish()
        self.init(author: author, key: key, stamp: stamp, postAuthor: home, content: content)
        try check()
    }
}
