# Prints the string literals of a Swift file that contain a sentence: a letter, a space and a letter; an interpolation
# next to a letter is treated as a letter. Comments and regular expressions are skipped, and interpolated code is read
# as code. Markup, which starts with "<", is not a sentence. With sql=1, neither is a literal with a keyword of SQL in
# capitals. The variable file is the name to print.

function report(text, line) {
    if (text !~ /[A-Za-z\001] [A-Za-z]|[A-Za-z] \001/) return
    if (text ~ /^</ || sql && text ~ SQL) return
    gsub(/\001/, "…", text)
    gsub(/\n */, " ", text)
    print file ":" line ": \"" text "\""
}

# Reads a string literal that begins at `at`, after `hashes` number signs; returns the position after it.
function literal(at, hashes,    quote, close_, escape, text, line) {
    quote = substr(source, at, 3) == "\"\"\"" ? "\"\"\"" : "\""
    close_ = quote substr(NUMBER_SIGNS, 1, hashes)
    escape = "\\" substr(NUMBER_SIGNS, 1, hashes)
    at += length(quote)
    text = ""
    line = lines
    while (at <= size && substr(source, at, length(close_)) != close_) {
        if (substr(source, at, length(escape)) == escape) {
            at += length(escape)
            if (substr(source, at, 1) == "(") {
                text = text "\001"
                at = code(at + 1, 1)
                continue
            }
            if (substr(source, at, 1) == "\n") lines++
            text = text "\n"
            at++
            continue
        }
        if (substr(source, at, 1) == "\n") lines++
        text = text substr(source, at, 1)
        at++
    }
    report(text, line)
    return at + length(close_)
}

# Reads code from `at`, to the end or to the parenthesis that closes an interpolation; returns the position after it.
function code(at, isInterpolated,    depth, two, hashes, previous) {
    depth = 1
    while (at <= size) {
        two = substr(source, at, 2)
        if (two == "//") {
            while (at <= size && substr(source, at, 1) != "\n") at++
            continue
        }
        if (two == "/*") {
            while (at <= size && substr(source, at, 2) != "*/") {
                if (substr(source, at, 1) == "\n") lines++
                at++
            }
            at += 2
            continue
        }
        # A slash after an opening parenthesis, a comma, an equals sign or a colon starts a regular expression.
        if (substr(two, 1, 1) == "/" && two != "/ " && previous ~ /[(,=:]/) {
            at++
            while (at <= size && substr(source, at, 1) != "/") at += substr(source, at, 1) == "\\" ? 2 : 1
            previous = "/"
            at++
            continue
        }
        if (match(substr(source, at, 8), /^#*"/)) {
            hashes = RLENGTH - 1
            at = literal(at + hashes, hashes)
            previous = "\""
            continue
        }
        if (substr(two, 1, 1) !~ /[ \n]/) previous = substr(two, 1, 1)
        if (substr(two, 1, 1) == "\n") lines++
        if (substr(two, 1, 1) == "(") depth++
        if (substr(two, 1, 1) == ")" && --depth == 0 && isInterpolated) return at + 1
        at++
    }
    return at
}

BEGIN {
    NUMBER_SIGNS = "########"
    SQL = "(^|[^A-Za-z_])(ADD|ALL|ALTER|ANALYZE|AND|AS|ASC|BEGIN|BETWEEN|BY|CASE|CLOSE|COLLATE|COMMIT|CREATE|CURSOR|DEFAULT|DELETE|DESC|DROP|EXISTS|EXPLAIN|FROM|IN|INDEXED|INSERT|IS|JOIN|LIMIT|NOT|ON|OR|ORDER|PRAGMA|PRIMARY|REINDEX|RELEASE|ROLLBACK|SAVEPOINT|SELECT|SET|STRICT|TRUNCATE|UNION|UPDATE|VALUES|WHERE|WITH)([^A-Za-z_]|$)"
}

{ source = source $0 "\n" }

END {
    size = length(source)
    lines = 1
    code(1, 0)
}
