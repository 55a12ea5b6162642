# The commands that the documents print, for the tests that run them. Sourced.

documents=(README.md docs/recipes.md docs/chains.md)

# commands_of DOCUMENT...: "DOCUMENT<tab>COMMAND" for each line of their blocks of ```sh, without its comment, each
# command once. Those under a heading that begins with "Build" need the source of halation. All others run one after
# the other in any folder, once halation is installed, beside what the_users_files makes.
commands_of() {
    awk '
        FNR == 1 { is_code = is_building = 0 }
        /^```/ { is_code = $0 == "```sh"; next }
        /^#/ && !is_code { is_building = $2 == "Build" }
        !is_code { next }
        { sub("  +# .*", ""); count[FILENAME]++ }
        !is_building && !seen[$0]++ { print FILENAME "\t" $0 }
        END {
            for (i = 1; i < ARGC; i++)
                if (count[ARGV[i]] < 5)
                    print ARGV[i] "\tfalse # it has few commands"
        }
    ' "$@"
}

# the_users_files PROGRAM: what the documents take for granted in the current folder, beside a photo.jpg.
the_users_files() {
    "$1" --quiet --image photo.jpg --chain bloom --size 480x270 --screenshot new.png >/dev/null
    "$1" --print chain --chain neon >my.chain
    printf '%s\n' 'LUT_1D_SIZE 2' '0.1 0 0' '1 1 0.9' >look.cube
}

# may_end COMMAND: a pattern for its status. A clock decides about benchmarks.
may_end() {
    case "$1 " in
    *' --bench'* | *' --tune '*) echo '[013]' ;;
    *) echo 0 ;;
    esac
}
