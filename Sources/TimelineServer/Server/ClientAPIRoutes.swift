/// The routes of all client APIs.
struct ClientAPIRoutes {
    /// The helper that adds routes of client APIs.
    let api: APIRoutes

    /// Adds the routes to the router.
    func add() {
        TokenRoutes(api: api).add()
        MastodonInstance(api: api).add()
        MastodonAccounts(api: api).add()
        MastodonTimelines(api: api).add()
        MastodonStatuses(api: api).add()
        MastodonMedia(api: api).add()
        MastodonNotifications(api: api).add()
        MastodonSearch(api: api).add()
        MastodonStreaming(api: api).add()
        MediaRoutes(api: api).add()
        InstagramTokens(api: api).add()
        let instagram = InstagramRoutes(api: api)
        InstagramUsers(routes: instagram).add()
        InstagramRelationships(routes: instagram).add()
        InstagramMedia(routes: instagram).add()
        InstagramTags(routes: instagram).add()
        InstagramPlaces(routes: instagram).add()
        RedditRoutes(api: api).add()
    }
}
