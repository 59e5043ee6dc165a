# SPDX-License-Identifier: Apache-2.0
# icebox_vlog declares ports twice, in the header and as nets, which Verilator refuses. Read the file
# twice: awk -f ports_once.awk chip.v chip.v
function names_of(line, names) {
    sub(/^(wire|reg) /, "", line)
    sub(/;.*/, "", line)
    return split(line, names, /, */)
}
NR == FNR {
    if (/^reg /) {
        n = names_of($0, names)
        for (i = 1; i <= n; i++) { name = names[i]; sub(/ *=.*/, "", name); is_reg[name] = names[i] }
    }
    next
}
/^module / {
    head = $0
    text = head
    gsub(/[(),;]/, " ", text)
    n = split(text, words, " ")
    for (i = 1; i <= n; i++) {
        port[words[i]] = 1
        if (words[i] in is_reg) {
            sub("output " words[i] "([,)])", "output reg " words[i] "&", head)
            sub("output reg " words[i] "output " words[i], "output reg " words[i], head)
            start = start "initial " is_reg[words[i]] ";\n"
        }
    }
    print head
    printf "%s", start
    next
}
/^(wire|reg) / {
    n = names_of($0, names)
    out = ""
    for (i = 1; i <= n; i++) {
        name = names[i]
        sub(/ *=.*/, "", name)
        if (!(name in port)) out = out (out == "" ? "" : ", ") names[i]
    }
    if (out != "") print $1 " " out ";"
    next
}
{ print }
