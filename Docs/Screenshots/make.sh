#!/bin/bash
# Makes the pictures in the README by running the demo in xterm on a virtual screen: make.sh TIMELINE
# (record.py makes the recording.)
# Needs the Debian packages xterm, xvfb, imagemagick and fonts-dejavu-core, and a built `timeline`.
set -e -o pipefail
timeline=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME=$work TIMELINE_HOME=$work/store TIMELINE=$timeline
"$timeline" demo --store "$TIMELINE_HOME" >"$work/demo.txt"
"$timeline" login --email leia@timeline.example --password-stdin <<<carbonite-at-dawn

# shoot NAME COLUMNS ROWS COMMAND...: saves the output of a command as Docs/Screenshots/NAME.png.
shoot() {
    name=$1 columns=$2 rows=$3
    shift 3
    printf '%s\n' "printf '\033[?25l'; $*; sleep 20" >"$work/command"
    xvfb-run -a -s '-screen 0 1400x1400x24' bash -c "
        xterm -ti vt340 -xrm 'xterm*numColorRegisters: 256' -xrm 'xterm*scrollBar: false' -b 8 \
            -fa 'DejaVu Sans Mono' -fs 10 -bg '#16161a' -fg '#d8d8d8' -geometry ${columns}x${rows}+0+0 \
            -e bash $work/command & sleep 12; import -window root $work/$name.png; kill %1" 2>"$work/log"
    convert "$work/$name.png" -bordercolor black -trim +repage -colors 128 -define png:compression-level=9 \
        "$here/$name.png"
}

shoot feed 76 57 "$timeline" feed
shoot profile 76 41 "$timeline" profile leia
