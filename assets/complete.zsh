#compdef halation
# Completion of halation for zsh: the program itself says what a word can become.
local -a lines names texts more more_texts
local line match text head
lines=("${(@f)$(${~words[1]} --complete "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
for line in $lines; do
    match=${line%%$'\t'*}
    if [[ $match == *\*(|/) ]]; then
        compset -P "${(b)match%%\**}"
        if [[ $match == */ ]]; then _files -/; else _files; fi
    fi
done
lines=(${lines:#*\*(|/)})
head=${(Q)PREFIX}
head=${head%${head##*[:=,]}}
compset -P '*[:=,]'
for line in $lines; do
    match=${${line%%$'\t'*}#$head}
    text="${(r:16:)match} ${${line#*$'\t'}:#$line}"
    if [[ $match == *[:=] ]]; then
        more+=("$match") more_texts+=("$text")
    else
        names+=("$match") texts+=("$text")
    fi
done
compadd -l -d texts -a names
compadd -l -S '' -d more_texts -a more
