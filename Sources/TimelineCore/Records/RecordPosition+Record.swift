extension RecordPosition {
    /// Creates the position of a record.
    public init(of record: VerifiedRecord) {
        self.init(milliseconds: record.body.stamp.milliseconds, id: record.id)
    }
}
