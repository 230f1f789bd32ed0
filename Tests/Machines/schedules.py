"""Random schedules of what people do on several devices that sync and are disturbed, checked by an independent reader.

schedules.py PROGRAM [--count N] [--seed N]: a failure prints its seed and its events.
"""

import argparse
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

import records
from machines import PASSWORD, Machine

PICTURES = sorted((pathlib.Path(__file__).parent.parent.parent / "SeedData/images").glob("*.jpg"))
#: Exit statuses of commands that failed for a reason that a schedule can produce.
EXPECTED = (0, 64, 65, 66, 67, 69, 73, 74, 75, 76, 77)


class Device(Machine):
    """A device of a person."""

    def __init__(self, program, folder, name, person):
        super().__init__(program, folder, name)
        self.person = person
        self.is_revoked = False

    def do(self, *arguments, input=None, kill_after=None):
        """Runs a command that may fail, and returns its JSON or `None`."""
        process = self.start(*arguments, "--format", "json", stdin=subprocess.PIPE)
        try:
            output, errors = process.communicate(input, kill_after or 120)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            if kill_after is None:
                raise AssertionError(f"{self.name}: {arguments} did not end") from None
            return None
        if process.returncode not in EXPECTED:
            raise AssertionError(f"{self.name}: {arguments}: status {process.returncode}: {errors}")
        return json.loads(output) if process.returncode == 0 and output.strip() else None

    def pages(self, *arguments):
        """Returns all posts of a list of posts."""
        posts, before = [], []
        while True:
            page = self.run("feed", "--limit", "200", *arguments, *before)
            posts += page["posts"]
            if not page.get("next"):
                return posts
            before = ["--before", page["posts"][-1]["id"]]


class Schedule:
    """Three people with four devices, and a random number generator that decides what happens."""

    PEOPLE = {"leia": ("desk", "phone"), "han": ("han",), "luke": ("luke",)}

    def __init__(self, program, folder, seed):
        self.program, self.folder = program, folder
        self.random = random.Random(seed)
        self.events = []
        #: The deleted posts and comments, each with the device that has deleted it.
        self.deleted = {}
        self.devices = {}
        self.library = folder / "other-clock.so"
        source = pathlib.Path(__file__).with_name("other-clock.c")
        subprocess.run([shutil.which("clang") or "cc", "-shared", "-fPIC", "-o", self.library, source], check=True)
        self.shared, self.own = folder / "shared", folder / "own"
        self.set_up()

    # Setting up

    def set_up(self):
        for person, names in self.PEOPLE.items():
            for name in names:
                self.devices[name] = Device(self.program, self.folder, name, person)
            first = self.devices[names[0]]
            email = f"{person}@timeline.example"
            first.run("signup", "--email", email, "--username", person, "--password-stdin", input=f"{PASSWORD}\n")
            for name in names[1:]:
                file = self.folder / f"{name}.pair"
                code = first.run("pair", "--to", file, "--name", name, "--password-stdin", input=f"{PASSWORD}\n")["code"]
                self.devices[name].run("pair", "--from", file, "--password-stdin", input=f"{code}\n{PASSWORD}\n")
        script = self.folder / "ssh"
        lines = "\n".join(
            f'{name}) export HOME="{device.home}" TIMELINE_HOME="{device.store}";;'
            for name, device in self.devices.items()
        )
        script.write_text(
            "#!/bin/bash\n"
            'while [ "$1" != -- ]; do shift; done\n'
            "unset LD_PRELOAD\n"
            f"case $2 in\n{lines}\nesac\n"
            f'[ ! -e "{self.folder}/clock-$2" ] ||\n'
            f'    export LD_PRELOAD="{self.library}" CLOCK_OFFSET=$(cat "{self.folder}/clock-$2")\n'
            f'exec "{self.program}" sync --stdio\n'
        )
        script.chmod(0o755)
        for device in self.devices.values():
            device.environment["TIMELINE_SSH"] = str(script)
        for person, names in self.PEOPLE.items():
            for other, others in self.PEOPLE.items():
                if person != other:
                    link = self.devices[others[0]].run("invite")["link"]
                    self.devices[names[0]].run("follow", link)
        for _ in range(2):
            for device in self.devices.values():
                device.do("sync", self.shared, "--shared")
            for name in self.PEOPLE["leia"]:
                self.devices[name].do("sync", self.own, "--own")

    # Events

    def log(self, *event):
        self.events.append(" ".join(str(part) for part in event))

    def any_device(self):
        return self.random.choice([device for device in self.devices.values() if not device.is_revoked])

    def any_post(self, device, by=None):
        posts = device.do("feed", "--limit", "50", "--everyone") or {"posts": []}
        posts = [
            post["id"] for post in posts["posts"]
            if by is None or (post["author"].get("username") == by)
        ]
        return self.random.choice(posts) if posts else None

    def step(self):
        device = self.any_device()
        action = self.random.choices(
            (self.post, self.edit, self.delete, self.comment, self.delete_comment, self.like, self.relate, self.rename,
             self.set_clock, self.sync, self.sync_folder, self.spoil_folder),
            (10, 4, 4, 8, 5, 10, 6, 2, 2, 22, 12, 3),
        )[0]
        action(device)

    def post(self, device):
        caption = f"{device.name} {len(self.events)}"
        self.log(device.name, "posts", caption)
        device.do("post", "--image", self.random.choice(PICTURES), "--caption", caption)

    def edit(self, device):
        if post := self.any_post(device, device.person):
            self.log(device.name, "edits", post)
            device.do("edit", post, "--caption", f"edited {len(self.events)}")

    def delete(self, device):
        if post := self.any_post(device, device.person):
            self.log(device.name, "deletes", post)
            if device.do("delete", post, "--yes") is not None:
                self.deleted[post] = device

    def comment(self, device):
        if post := self.any_post(device):
            self.log(device.name, "comments on", post)
            device.do("comment", post, f"{device.name} {len(self.events)}")

    def delete_comment(self, device):
        """Deletes a comment by the person, or one on the person's post."""
        if not (post := self.any_post(device)):
            return
        shown = device.do("show", post)
        if not shown or not shown["comments"]:
            return
        comment = self.random.choice(shown["comments"])["id"]
        self.log(device.name, "deletes comment", comment, "on", post)
        if device.do("delete", comment, "--yes") is not None:
            self.deleted[comment] = device

    def like(self, device):
        if post := self.any_post(device):
            verb = self.random.choice(("like", "like", "unlike"))
            self.log(device.name, verb + "s", post)
            device.do(verb, post)

    def relate(self, device):
        other = self.random.choice([person for person in self.PEOPLE if person != device.person])
        verb = self.random.choice(("follow", "follow", "follow", "unfollow", "mute", "unmute", "block", "unblock"))
        self.log(device.name, verb + "s", other)
        device.do(verb, other)

    def rename(self, device):
        self.log(device.name, "changes the profile")
        device.do("profile", "edit", "--bio", f"{device.name} {len(self.events)}")

    def set_clock(self, device):
        """Puts a clock back by up to a day, or sets it right."""
        file = self.folder / f"clock-{device.name}"
        if file.exists():
            self.log(device.name, "has the right time")
            file.unlink()
            device.environment.pop("LD_PRELOAD", None)
            return
        offset = -self.random.randrange(60, 86_400)
        self.log(device.name, "is", offset, "seconds off")
        file.write_text(str(offset))
        device.environment |= {"LD_PRELOAD": str(self.library), "CLOCK_OFFSET": str(offset)}

    def sync(self, device):
        other = self.random.choice([other for other in self.devices.values() if other is not device])
        kill = self.random.uniform(0, 0.3) if self.random.random() < 0.3 else None
        self.log(device.name, "syncs with", other.name, f"and is killed after {kill:.3f} s" if kill else "")
        device.do("sync", f"ssh://{other.name}", kill_after=kill)

    def sync_folder(self, device):
        kill = self.random.uniform(0, 0.3) if self.random.random() < 0.2 else None
        is_own = device.person == "leia" and self.random.random() < 0.4
        folder = self.own if is_own else self.shared
        self.log(device.name, "syncs with the folder", folder.name, f"and is killed after {kill:.3f} s" if kill else "")
        device.do("sync", folder, kill_after=kill)

    def spoil_folder(self, device):
        """Deletes or truncates a file, as a cloud service that has not copied everything does."""
        files = [path for path in self.shared.rglob("*") if path.is_file()]
        if not files:
            return
        path = self.random.choice(sorted(files))
        if self.random.random() < 0.5:
            self.log(path.relative_to(self.shared), "disappears")
            path.unlink()
        else:
            self.log(path.relative_to(self.shared), "is truncated")
            data = path.read_bytes()
            path.write_bytes(data[: self.random.randrange(len(data) + 1)])

    # The end

    def revoke(self):
        """Revokes the phone.

        Its posts and deletions that the desk has must stay; its other deletions become void.
        """
        desk, phone = self.devices["desk"], self.devices["phone"]
        device = next(device for device in desk.run("devices")["devices"] if device.get("name") == "phone")
        self.log("desk revokes the phone")
        desk.do("devices", "revoke", device["id"], "--yes", "--password-stdin", input=f"{PASSWORD}\n")
        phone.is_revoked = True
        held = records.deleted(desk.store)
        self.deleted = {id: by for id, by in self.deleted.items() if by is not phone or id in held}

    def heal(self):
        """Sets all clocks right, follows everyone again, and syncs until all have met all."""
        for device in self.devices.values():
            (self.folder / f"clock-{device.name}").unlink(missing_ok=True)
            device.environment.pop("LD_PRELOAD", None)
        self.log("all links heal")
        active = [device for device in self.devices.values() if not device.is_revoked]
        for device in active:
            for person in self.PEOPLE:
                if person != device.person:
                    device.do("unblock", person)
        self.meet(active)
        for device in active:
            for person in self.PEOPLE:
                if person != device.person:
                    device.do("unblock", person)
                    device.do("follow", person)
        self.meet(active)
        return active

    def meet(self, devices):
        for _ in range(3):
            for device in devices:
                device.do("sync", self.shared)
                if device.person == "leia":
                    device.do("sync", self.own)
                for other in devices:
                    if other is not device:
                        device.do("sync", f"ssh://{other.name}")

    def check(self):
        """Checks that all devices show the same, that it is what their records say, and that nothing deleted is back."""
        active = self.heal()
        views = {}
        for device in active:
            device.check()
            posts = records.check(device.store)
            shown = [
                (post["id"], post.get("caption") or None, post["likeCount"], post["commentCount"])
                for post in device.pages("--everyone")
            ]
            expected = posts.shown(set(posts.names))
            assert shown == expected, f"{device.name} shows {shown}, but its records say {expected}."
            views[device.name] = shown
            for id, *_ in shown:
                comments = {comment["id"] for comment in device.run("show", id)["comments"]}
                assert not comments & self.deleted.keys(), f"{device.name} shows a deleted comment."
            back = {id for id, *_ in shown} & self.deleted.keys()
            assert not back, f"{device.name} shows deleted posts: {back}"
            missing = device.run("sync", "status")["missing"]["pictures"]
            assert not missing, f"{device.name} lacks pictures: {missing}"
        for name, view in views.items():
            first = views[active[0].name]
            assert view == first, f"{name} and {active[0].name} differ: {set(view) ^ set(first)}"
        own = [device for device in active if device.person == "leia"]
        for question in (("followers", "leia"), ("following", "leia"), ("mute",), ("block",)):
            answers = [device.run(*question) for device in own]
            assert all(answer == answers[0] for answer in answers), f"Leia's devices differ in {question}: {answers}"


def run(program, seed, steps=60):
    """Runs a schedule, and returns the number of its events."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="timeline-schedule-"))
    schedule = None
    try:
        schedule = Schedule(program, folder, seed)
        for number in range(steps):
            if number == steps // 2 and seed % 3 == 0:
                schedule.revoke()
            schedule.step()
        schedule.check()
        return len(schedule.events)
    except Exception:
        print(f"Seed {seed}:", *(schedule.events if schedule else ["while setting up"]), sep="\n  ")
        raise
    finally:
        if not os.environ.get("KEEP"):
            shutil.rmtree(folder, True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    start = time.monotonic()
    for seed in range(options.seed, options.seed + options.count):
        events = run(options.program.resolve(), seed)
        print(f"  seed {seed}: {events} events", flush=True)
    print(f"{options.count} schedules in {time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    sys.exit(main())
