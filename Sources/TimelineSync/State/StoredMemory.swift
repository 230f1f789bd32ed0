import TimelineCore

/// The result of the last session with a device.
struct StoredMemory: StateValue {
    static let elementCount = 3

    let memory: PeerMemory

    init(_ memory: PeerMemory) { self.memory = memory }

    init(reading reader: inout CBORReader) throws(RecordError) {
        var memory = PeerMemory()
        memory.equality = try reader.optional { reader throws(RecordError) in
            try reader.array(of: 2)
            return PeerMemory.Equality(own: try reader.value(), peer: try reader.value())
        }
        memory.peerScopes = try reader.optional { reader throws(RecordError) in
            try reader.array(of: 2)
            let (wanted, held): ([User.ID], [User.ID]) = (
                try reader.list(), try reader.list()
            )
            return StoreScopes(wanted: Set(wanted), held: Set(held))
        }
        memory.sentScopes = try reader.optional { reader throws(RecordError) in
            try reader.value()
        }
        self.memory = memory
    }

    func write(to writer: inout CBORWriter) {
        writer.optional(memory.equality) { writer, equality in
            writer.array(2)
            writer.write(equality.own)
            writer.write(equality.peer)
        }
        writer.optional(memory.peerScopes) { writer, scopes in
            writer.array(2)
            writer.write(list: scopes.wanted.sorted())
            writer.write(list: scopes.held.sorted())
        }
        writer.optional(memory.sentScopes) { $0.write($1) }
    }
}
