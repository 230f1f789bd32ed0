/// Messages about sizes.
enum ByteText {
    static func invalid(_ text: String) -> String {
        "“\(text)” is not a size; write a number with KB, MB or GB, as in 500MB or 2GB."
    }
}
