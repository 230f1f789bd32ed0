"""Mastodon.py follows the stream of events of a person."""

import http.client
import json
import time
import urllib.parse

from mastodon import StreamListener

import entities
import photos
import shapes
from cases import PATIENCE, AppsTest, Events


class Listener(StreamListener):
    """Collects the events of a stream."""

    def __init__(self):
        self.events = Events()

    def on_update(self, status):
        self.events.put("update", status)

    def on_delete(self, status_id):
        self.events.put("delete", status_id)

    def on_notification(self, notification):
        self.events.put("notification", notification)

    def on_status_update(self, status):
        self.events.put("status.update", status)

    def on_abort(self, error):
        self.events.put("abort", error)

    def on_unknown_event(self, name, unknown_event=None):
        self.events.put("unknown", name)

    def handle_heartbeat(self):
        self.events.put("heartbeat", None)


class Streaming(AppsTest):
    def setUp(self):
        super().setUp()
        self.ada, self.eve = self.person("ada"), self.person("eve")
        self.app, self.other = self.client(self.ada), self.client(self.eve)
        self.app.account_follow(self.other.me().id)

    def listen(self, app):
        """Returns the events of an app's stream, once it is open."""
        listener = Listener()
        # Closing a stream would wait for its next heartbeat; its thread ends with the program.
        handle = app.stream_user(listener, run_async=True)
        # The server answers at once, and not only with the first event.
        deadline = time.monotonic() + 5
        while handle.connection is None or not handle.is_receiving():
            self.assertLess(time.monotonic(), deadline, "The stream did not open.")
            handle.join(0.01)
        return listener.events

    def wait(self, events, kind, condition=lambda value: True):
        """Waits for an event of a kind, and fails if the stream ends before it."""

        def is_it(name, value):
            self.assertNotEqual(name, "abort", str(value))
            return name == kind and condition(value)

        return events.wait(is_it)[1]

    def test_update_notification_and_delete(self):
        events = self.listen(self.app)
        status = self.post(self.other, "Live")
        update = self.wait(events, "update", lambda update: update.id == status.id)
        self.assertEqual(update.account.username, self.eve.name)
        self.assertEqual(len(update.media_attachments), 1)

        mine = self.post(self.app, "Mine")
        self.wait(events, "update", lambda update: update.id == mine.id)
        self.other.status_favourite(mine.id)
        notification = self.wait(events, "notification")
        self.assertEqual(
            (notification.type, notification.status.id, notification.account.username),
            ("favourite", mine.id, self.eve.name),
        )
        reply = self.other.status_post("A comment", in_reply_to_id=mine.id)
        notification = self.wait(events, "notification")
        self.assertEqual((notification.type, notification.status.id), ("mention", reply.id))

        self.other.status_update(status.id, "Live, edited")
        changed = self.wait(events, "status.update", lambda changed: changed.id == status.id)
        self.assertIn("edited", changed.content)

        self.other.status_delete(status.id)
        self.assertEqual(str(self.wait(events, "delete")), status.id)
        # The stream goes on after a deletion.
        last = self.post(self.other, "After the deletion")
        self.wait(events, "update", lambda update: update.id == last.id)

    def test_changes_from_the_command_line(self):
        """What another process stores arrives, too."""
        events = self.listen(self.app)
        post = self.eve.post(photos.jpeg(self.world.folder), "From the command line")
        self.wait(events, "update", lambda update: update.id == post)
        self.eve.run("follow", self.ada.name)
        self.assertEqual(self.wait(events, "notification").type, "follow")

    def test_strangers_and_blocked_people_stay_out(self):
        stranger = self.client(self.person("mallory"))
        blocked = self.client(self.person("blocked"))
        self.app.account_follow(blocked.me().id)
        self.app.account_block(blocked.me().id)
        events = self.listen(self.app)
        hidden = [self.post(stranger, "Not followed").id, self.post(blocked, "Blocked").id]
        last = self.post(self.other, "Followed")

        def is_last(name, value):
            self.assertNotIn(getattr(value, "id", None), hidden)
            self.assertNotEqual(name, "notification")
            return name == "update" and value.id == last.id

        events.wait(is_last)

    def test_form_of_the_events(self):
        """Lines are `key: value` and end with a line feed; each event has one line of data in the documented shape."""
        connection = self.open_stream(self.app.access_token)
        response = connection.getresponse()
        self.assertEqual(response.status, 200)
        self.assertTrue(response.getheader("Content-Type").startswith("text/event-stream"))
        self.assertEqual(response.getheader("Access-Control-Allow-Origin"), "*")
        self.assertIn("no-", response.getheader("Cache-Control", ""))
        status = self.post(self.other, "Two\nlines")
        event = {}
        while event.get("event") != "update":
            event = {}
            while line := response.readline():
                self.assertFalse(line.endswith(b"\r\n"), line)
                if line == b"\n":
                    break
                if not line.startswith(b":"):
                    key, separator, value = line.decode().rstrip("\n").partition(": ")
                    self.assertTrue(separator, line)
                    self.assertNotIn(key, event)
                    event[key] = value
            else:
                self.fail("The stream ended.")
        value = shapes.parse(event["data"].encode())
        entities.MY_STATUS(value, "update")
        self.assertEqual(value["id"], str(status.id))
        connection.close()

    def open_stream(self, token, path="/api/v1/streaming/user", method="GET"):
        address = urllib.parse.urlsplit(self.url)
        connection = http.client.HTTPConnection(address.hostname, address.port, timeout=2 * PATIENCE)
        self.addCleanup(connection.close)
        connection.request(method, path, headers={"Authorization": f"Bearer {token}"} if token else {})
        return connection

    def test_rights(self):
        """A stream needs the scope, and ends when its token is revoked."""
        for token in (None, "nonsense"):
            self.assertEqual(self.open_stream(token).getresponse().status, 401)
        self.assertEqual(self.open_stream(self.token(self.ada, "write")).getresponse().status, 403)
        # Apps send the token in the query of a stream, because browsers cannot set a header there. It is not accepted.
        self.assertEqual(
            self.open_stream(None, f"/api/v1/streaming/user?access_token={self.app.access_token}").getresponse().status,
            401,
        )
        response = self.open_stream(self.app.access_token).getresponse()
        self.assertEqual(response.status, 200)
        for session in self.ada.run("sessions")["sessions"]:
            if not session["isCurrent"]:
                self.ada.run("sessions", "revoke", session["id"])
        status = self.post(self.other, "After the token was revoked")
        # The server ends the stream, at the latest with the next heartbeat.
        content = response.read()
        self.assertNotIn(str(status.id).encode(), content)

    def test_notifications_need_their_scope(self):
        """An app that may read posts only receives no notification."""
        limited = self.listen(self.client(self.ada, "read:statuses"))
        events = self.listen(self.app)
        mine = self.post(self.app, "Mine")
        for wait in (events, limited):
            self.wait(wait, "update", lambda update: update.id == mine.id)
        self.other.status_favourite(mine.id)
        self.wait(events, "notification")
        last = self.post(self.other, "After the notification")

        def is_last(name, value):
            self.assertNotEqual(name, "notification")
            return name == "update" and value.id == last.id

        limited.wait(is_last)

    def test_streams_that_do_not_exist(self):
        response = self.open_stream(self.app.access_token, "/api/v1/streaming/nonsense").getresponse()
        self.assertEqual(response.status, 404)
        self.assertIn("error", json.loads(response.read()))
        health = self.call("GET", "/api/v1/streaming/health")
        self.assertEqual((health.status_code, health.text), (200, "OK"))

    def test_streaming_address(self):
        """If the server has no WebSocket, it names no address; else the one it names must answer."""
        old, new = self.app.instance_v1(), self.app.instance_v2()
        address = old.urls.get("streaming_api")
        self.assertEqual(address, new.configuration.urls.get("streaming"))
        if address is None:
            return
        import websocket

        socket = websocket.create_connection(
            f"{address}/api/v1/streaming?stream=user",
            header=[f"Authorization: Bearer {self.app.access_token}"],
            timeout=PATIENCE,
        )
        self.addCleanup(socket.close)
        status = self.post(self.other, "Over a WebSocket")
        while True:
            message = json.loads(socket.recv())
            if message["event"] == "update":
                break
        self.assertEqual(message["stream"], ["user"])
        payload = json.loads(message["payload"])
        entities.MY_STATUS(payload, "update")
        self.assertEqual(payload["id"], str(status.id))
