"""How etcd, Patroni and PostgreSQL are set up on each node, and why.

The settings serve one claim: nothing acknowledged is lost, even if any one node vanishes for good.

- `synchronous_mode`: only the primary and its synchronous standby may become primary, as recorded in etcd. A standby
  that lacks acknowledged writes cannot be promoted.
- `synchronous_mode_strict`: without it, a primary whose standbys are missing, and every new primary before its first
  standby is chosen, acknowledges writes that only its own disk has. They survive a kill, but not the loss of that
  disk. The price of strict mode: a single remaining node reads, but does not write.
- Patroni 3.0.3 or newer. With etcd's third interface, older ones (Debian 12 has 3.0.2) overwrite the leader's key
  without comparing: an old primary that is stopped for longer than `ttl` and continues takes the role back from the
  new one, and all that was acknowledged meanwhile is lost. `cluster.sh --patroni /usr/bin/patroni --stops 2` shows
  this.
- No watchdog: an old primary that wakes up after a stop, or is cut off, may still believe in its role. It acknowledges
  nothing, because its synchronous standby has become the primary and no longer replicates from it.
- `synchronous_commit` stays on: acknowledged means flushed on two disks. Programs that read their own writes from a
  standby would need `remote_apply`.
"""

import json

from namespaces import SUBNET
from postgres import MAX_CONNECTIONS, NAME, binaries

NODES = ("n1", "n2", "n3")
#: Seconds until the leader's key expires, which most of an outage consists of. Since 3.2, Patroni raises it to 20.
TTL = 10
#: Patroni's rule: loop_wait + 2 * retry_timeout <= ttl.
LOOP, RETRY = 2, 3
#: Seconds after which PostgreSQL gives up a silent replication connection. By default it is a minute, during which a
#: primary whose synchronous standby is cut off acknowledges nothing.
REPLICATION_TIMEOUT = 5
#: What every program needs when it connects. Without `connect_timeout`, a connection to a node that is cut off or
#: stopped takes minutes to fail; without `tcp_user_timeout` and keep-alives, an open one is never given up. A stopped
#: node still acknowledges packets, so programs need a deadline for answers, too; libpq has none.
CONNECTION = {
    "target_session_attrs": "read-write",
    "connect_timeout": 2,
    "tcp_user_timeout": 4000,
    "keepalives_idle": 2,
    "keepalives_interval": 1,
    "keepalives_count": 3,
}


def etcd(network, name, token):
    """Returns the command of a node's etcd. The token keeps members of another test's cluster out."""
    address = network.address(name)
    peers = ",".join(f"{each}=http://{network.address(each)}:2380" for each in NODES)
    return (
        "etcd", "--name", name, "--data-dir", "etcd", "--log-level", "warn",
        "--listen-client-urls", f"http://{address}:2379", "--advertise-client-urls", f"http://{address}:2379",
        "--listen-peer-urls", f"http://{address}:2380", "--initial-advertise-peer-urls", f"http://{address}:2380",
        "--initial-cluster", peers, "--initial-cluster-state", "new", "--initial-cluster-token", token,
        # Otherwise a node whose link heals forces an election, and its silence costs the primary its role. An
        # election must end within RETRY; the default timeout of a second suffices.
        "--pre-vote",
    )


def patroni(network, name, folder, synchronous, fsync, ttl):
    """Returns the contents of a node's configuration file for Patroni: JSON, which is YAML too."""
    address = network.address(name)
    access = ["local all all trust", f"host all all {SUBNET}.0/24 trust",
              f"host replication all {SUBNET}.0/24 trust"]
    configuration = {
        "scope": NAME,
        "name": name,
        "restapi": {"listen": f"{address}:8008", "connect_address": f"{address}:8008"},
        # Debian's etcd serves version 3 of the interface only.
        "etcd3": {"hosts": [f"{network.address(each)}:2379" for each in NODES]},
        "bootstrap": {
            "dcs": {
                "ttl": ttl,
                "loop_wait": LOOP,
                "retry_timeout": RETRY,
                "synchronous_mode": synchronous,
                "synchronous_mode_strict": synchronous,
                "synchronous_node_count": 1,
                "postgresql": {
                    "use_pg_rewind": True,
                    "parameters": {
                        "max_connections": MAX_CONNECTIONS,
                        "wal_sender_timeout": f"{REPLICATION_TIMEOUT}s",
                        "wal_receiver_timeout": f"{REPLICATION_TIMEOUT}s",
                        # A new primary acknowledges nothing before its first standby has found it.
                        "wal_retrieve_retry_interval": "1s",
                        "fsync": "on" if fsync else "off",
                    },
                },
            },
            "initdb": [{"encoding": "UTF8"}, {"locale": "C"}, "data-checksums"],
        },
        "watchdog": {"mode": "off"},
        "postgresql": {
            "listen": f"{address}:5432",
            "connect_address": f"{address}:5432",
            "data_dir": str(folder / "data"),
            "bin_dir": str(binaries()),
            "pg_hba": access,
            "authentication": {role: {"username": "postgres"} for role in ("superuser", "replication", "rewind")},
            # A folder for each node: all have the same port.
            "parameters": {"unix_socket_directories": str(folder)},
        },
    }
    return json.dumps(configuration, indent=1)
