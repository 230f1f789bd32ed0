# Finds arrows (dependencies) between the folders of one target; see Tests/folders.sh.
#
# Each Swift file is read twice: first to find the types declared at the top level, then to find their uses.

# Returns a line without comments and strings, but with the interpolations in those strings.
function code(line,    out, part) {
    out = ""
    if (line ~ /"""/) {
        part = line
        if (gsub(/"""/, "", part) % 2) {
            quoted = !quoted
            return quoted ? substr(line, 1, index(line, "\"\"\"") - 1) : ""
        }
    }
    if (quoted) return interpolations(line)
    while (match(line, /"([^"\\]|\\.)*"|\/\//)) {
        out = out substr(line, 1, RSTART - 1)
        part = substr(line, RSTART, RLENGTH)
        line = substr(line, RSTART + RLENGTH)
        if (part == "//") return out
        out = out " " interpolations(part)
    }
    return out line
}

function interpolations(text,    out) {
    out = ""
    while (match(text, /\\\([^"]*\)/)) {
        out = out " " substr(text, RSTART + 1, RLENGTH - 1)
        text = substr(text, RSTART + RLENGTH)
    }
    return out
}

# Returns the folder of a file within its target. A file outside the folders is treated as a folder.
function folder_of(file,    parts) {
    split(file, parts, "/")
    return parts[3]
}

FNR == 1 {
    pass = (FILENAME in seen) ? 2 : 1
    seen[FILENAME] = 1
    folder = folder_of(FILENAME)
    folders[folder] = 1
    quoted = 0
}

{ line = code($0) }

pass == 1 {
    is_private = line ~ /^ *(@[A-Za-z]+ +)*(fileprivate|private) /
    if (line !~ /^[a-z@ ]*(struct|class|enum|protocol|actor|typealias) +[A-Z]/) next
    top = line !~ /^ /
    sub(/^[a-z@ ]*(struct|class|enum|protocol|actor|typealias) +/, "", line)
    match(line, /^[A-Za-z0-9_]+/)
    name = substr(line, 1, RLENGTH)
    if (!top || is_private) {
        # The type hides any top-level type with the same name within its file.
        hidden[FILENAME, name] = 1
    } else {
        home[name] = folder
    }
    next
}

{
    # The member of a type is not a top-level type.
    gsub(/\.[A-Za-z0-9_]+/, " ", line)
    # A generic parameter is not a top-level type either.
    if (match(line, /(func|struct|class|enum|init|subscript|typealias)[^<(]*<[^(]*>/)) {
        generics = substr(line, RSTART, RLENGTH)
        sub(/^[^<]*</, "", generics)
        count = split(generics, list, ",")
        for (i = 1; i <= count; i++) {
            gsub(/^ +|[:>].*$| +$/, "", list[i])
            hidden[FILENAME, list[i]] = 1
        }
    }
    gsub(/[^A-Za-z0-9_]+/, " ", line)
    count = split(line, words, " ")
    for (i = 1; i <= count; i++) {
        name = words[i]
        if (!(name in home) || home[name] == folder || (FILENAME, name) in hidden) continue
        arrow = folder SUBSEP home[name]
        uses[arrow]++
        if (!(arrow in example)) example[arrow] = FILENAME ":" FNR " uses " name
        if (mode == "places") place[++placeCount] = arrow SUBSEP FILENAME ":" FNR " uses " name
        reach[folder, home[name]] = 1
    }
}

END {
    for (k in folders)
        for (i in folders)
            if ((i, k) in reach)
                for (j in folders)
                    if ((k, j) in reach) reach[i, j] = 1
    for (arrow in uses) {
        arrows++
        split(arrow, ends, SUBSEP)
        closing = (ends[2], ends[1]) in reach
        cyclic += closing
        if (mode == "count" || mode == "places" || !closing && mode != "all") continue
        print target ": " ends[1] " → " ends[2] ", " uses[arrow] (uses[arrow] == 1 ? " use" : " uses") \
            (mode == "all" && closing ? ", in a cycle" : "") ": " example[arrow]
    }
    for (i = 1; i <= placeCount; i++) {
        split(place[i], ends, SUBSEP)
        if ((ends[2], ends[1]) in reach) print target ": " ends[1] " → " ends[2] ": " ends[3]
    }
    # The layer of a folder is above the layers of all folders that it uses.
    for (i in folders) layer[i] = 1
    for (round = 1; mode == "order" && cyclic == 0 && round <= 100; round++)
        for (arrow in uses) {
            split(arrow, ends, SUBSEP)
            if (layer[ends[1]] <= layer[ends[2]]) layer[ends[1]] = layer[ends[2]] + 1
        }
    if (mode == "order" && cyclic == 0)
        for (i in folders) printf "%s: layer %2d: %s\n", target, layer[i], i
    if (mode == "count") print target ": " arrows + 0 " arrows between folders, " cyclic + 0 " of them in cycles"
    exit cyclic > 0
}
