import TimelineCore

extension TextLayout {
    /// Formats a grid of pictures, with the short ID of each post below its picture, and the number
    /// of its photos if there are several.
    func grid(_ grid: PictureGrid) -> [String] {
        grid.rows.flatMap { row in
            var labels = String(repeating: " ", count: grid.indent)
            for post in row.posts {
                let count = post.photos.count
                let text = post.id.shortID + (count > 1 ? " ▣\(count)" : "")
                let label = text.truncated(to: grid.slot - 1)
                labels += style.dim(label)
                labels += String(repeating: " ", count: grid.slot - label.displayWidth)
            }
            return row.strip.lines(above: labels) + [""]
        }
    }
}
