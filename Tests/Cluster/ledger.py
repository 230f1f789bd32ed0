"""What the writers know to be acknowledged, and how it compares with what is present."""

import collections
import dataclasses


class Log:
    """A writer's log, which grows: a line with a monotonic time and a key for each acknowledged item."""

    def __init__(self, path):
        self.path = path
        self.entries = []
        self._offset = 0

    def read(self):
        """Reads new whole lines, and returns all entries: pairs of a time and a key."""
        if self.path.exists():
            with open(self.path, "rb") as file:
                file.seek(self._offset)
                data = file.read()
            whole = data[: data.rfind(b"\n") + 1]
            self._offset += len(whole)
            for line in whole.decode().splitlines():
                moment, key = line.split(" ", 1)
                self.entries.append((float(moment), key))
        return self.entries

    def since(self, start):
        """Returns the times of the entries after a moment."""
        return [moment for moment, _ in self.read() if moment > start]


def outage(start, end, moments):
    """Returns how long after a fault with a given start and end writes resumed, and two lengths of silence.

    Some acknowledgments arrive just after the fault because they were on their way. So writes resume at the end of
    the longest silence that begins during the fault; its length tells whether the fault had any effect. The second
    silence is the longest one after the end of the fault: the return of a node must not cost a second outage. All are
    infinite if nothing was acknowledged.
    """
    if not moments:
        return (float("inf"),) * 3
    moments = sorted(moments)
    silences = [(later - earlier, earlier, later) for earlier, later in zip([start, *moments], moments)]
    length, _, resumed = max(silence for silence in silences if silence[1] < end)
    return resumed - start, length, max((silence[0] for silence in silences if silence[1] >= end), default=0)


@dataclasses.dataclass
class Comparison:
    """Acknowledged items against those that are present."""

    acknowledged: int
    present: int
    lost: list
    doubled: list
    #: Present and never acknowledged: outcomes that were unknown when their writer ended.
    unknown: int

    @property
    def is_exact(self):
        # A test in which nothing was acknowledged shows nothing.
        return not self.lost and not self.doubled and self.acknowledged > 0


def compare(acknowledged, present):
    """Compares keys. An item is lost if it is acknowledged and absent, and doubled if it is present more than once."""
    counts = collections.Counter(present)
    keys = set(acknowledged)
    return Comparison(
        acknowledged=len(keys),
        present=len(counts),
        lost=sorted(keys - counts.keys()),
        doubled=sorted(key for key, count in counts.items() if count > 1),
        unknown=len(counts.keys() - keys),
    )
