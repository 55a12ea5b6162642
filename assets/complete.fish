# Completion of halation for fish: the program itself says what a word can become.
function __halation_complete
    set --local words (commandline --tokenize --current-process --cut-at-cursor)
    set --local word (commandline --current-token --cut-at-cursor | string replace --regex '^(--[a-z-]+=)?["\']' '$1')
    for line in (eval $words[1] --complete (string escape -- $words[2..-1] "$word") 2>/dev/null)
        set --local file (string match --regex '^(.*)\*(/?)$' -- $line)
        if test -z "$file"
            printf '%s\n' $line
            continue
        end
        set --local rest (string sub --start (math 1 + (string length -- "$file[2]")) -- $word)
        if test -n "$file[3]"
            __fish_complete_directories $rest | string replace --regex "^" -- "$file[2]"
        else
            __fish_complete_path $rest | string replace --regex "^" -- "$file[2]"
        end
    end
end
complete --command halation --no-files --keep-order --arguments '(__halation_complete)'
