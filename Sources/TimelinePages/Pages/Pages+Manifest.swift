extension Pages {
    /// Returns the web app manifest as JSON.
    ///
    /// The manifest makes the site installable. Its media type is `application/manifest+json`.
    package func manifest() -> String {
        let icon = { (asset: Asset, sizes: String) in
            """
            {"src":"\(links(.asset(asset)).text)","sizes":"\(sizes)","type":"\(asset.contentType)"}
            """
        }
        let icons = [icon(.icon, "any"), icon(.icon192, "192x192"), icon(.icon512, "512x512")]
        let home = links(.home()).text
        return """
            {"name":"\(BarText.name)","short_name":"\(BarText.name)","id":"\(home)","start_url":"\(home)",\
            "scope":"\(links.base)","display":"standalone","background_color":"#fbfbfb",\
            "theme_color":"#fbfbfb","icons":[\(icons.joined(separator: ","))]}
            """
    }
}
