# What the cases share. They source it with the program as their first argument.
B=$(readlink -f "$1")
H=$(cd "$(dirname "$0")" && pwd)
T=$(mktemp -d) || exit 2
trap 'kill $SERVER 2>/dev/null; rm -rf "$T"' EXIT
export HOME=$T/home TIMELINE_HOME=$T/store TZ=UTC LC_ALL=C.UTF-8
unset XDG_DATA_HOME
mkdir -p "$HOME"
SECRET=plum-kettle-42-north

ok() {
    echo "ok: $*"
    exit 0
}

bad() {
    echo "WRONG: $*"
    exit 1
}

# user NAME: signs up.
user() {
    printf '%s\n' $SECRET $SECRET |
        "$B" signup --email "$1@example.org" --username "$1" --password-stdin >/dev/null 2>&1 || {
        echo "cannot sign up"
        exit 2
    }
}

# login NAME: logs in.
login() { echo $SECRET | "$B" login --email "$1@example.org" --password-stdin >/dev/null 2>&1; }

feed() { "$B" feed --limit 100 --format json "$@" 2>/dev/null; }

# serve: starts the server; $URL is its address. The Python module `web` logs in there.
serve() {
    "$B" serve --port 0 --format json >"$T/serve.log" 2>&1 &
    SERVER=$!
    for _ in $(seq 50); do
        URL=$(grep -oE 'http://127[0-9.:]+' "$T/serve.log" | head -1)
        [ -n "$URL" ] && break
        sleep 0.1
    done
}

cat >"$T/web.py" <<'W'
import urllib.request, urllib.parse, http.cookiejar, re, html
class Web:
    def __init__(s, base, jar=None):
        s.base = base.rstrip('/'); s.jar = jar if jar is not None else http.cookiejar.CookieJar()
        s.o = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(s.jar))
    def raw(s, p):
        try: r = s.o.open(s.base + p)
        except urllib.error.HTTPError as e: r = e
        return r.status, r.headers, r.read(), r.geturl()
    def get(s, p): return s.raw(p)[2].decode()
    def login(s, name):
        t = html.unescape(re.search(r'name="token" value="([^"]*)"', s.get('/login')).group(1))
        d = urllib.parse.urlencode({'token': t, 'email': name + '@example.org', 'password': 'plum-kettle-42-north'}).encode()
        s.o.open(urllib.request.Request(s.base + '/login', data=d, headers={'Origin': s.base}))
W
