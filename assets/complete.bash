# shellcheck shell=bash
# Completion of halation for bash: the program itself says what a word can become.
_halation() {
    local line=${COMP_LINE:0:COMP_POINT} is_quoted='' word before match path
    local -a words=()
    # bash splits words at : and = and @ too; what stands together is one word here.
    for word in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
        before=${line%%[![:space:]]*}
        line=${line#"$before"}
        word=${line:0:${#word}}
        line=${line:${#word}}
        if [[ -n $before || ${#words[@]} == 0 ]]; then words+=("$word"); else words[-1]+=$word; fi
    done
    # An open quote stays on the line, and bash splits nothing behind it.
    word=${words[-1]}
    before=''
    if [[ $word =~ ^(--[a-z-]+=)?[\'\"](.*)$ ]]; then
        before=${BASH_REMATCH[1]}
        word=$before${BASH_REMATCH[2]}
        words[-1]=$word
        is_quoted=1
    else
        before=${word%"${word##*["$COMP_WORDBREAKS"]}"}
        before=${before%@} # which begins a word, and stays in it
    fi
    COMPREPLY=()
    while IFS=$'\t' read -r match _; do
        case $match in
        '*') mapfile -t COMPREPLY < <(compgen -f -- "$word") && compopt -o filenames ;;
        '*/') mapfile -t COMPREPLY < <(compgen -d -- "$word") && compopt -o filenames ;;
        *'*')
            match=${match%'*'}
            while read -r path; do
                COMPREPLY+=("$match${path// /\\ }")
                [[ ! -d $path ]] || { COMPREPLY[-1]+=/ && compopt -o nospace; }
            done < <(compgen -f -- "${word#"$match"}")
            ;;
        *[:=]) COMPREPLY+=("$match") && compopt -o nospace ;;
        *) COMPREPLY+=("$match") ;;
        esac
    done < <("${COMP_WORDS[0]/#\~/$HOME}" --complete "${words[@]:1}" 2>/dev/null)
    COMPREPLY=("${COMPREPLY[@]#"$before"}")
    # bash closes a quote behind the only match, where more of the word may follow.
    [[ -z $is_quoted || ${#COMPREPLY[@]} != 1 ]] || COMPREPLY+=("${COMPREPLY[0]} ")
}
complete -F _halation halation
