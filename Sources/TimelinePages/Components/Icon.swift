/// An icon, drawn on a grid of 24 by 24 units, with strokes 1.6 units wide in the text colour.
enum Icon {
    case home, explore, search, post, heart, comment, activity, more, place, save, fullSize, new
    case back, close, tick, left, right, warning, photo, link, bin, edit, several, show, settings
    case logOut, lock, mute, block, bookmark

    /// The shapes inside the icon's `svg` element.
    var shapes: StaticString {
        switch self {
        case .home: "<path d=\"M4 11.2 12 4l8 7.2V20h-5.5v-5.5h-5V20H4z\"/>"
        case .explore:
            "<path d=\"M4 4h6.5v6.5H4zM13.5 4H20v6.5h-6.5zM4 13.5h6.5V20H4zM13.5 13.5H20V20h-6.5z\"/>"
        case .search: "<circle cx=\"10.5\" cy=\"10.5\" r=\"6.5\"/><path d=\"m15.5 15.5 5 5\"/>"
        case .post: "<path d=\"M12 4v16M4 12h16\"/>"
        case .heart:
            "<path d=\"M12 20.2 4.3 12.4a4.9 4.9 0 0 1 0-6.9 4.8 4.8 0 0 1 6.8 0l.9.9.9-.9a4.8 4.8 0 0 1 6.8 0 4.9 4.9 0 0 1 0 6.9z\"/>"
        case .comment:
            "<path d=\"M20 11.5a7.8 7.8 0 0 1-11.3 7L4 20l1.4-4.5A7.8 7.8 0 1 1 20 11.5z\"/>"
        case .activity: "<path d=\"M6 16.5V10a6 6 0 1 1 12 0v6.5l1.5 1.5h-15zM10 20.8h4\"/>"
        case .mute:
            "<path d=\"M6 16.5V10a6 6 0 0 1 9.5-4.9M18 9v7.5l1.5 1.5H8M10 20.8h4M4 4l16 16\"/>"
        case .block: "<circle cx=\"12\" cy=\"12\" r=\"8.5\"/><path d=\"m6 6 12 12\"/>"
        case .bookmark: "<path d=\"M6.5 4h11v16.2L12 15.8l-5.5 4.4z\"/>"
        case .lock: "<path d=\"M5.5 10.5h13V20h-13zM8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5\"/>"
        case .more:
            "<g fill=\"currentColor\" stroke=\"none\"><circle cx=\"5\" cy=\"12\" r=\"1.6\"/><circle cx=\"12\" cy=\"12\" r=\"1.6\"/><circle cx=\"19\" cy=\"12\" r=\"1.6\"/></g>"
        case .place:
            "<path d=\"M12 21s-6.8-6.2-6.8-11.2a6.8 6.8 0 1 1 13.6 0C18.8 14.8 12 21 12 21z\"/><circle cx=\"12\" cy=\"9.8\" r=\"2.4\"/>"
        case .save: "<path d=\"M12 4v11M7 10.5l5 5 5-5M4.5 20h15\"/>"
        case .fullSize: "<path d=\"M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5\"/>"
        case .new: "<path d=\"M12 20V5M6 11l6-6 6 6\"/>"
        case .back: "<path d=\"M20 12H5M11 6l-6 6 6 6\"/>"
        case .close: "<path d=\"m5 5 14 14M19 5 5 19\"/>"
        case .tick: "<path d=\"m4.5 12.5 5 5 10-11\"/>"
        case .left: "<path d=\"m15 5-7 7 7 7\"/>"
        case .right: "<path d=\"m9 5 7 7-7 7\"/>"
        case .warning:
            "<path d=\"M12 4 2.8 20h18.4zM12 10v4.5\"/><circle cx=\"12\" cy=\"17.2\" r=\"1\" fill=\"currentColor\" stroke=\"none\"/>"
        case .photo:
            "<path d=\"M3.5 5h17v14h-17z\"/><path d=\"m3.5 16.5 5-5 4 4 3-3 5 5\"/><circle cx=\"15.5\" cy=\"9\" r=\"1.4\"/>"
        case .link:
            "<path d=\"M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1\"/>"
        case .bin:
            "<path d=\"M4.5 6.5h15M9 6.5V4h6v2.5M6.5 6.5 7.3 20h9.4l.8-13.5M10 10.5V16M14 10.5V16\"/>"
        case .edit: "<path d=\"m4 20 1-4.5 11-11L19.5 8l-11 11zM13.5 7 17 10.5\"/>"
        case .several: "<path d=\"M8 8h12v12H8z\"/><path d=\"M4 16V4h12\"/>"
        case .show:
            "<path d=\"M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z\"/><circle cx=\"12\" cy=\"12\" r=\"3\"/>"
        case .settings:
            "<path d=\"M4 7h9M17 7h3M4 17h3M11 17h9\"/><circle cx=\"15\" cy=\"7\" r=\"2\"/><circle cx=\"9\" cy=\"17\" r=\"2\"/>"
        case .logOut: "<path d=\"M14 4H5v16h9M10 12h10M16.5 8.5 20 12l-3.5 3.5\"/>"
        }
    }
}

extension HTML {
    /// Writes an icon, which is hidden from assistive technology.
    mutating func icon(_ icon: Icon) {
        unescaped("<svg class=\"icon\" viewBox=\"0 0 24 24\" aria-hidden=\"true\">")
        unescaped(icon.shapes)
        unescaped("</svg>")
    }

    /// Writes the logo: a square attached to a vertical line.
    mutating func logo() {
        unescaped(
            "<svg class=\"mark\" viewBox=\"0 0 20 30\" aria-hidden=\"true\"><path d=\"M16 0v30\"/><path class=\"solid\" d=\"M2 8h14v14H2z\"/></svg>"
        )
    }
}
