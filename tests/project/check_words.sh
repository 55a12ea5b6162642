#!/usr/bin/env bash
# The words of the code are those of C and of graphics: no identifier has one of the private words below, no comment
# begins as a fragment that continues a name or names a function that is gone, and no text for people has a phrase that
# was replaced.
source "$(dirname "$0")/../lib.sh"

private='wish|grant|anew|follow|stands|is_asked|is_told|wants|wanted|may_stand|lend|loan|hurried|takes_|keeps_|unseen'
private+='|is_open_to'
fragment='// *(What|Whether|How|Which|Where|As|Those|The same|Of)\b'
phrases='tells? you which to take|good enough and the fastest|only there for comparison|alike, every bit'
phrases+='|letters of the first size|closer, as the wheel|a click on a line does|at first, bars|measured again in vain'
phrases+='|as calm|and calm|nothing can be said|any key: go on|says which and why|brighter than it is|[0-9d] beyond,'
phrases+='|(%d|[0-9]) kept|limit .*not kept|promise is broken|asked and measured|means to be exact'
phrases+='|baselines apart|put out finite|of what was asked|stands for one beyond|what is white|puts out (no|values)'
phrases+='|letters (are )?at|\bui state\b'
exceptions=( # at most 40
    GL_BLEND GL_BLEND_EQUATION_RGB GL_BLEND_SRC_RGB glBlendEquation glBlendFunc glEndTransformFeedback # of OpenGL
)

mapfile -t files < <(project_files c h cpp | grep --extended-regexp '^(app|effects|render|tests)/')
((${#files[@]} > 300)) || fail "only ${#files[@]} files were found"
((${#exceptions[@]} <= 40)) || fail "there are ${#exceptions[@]} exceptions"

# FILE:LINE:IDENTIFIER of the code, without comments and strings.
identifiers() {
    perl -ne 's{"(?:\\.|[^"\\])*"}{}g; s{//.*}{};
        print "$ARGV:$.:$_\n" for /[A-Za-z_]\w*/g;
        close ARGV if eof' "${files[@]}"
}
allowed=$(IFS='|' && echo "${exceptions[*]}")
found=$(identifiers | grep --extended-regexp --ignore-case ":\w*($private)\w*$" |
    grep --extended-regexp --invert-match ":($allowed)$" || true)
[[ -z $found ]] || fail "private words in names:"$'\n'"$found"

# A comment of several lines is judged by its first. Shaders are read by students, too.
mapfile -t -O "${#files[@]}" files < <(project_files glsl frag vert comp | grep '^shaders/')
found=$(perl -ne '
    my $is_comment = m{^\s*//};
    print "$ARGV:$.:$_" if m{'"$fragment"'} && !($is_comment && $before);
    $before = $is_comment;
    if (eof) { close ARGV; $before = 0 }' "${files[@]}")
[[ -z $found ]] || fail "comments that are no sentences:"$'\n'"$found"

# A comment names functions, macros and files that exist; what is quoted or an indented example may be made up.
found=$(
    { project_files c h sh py txt | tr './' '\n' && echo stb_image stb_image_write; } | perl -e '
    while (<STDIN>) { $known{$_} = 1 for /\w+/g }
    while (<>) {
        my ($code, $comment) = m{^((?:"(?:\\.|[^"\\])*"|[^"/]|/(?!/))*)(?://(.*))?};
        $known{$_} = 1 for $code =~ /\w+/g;
        $comment =~ s{"[^"]*"|`[^`]*/[^`]*`}{}g;
        $places{$_} //= "$ARGV:$.: $_\n" for $comment =~ /^  / ? () : $comment =~ /\b[a-z]\w*_\w+/g;
        close ARGV if eof;
    }
    print map { $places{$_} } grep { !$known{$_} && !/NAME/ } sort keys %places;' "${files[@]}"
)
[[ -z $found ]] || fail "comments that name what does not exist:"$'\n'"$found"

mapfile -t texts < <(project_files c h cpp md txt html 1 | grep --invert-match '^docs/results/\|^tests/\|^CHANGELOG')
found=$(grep --line-number --extended-regexp -- "$phrases" "${texts[@]}" || true)
[[ -z $found ]] || fail "phrases that were replaced:"$'\n'"$found"
