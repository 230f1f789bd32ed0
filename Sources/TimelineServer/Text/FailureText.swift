extension ErrorReport {
    /// The message for unexpected errors, which reveals no details.
    static let unexpected = "The server failed; its log says why. Try again later."
    static let diskFull =
        "The server's disk is full. Nothing was lost. Free some space, restart the server, and try again."
    /// The message for an address that invitations cannot contain.
    static let invalidAddress = """
        An invitation cannot contain this address; it should look like http://192.168.1.20:8080 or \
        tcp://192.168.1.20:4242.
        """
}
