import TimelineCore

extension Message {
    /// The frame that contains the message.
    var frame: Frame { Frame(type: type, content: content) }

    private var content: [UInt8] {
        var writer = CBORWriter()
        switch self {
        case .hello(let hello): return hello.content
        case .negentropy(let round, let message):
            writer.array(2)
            writer.write(round)
            writer.write(message)
        case .want(let ids, let ranges):
            writer.array(2)
            writer.write(values: ids)
            writer.array(ranges.count)
            for range in ranges { range.write(to: &writer) }
        case .records(let encodings, let completed):
            writer.array(2)
            writer.array(encodings.count)
            for encoding in encodings { writer.write(encoding) }
            writer.write(values: completed)
        case .lack(let ids, let blobs):
            writer.array(2)
            writer.write(values: ids)
            writer.write(values: blobs)
        case .wantBlob(let request):
            writer.array(3)
            writer.write(request.blob)
            writer.write(request.offset)
            writer.write(request.count)
        case .blob(let part):
            writer.array(3)
            writer.write(part.blob)
            writer.write(part.offset)
            writer.write(part.bytes)
        case .private(let payload): writer.write(payload)
        case .end(let end):
            writer.array(2)
            writer.write(end.status.rawValue)
            writer.write(end.token)
        case .error(let failure): writer.write(failure.rawValue)
        }
        return writer.bytes
    }
}
