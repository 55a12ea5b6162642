#!/usr/bin/env bash
# The real window and what is kept of it: files of chains, the clipboard, presets that are opened, and its state.
# tests/window.sh says how.
source "$(dirname "$0")/../lib.sh"
source "$(dirname "$0")/../window.sh"

need import convert identify xclip
enter_screen
state=$XDG_STATE_HOME/halation/window

answers 2 '--restore works only with the window' --restore --screenshot a.png

# A chain is saved under a free name, and then there again; the window does not take that for a change from outside.
echo mine >halation_0001.chain
starts --size 320x180 --chain gaussian:sigma=3,tonemap --scene checker --msaa 0 --restore
[[ $(cat "$work/words") == *"no window was closed yet"* ]] || failed "--restore without a state says nothing"
press ctrl+s
eventually "Ctrl+S saves the chain" holds halation_0002.chain gaussian:sigma=3,tonemap
press Right ctrl+s Right
eventually "Ctrl+S saves it there again" holds halation_0002.chain gaussian:sigma=3.1,tonemap
eventually "what was turned since stays" has gaussian:sigma=3.2,tonemap
[[ $(cat halation_0001.chain) == mine ]] || failed "Ctrl+S overwrites a file of another program"
eventually "the place is said" grep --quiet --line-regexp halation_0002.chain "$work/said"

# A file that was saved is read again when another program writes it; then Ctrl+S leaves it alone.
printf '# better\nbox:sigma=2\n' >halation_0002.chain
eventually "the saved file is read again" has box:sigma=2
press ctrl+s
eventually "it is saved beside" holds halation_0002_0001.chain box:sigma=2
[[ $(head --lines=1 halation_0002.chain) == '# better' ]] || failed "Ctrl+S overwrites a comment of another program"

# What is pasted runs, or is refused with nothing lost.
clip 'halation --screenshot a.png --chain "threshold,kawase:sigma=4" --size 8x8'
press ctrl+v
eventually "the chain of a command line is pasted" has threshold,kawase:sigma=4
clip 'threshold,dual:sgma=3'
press ctrl+v
eventually "what was refused changes nothing" has threshold,kawase:sigma=4
press ctrl+z
eventually "undo brings the old chain back" has box:sigma=2

# Presets and the chains of the folder are opened by arrow keys and Return, or closed by Esc.
echo 'box:sogma=1' >a.chain
press p
remember calm
press ctrl+o
eventually "Ctrl+O shows the presets" pictured_otherwise calm
press Right Return
"$HALATION" --list chains >"$work/presets"
second=$(grep --only-matching '^[^ ]*' "$work/presets" | grep . | sed --quiet 2p)
eventually "Return opens a preset" has "$("$HALATION" --print chain --chain "$second")"
press ctrl+o End Left Left Return
eventually "a broken file is told" grep --quiet 'halation_0001.chain: .*no effect' "$work/words"
press Right Right Return
eventually "a file is opened" has box:sigma=2
press ctrl+z ctrl+z
eventually "undo brings the chain back" has box:sigma=2
press ctrl+o Escape
eventually "Esc closes the presets" pictured_as calm

# The whole window, as a command line: it is the same after TERM and --restore.
press a X S period period
[[ ! -e $state ]] || failed "a state is written before the window is closed"
whole="halation --chain box:sigma=2 --chain box:sigma=2 --scene checker --size 320x180 --msaa 0"
eventually "the command line has both sides" eval 'press ctrl+shift+c && copied "$whole"'
kill -TERM "$program"
ended "TERM ends the window" 143
[[ -s $state ]] || failed "TERM leaves no state"
starts --restore --msaa 0 --format rgba32f
eventually "--restore brings the window back" eval 'press ctrl+shift+c && copied "$whole --format rgba32f"'
press Escape
ended "Esc ends the restored window" 0
starts --restore --chain mips --size 64x32 --msaa 0
eventually "what is given wins" eval 'press ctrl+shift+c &&
    copied "halation --chain mips --scene checker --size 64x32 --msaa 0"'
press Escape
ended "Esc ends the third window" 0

# A state that is broken is told in one line, and the window begins anew.
echo '{ "kind": 3 }' >"$state"
starts --restore --size 64x32 --scene checker
eventually "a broken state is told" grep --quiet -- '--restore begins anew: .*window: it is no state' "$work/words"
[[ $(wc --lines <"$work/words") == 1 ]] || failed "a broken state is told in several lines"
press Escape
ended "Esc ends the last window" 0
