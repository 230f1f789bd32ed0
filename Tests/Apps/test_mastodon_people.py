"""Mastodon.py edits profiles, follows, mutes and blocks, and reads notifications."""

from mastodon import MastodonAPIError, MastodonNotFoundError

import photos
from cases import AppsTest
from statuses import ids, path_of, plain


class People(AppsTest):
    def setUp(self):
        super().setUp()
        self.ada, self.eve = self.person("ada"), self.person("eve")
        self.app, self.other = self.client(self.ada), self.client(self.eve)
        self.me, self.them = self.app.me(), self.other.me()

    def test_profile_with_avatar(self):
        path = photos.jpeg(self.world.folder, 512, 512, is_tagged=True)
        changed = self.app.account_update_credentials(
            display_name="Ada Lovelace", note="First #programmer\nhttps://ada.example", avatar=str(path)
        )
        self.assertEqual(changed.display_name, "Ada Lovelace")
        self.assertEqual(changed.source.note, "First #programmer\nhttps://ada.example")
        self.assertEqual(plain(changed.note), "First #programmer\nhttps://ada.example")
        self.assertNotEqual(path_of(changed.avatar), path_of(self.me.avatar))
        picture = self.fetch_picture(changed.avatar)
        self.assertEqual(picture.width, picture.height)
        self.fetch_picture(changed.avatar_static)
        profile = self.eve.run("profile", self.ada.name)["user"]
        self.assertEqual(
            (profile["displayName"], profile["bio"]), ("Ada Lovelace", "First #programmer\nhttps://ada.example")
        )
        self.assertEqual(path_of(self.other.account(self.me.id).avatar), path_of(changed.avatar))
        cleared = self.app.account_update_credentials(display_name="", note="")
        self.assertEqual((cleared.display_name, cleared.note, cleared.source.note), ("", "", ""))
        self.assertEqual(path_of(cleared.avatar), path_of(changed.avatar))
        removed = self.app.account_delete_avatar()
        self.assertEqual(path_of(removed.avatar), path_of(self.me.avatar))
        answer = self.call(
            "PATCH", "/api/v1/accounts/update_credentials?note=From%20the%20query", self.app.access_token
        )
        self.assertEqual(answer.json()["source"]["note"], "From the query")
        answer = self.call("PATCH", "/api/v1/accounts/update_credentials", self.app.access_token)
        self.assertEqual(answer.json()["source"]["note"], "From the query")
        for data in ({"note": "x" * 100_000}, {"display_name": "x" * 10_000}):
            self.check_error(
                self.call("PATCH", "/api/v1/accounts/update_credentials", self.app.access_token, data=data), 422
            )

    def test_website_is_a_field(self):
        self.ada.run("profile", "edit", "--url", "https://ada.example/")
        account = self.app.me()
        self.assertTrue(any("https://ada.example/" in field.value for field in account.fields))

    def test_follow_and_unfollow(self):
        relation = self.app.account_follow(self.them.id)
        self.assertTrue(relation.following)
        self.assertFalse(relation.requested)
        self.assertEqual(self.app.account_follow(self.them.id).following, True)
        self.assertTrue(self.other.account_relationships(self.me.id)[0].followed_by)
        status = self.post(self.other, "Seen by followers")
        self.assertEqual(ids(self.app.timeline_home()), ids([status]))
        self.assertEqual(ids(self.app.account_following(self.me.id)), [self.them.id])
        self.assertEqual(ids(self.app.account_followers(self.them.id)), [self.me.id])
        self.assertEqual(self.app.account(self.them.id).followers_count, 1)
        self.assertTrue(self.ada.run("profile", self.eve.name)["followedByViewer"])
        relation = self.app.account_unfollow(self.them.id)
        self.assertFalse(relation.following)
        self.assertEqual(self.app.timeline_home(), [])
        self.assertFalse(self.app.account_unfollow(self.them.id).following)
        answer = self.call("POST", f"/api/v1/accounts/{self.me.id}/follow", self.app.access_token)
        self.assertIn(answer.status_code, (403, 422), answer.text)

    def test_relationships(self):
        """The answer is always an array, in the order of the question, for one ID as for many."""
        strangers = [self.client(self.person("bob")).me().id for _ in range(2)]
        self.app.account_follow(strangers[1])
        relations = self.app.account_relationships([self.them.id, *strangers])
        self.assertEqual([relation.id for relation in relations], [self.them.id, *strangers])
        self.assertEqual([relation.following for relation in relations], [False, False, True])
        self.assertEqual(len(self.app.account_relationships(self.them.id)), 1)
        for query in (f"id={self.them.id}", f"id[]={self.them.id}", f"id[]={self.them.id}&id[]=nonsense"):
            answer = self.call("GET", f"/api/v1/accounts/relationships?{query}", self.app.access_token).json()
            self.assertEqual([relation["id"] for relation in answer], [self.them.id])
        self.assertEqual(self.call("GET", "/api/v1/accounts/relationships", self.app.access_token).json(), [])
        answer = self.call(
            "GET", f"/api/v1/accounts/familiar_followers?id[]={self.them.id}", self.app.access_token
        ).json()
        self.assertEqual([entry["id"] for entry in answer], [self.them.id])

    def test_mute(self):
        self.app.account_follow(self.them.id)
        status = self.post(self.other, "Muted soon")
        relation = self.app.account_mute(self.them.id)
        self.assertTrue(relation.muting)
        self.assertTrue(relation.following)
        self.assertEqual(self.app.timeline_home(), [])
        self.assertEqual(ids(self.app.mutes()), [self.them.id])
        self.assertEqual(self.app.status(status.id).id, status.id)
        self.assertFalse(self.other.account_relationships(self.me.id)[0].muting)
        self.assertFalse(self.app.account_unmute(self.them.id).muting)
        self.assertEqual(ids(self.app.timeline_home()), ids([status]))
        self.assertEqual(self.app.mutes(), [])

    def test_block(self):
        """A block hides both from each other, everywhere."""
        status, reply_to = self.post(self.other, "Hidden #hidden"), self.post(self.app, "Mine")
        reply = self.other.status_post("A comment", in_reply_to_id=reply_to.id)
        self.app.account_follow(self.them.id)
        self.other.status_favourite(reply_to.id)
        relation = self.app.account_block(self.them.id)
        self.assertTrue(relation.blocking)
        self.assertFalse(relation.following)
        self.assertEqual(ids(self.app.blocks()), [self.them.id])
        for app, post in ((self.app, status), (self.other, reply_to)):
            with self.assertRaises(MastodonNotFoundError):
                app.status(post.id)
            for call in (app.status_favourite, app.status_bookmark, app.status_context, app.status_favourited_by):
                with self.assertRaises(MastodonAPIError):
                    call(post.id)
            self.assertNotIn(post.id, ids(app.timeline_public(limit=40)))
            self.assertNotIn(post.id, ids(app.timeline_home(limit=40)))
        with self.assertRaises(MastodonAPIError):
            self.other.status_post("Still here", in_reply_to_id=reply_to.id)
        with self.assertRaises(MastodonAPIError):
            self.other.account_follow(self.me.id)
        self.assertEqual(self.app.status_context(reply_to.id).descendants, [])
        shown = self.ada.run("show", reply_to.id)["post"]
        self.assertEqual(self.app.status(reply_to.id).replies_count, shown["commentCount"])
        self.assertEqual(self.app.status(reply_to.id).favourites_count, shown["likeCount"])
        self.assertEqual(self.app.notifications(), [])
        self.assertEqual(self.other.search_v2(self.ada.name, result_type="accounts").accounts, [])
        self.assertFalse(self.app.account_unblock(self.them.id).blocking)
        self.assertEqual(self.app.status(status.id).id, status.id)
        self.assertEqual(ids(self.app.status_context(reply_to.id).descendants), ids([reply]))

    def test_notifications(self):
        status = self.post(self.app, "Notify me")
        self.other.status_favourite(status.id)
        self.other.account_follow(self.me.id)
        reply = self.other.status_post(f"@{self.ada.name} Hello", in_reply_to_id=status.id)
        mention = self.post(self.other, f"With @{self.ada.name}")
        items = self.app.notifications()
        self.assertEqual(sorted(item.type for item in items), ["favourite", "follow", "mention", "mention"])
        self.assertEqual({item.account.id for item in items}, {self.them.id})
        by_type = {item.type: item for item in items}
        self.assertEqual(by_type["favourite"].status.id, status.id)
        self.assertEqual({item.status.id for item in items if item.type == "mention"}, {reply.id, mention.id})
        self.assertEqual(items, sorted(items, key=lambda item: item.created_at, reverse=True))
        self.assertEqual([item.type for item in self.app.notifications(types=["follow"])], ["follow"])
        self.assertEqual(
            [item.type for item in self.app.notifications(exclude_types=["mention", "favourite"])], ["follow"]
        )
        self.assertEqual(self.app.notifications(types=["poll", "reblog"]), [])
        self.assertEqual(len(self.app.notifications(mentions_only=True)), 2)
        one = self.app.notifications(id=items[0].id)
        self.assertEqual(one.id, items[0].id)
        page, seen = self.app.notifications(limit=1), []
        while page:
            seen += ids(page)
            page = self.app.fetch_next(page)
        self.assertEqual(seen, ids(items))
        self.assertEqual(self.other.notifications(), [])

        self.app.notifications_dismiss(items[1].id)
        self.assertEqual(ids(self.app.notifications()), [item.id for item in items if item.id != items[1].id])
        self.app.notifications_clear()
        self.assertEqual(self.app.notifications(), [])
        self.other.status_favourite(self.post(self.app, "After").id)
        self.assertEqual([item.type for item in self.app.notifications()], ["favourite"])

    def test_markers(self):
        self.assertNotIn("home", self.app.markers_get(["home"]))
        statuses = [self.post(self.app, f"Number {number}") for number in range(3)]
        marker = self.app.markers_set("home", statuses[1].id)["home"]
        self.assertEqual(marker.last_read_id, statuses[1].id)
        again = self.app.markers_get(["home", "notifications"])["home"]
        self.assertEqual((again.last_read_id, again.version), (statuses[1].id, marker.version))
        answer = self.call(
            "POST", "/api/v1/markers", self.app.access_token, data={"home[last_read_id]": statuses[2].id}
        )
        self.assertEqual(answer.json()["home"]["last_read_id"], statuses[2].id)
        self.assertGreaterEqual(answer.json()["home"]["version"], marker.version)
        self.assertNotIn("home", self.other.markers_get(["home"]))

    def test_follow_a_tag_is_answered(self):
        """Timeline has no followed tags, and says so."""
        for action in ("follow", "unfollow"):
            answer = self.call("POST", f"/api/v1/tags/sky/{action}", self.app.access_token)
            self.assertIn(answer.status_code, (200, 403, 404, 422), answer.text)
            if answer.status_code != 200:
                self.assertIn("error", answer.json())
