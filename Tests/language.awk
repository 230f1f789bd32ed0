# Counts banned words in comments, documents and texts for users; see Tests/language.sh.
#
# Prints one line per hit, "hit GROUP FILE:LINE WORD", and one per file, "sum GROUP FILE WORDS HITS NEVER".
# Quotations, code spans, code blocks and the addresses of links do not count.

function group_of(file) {
    if (file ~ /(^|\/)Sources\/[^\/]*\/Text\//) return "text"
    if (file ~ /\.md$/) return "documents"
    if (file ~ /^(Sources\/|Package\.swift$)/) return "sources"
    return "tests"
}

# Replaces each match of the pattern by as many line breaks as it contains, and a stop.
function blank(pattern,    rest, part) {
    rest = ""
    while (match(paragraph, pattern)) {
        part = substr(paragraph, RSTART, RLENGTH)
        rest = rest substr(paragraph, 1, RSTART - 1) " . "
        paragraph = substr(paragraph, RSTART + RLENGTH)
        gsub(/[^\n]+/, "", part)
        rest = rest part
    }
    paragraph = rest paragraph
}

function hit(line, word, always) {
    if (always) never++; else hits++
    print "hit", group, file ":" line, word
}

# Counts the words of the paragraph, which begins at line `first`, and empties it.
function flush(    lines, tokens, count, i, j, word, former) {
    if (paragraph == "") return
    gsub(/“|”/, "\"", paragraph)
    gsub(/’/, "'", paragraph)
    blank("``[^`]*``")
    blank("`[^`]*`")
    blank("\"[^\"]*\"")
    blank("\\]\\([^)]*\\)")
    paragraph = tolower(paragraph)
    gsub(/[^a-z' \n]+/, " . ", paragraph)
    former = "."
    count = split(paragraph, lines, "\n")
    for (i = 1; i <= count; i++) {
        split(lines[i], tokens, " ")
        for (j = 1; j in tokens; j++) {
            word = tokens[j]
            if (word == ".") { former = word; continue }
            words++
            sub(/'.*/, "", word)
            if (word ~ /^(what|who|whom|whose|whoever|anew|kept)$/) hit(first + i - 1, word, 0)
            if (former ~ /^(is|are)$/ && word ~ /^(there|looked|told)$/) hit(first + i - 1, former " " word, 0)
            if (former == "is" && word == "another") hit(first + i - 1, "is another", 0)
            if (word == "himself" || word ~ /^mend/) hit(first + i - 1, word, 1)
            if (former == "found" && word == "again") hit(first + i - 1, "found again", 1)
            if (former == "that" && word == "which") hit(first + i - 1, "that which", 1)
            former = word
        }
    }
    paragraph = ""
}

function add(line, text) {
    if (paragraph == "") first = line
    paragraph = (paragraph == "" ? "" : paragraph "\n") text
}

function finish() {
    if (file == "") return
    flush()
    print "sum", group, file, words, hits + 0, never + 0
}

# Returns the comments of a line of CSS, without their delimiters.
function pick_css(line,    out) {
    out = ""
    while (line != "") {
        if (!commented) {
            if (!match(line, /\/\*/)) return out
            line = substr(line, RSTART + 2)
            commented = 1
        }
        if (!match(line, /\*\//)) return out " " line
        out = out " " substr(line, 1, RSTART - 1) " . "
        line = substr(line, RSTART + 2)
        commented = 0
    }
    return out
}

# Returns the comment of a line of Swift, JavaScript or C; with `strings`, its string literals as well.
function pick(line, strings,    rest, out, part) {
    out = ""
    rest = line
    gsub(/\\"/, "'", rest)
    if (quoted || rest ~ /"""/) {
        part = rest
        if (gsub(/"""/, "", part) % 2) {
            quoted = !quoted
            return strings && quoted == 0 ? rest : ""
        }
        if (quoted) return strings ? rest : ""
    }
    if (strings) while (gsub(/\\\([^()]*\)/, " . ", rest)) continue
    while (match(rest, /"[^"]*"|\/\//)) {
        part = substr(rest, RSTART, RLENGTH)
        rest = substr(rest, RSTART + RLENGTH)
        if (part == "//") return out " " rest
        if (strings) out = out " . " substr(part, 2, length(part) - 2)
    }
    return out
}

FNR == 1 {
    finish()
    file = FILENAME
    group = group_of(file)
    words = hits = never = quoted = commented = fenced = 0
    script = file ~ /\.(sh|py|awk)$/ || file ~ /Makefile$/
}

{
    if (file ~ /\.md$/) text = $0
    else if (script) text = match($0, /(^|[ \t])#[ !]/) ? substr($0, RSTART + RLENGTH) : ""
    else if (file ~ /\.css$/) text = pick_css($0)
    else text = pick($0, group == "text")

    if (text ~ /^[ \t\/!]*```/) { fenced = !fenced; flush(); next }
    if (fenced) next
    if (text ~ /^[ \t\/!]*$/) { flush(); next }
    add(FNR, text)
}

END { finish() }
