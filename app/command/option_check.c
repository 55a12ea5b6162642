#include "app/audit/audit.h"
#include "app/bench/bench.h"
#include "app/bench/chains/chains.h"
#include "app/command/describe.h"
#include "app/command/option.h"
#include "app/edit/edit.h"
#include "app/export/export.h"
#include "app/identify/identify.h"
#include "app/picture/capture.h"
#include "app/picture/capture_view.h"
#include "render/text/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- modes

void option_name_modes(unsigned modes, char *out, size_t size)
{
    char words[MODES][32];
    const char *names[MODES + 1] = { modes & 1 ? "the window" : NULL };
    int count = names[0] != NULL;
    for (int i = 1; i < MODES; i++)
        for (const struct option *row = option_table; modes >> i & 1 && row->name; row++)
            if (row->mode == (enum mode) i) {
                snprintf(words[i], sizeof(words[i]), "--%s", row->name);
                names[count++] = words[i];
            }
    if (modes & IN_SEQUENCE) // which no option chooses
        names[count++] = "-o frame_%04d.png";
    names_join(&(const struct names){ names_of_array, names }, out, size);
}

// ---- pictures

// A sheet has several pictures; a benchmark and a page may have several chains, the window two,
// every other mode one.
static bool check_sheet(const struct options *options, struct error *error)
{
    const int count = options->draw.chain_count;
    const bool accepts_several =
        options->mode == MODE_SHEET || options->mode == MODE_BENCH ||
        (options->mode == MODE_EXPORT && export_accepts_several(options->export_to));
    if (count > (options->mode == MODE_WINDOW ? 2 : 1) && !accepts_several)
        return error_set(error,
                         "--chain is given %d times; only --sheet, --bench and --export F.html "
                         "take several, and the window two",
                         count);
    if (options->mode != MODE_SHEET)
        return true;
    if (options->picture.contact == CONTACT_CHAINS && count == 0)
        return error_set(error, "--sheet chains needs --chain CHAIN, once for each picture");
    return options->picture.contact != CONTACT_SCENES || !options->draw.scene_given ||
           error_set(error, "--sheet scenes draws every scene; leave out --scene and --image");
}

// Without an option an EXR has as many bits as the images between the steps.
static bool check_picture(const struct option_reader *reader, struct error *error)
{
    struct options *options = reader->options;
    struct picture_options *picture = &options->picture;
    const bool is_given = option_has(reader, "depth"),
               is_linear = picture->path && image_path_is_linear(picture->path),
               has_halves = is_linear && image_path_has_halves(picture->path);
    const int depth = options->draw.depth,
              first = picture->first_frame > 0 ? picture->first_frame : 0;
    const int count = picture->frames > 0 ? picture->frames : SEQUENCE_DEFAULT;
    const unsigned modes = IN_SCREENSHOT | IN_SEQUENCE | IN_CASE;
    // The depths that the file can have, which are powers of two.
    const int depths = has_halves                            ? 16 | 32
                       : is_linear                           ? 0
                       : picture->is_y4m || picture->overlay ? 8
                                                             : 8 | 16;
    char name[FRAME_NAME_SIZE];
    int step;
    if (picture->overlay && (!picture->path || is_linear))
        return error_set(error, "--overlay is for .png; what it draws is no light");
    if (picture->at && !edit_find_step(&options->draw.chain, picture->at, &step, error))
        return error_prefix(error, "--at: ");
    if (options->mode == MODE_BENCH && picture->first_frame >= 0)
        return error_set(error, "--frames A..B is for a sequence; --bench takes a number");
    if (options->mode == MODE_SEQUENCE && !picture->is_y4m && strcmp(picture->path, "-") != 0 &&
        !frame_name(picture->path, first + count - 1, name, sizeof(name), error))
        return error_prefix(error, "--output: ");
    if (!picture->path || !(modes >> options->mode & 1))
        return true;
    if (is_given && !(depths & depth))
        return error_set(
            error,
            "--depth %d does not go with %s: a .png has 8 or 16 bits, a .exr 16 or 32, "
            "all others, and --overlay, have one of their own",
            depth, picture->path);
    if (is_linear)
        options->draw.depth = 8;
    if (has_halves)
        picture->light_depth = is_given ? depth : options->draw.format == FORMAT_RGBA32F ? 32 : 16;
    return true;
}

// ---- benchmarks

static bool check_bench(const struct option_reader *reader, struct error *error)
{
    struct bench_options *bench = &reader->options->bench;
    const char *suite = bench->suite ? bench->suite : "";
    const int frames = reader->options->picture.frames;
    bench->sheet = reader->options->picture.path;
    while (bench->sweep_count < OPTIONS_MAX_SWEEPS && bench->sweeps[bench->sweep_count])
        bench->sweep_count++;
    if (reader->options->mode != MODE_BENCH)
        return true;
    if (bench->suite) { // it has its own chains
        static const char *const without[] = { "chain", "sweep", "frames" };
        for (int i = 0; i < 3; i++)
            if (option_has(reader, without[i]))
                return error_set(error, "--%s does not go with --bench=%s, which has its own",
                                 without[i], suite);
        if (!suites_find(suite) && bench->baseline && !suites_check_path(bench->baseline, error))
            return error_prefix(error, "--baseline ");
    } else if (chain_list_is_given(bench, &reader->options->draw)) {
        if (option_has(reader, "frames"))
            return error_set(error, "--frames is for one chain; of several chains and of a sweep "
                                    "--samples says how often each runs");
        struct chain_list *list = memory_new(1, sizeof(*list));
        bool good = chain_list_read(list, bench, &reader->options->draw, error);
        for (int i = 0; good && i < list->sweep_count; i++) {
            const struct sweep *sweep = &list->sweeps[i];
            if (sweep_is_of_picture(sweep) && option_has(reader, sweep->key))
                good =
                    error_set(error, "--%s and --sweep %s=... are one too many; give one of them",
                              sweep->key, sweep->key);
        }
        free(list);
        if (!good)
            return false;
    } else { // the samples of one chain are its frames
        if (option_has(reader, "patience"))
            return error_set(
                error, "--patience works only with --bench=SUITE, several --chain or --sweep; "
                       "--bench=help lists suites");
        if (frames > 0 && bench->runs > 0)
            return error_set(error, "--frames and --samples say the same of one chain; give one of "
                                    "them");
        if (frames > 0)
            bench->runs = frames;
    }
    return bench->fail_above < 0 || bench->baseline || strcmp(suite, "impls") == 0 ||
           error_set(error, "--fail-above needs --baseline FILE, or --bench=impls");
}

// ---- all of them

bool option_check(const struct option_reader *reader, struct error *error)
{
    struct options *options = reader->options;
    const bool is_timed = options->mode == MODE_BENCH || options->mode == MODE_TUNE;
    const char *told = getenv("HALATION_PROFILE"), *rounds = getenv("HALATION_HALF_STORE");
    char modes[192];
    options->draw.purpose = is_timed                       ? DRAW_TIMES
                            : options->mode == MODE_WINDOW ? DRAW_WINDOW
                                                           : DRAW_PICTURE;
    // A noisy measurement must not change a picture. HALATION_PROFILE=off disables the profile in
    // all modes, so that tests are repeatable.
    if (options->draw.purpose == DRAW_PICTURE || (told && strcmp(told, "off") == 0))
        options->draw.profile = PROFILE_OFF;
    options->draw.chain_given = option_has(reader, "chain");
    options->draw.scene_given = option_has(reader, "scene") || option_has(reader, "image");
    options->draw.format_given = option_has(reader, "format");
    options->draw.time_given = option_has(reader, "time");
    options->draw.size_given = option_has(reader, "size");
    options->draw.half_store_off = rounds && strcmp(rounds, "off") == 0;
    const char *uses = describe_uses(options);
    for (int i = 0; option_table[i].name; i++) {
        const struct option *row = &option_table[i];
        const bool works = option_works(reader, row);
        if (!reader->given[i] ||
            (works && (!uses || !(row->modes & IN_CASE) || strstr(uses, row->name))))
            continue;
        // A picture that is drawn again has options of its own.
        const char *name = works && options->draw.retaken ? "from-screenshot" : row->name;
        option_name_modes(row->modes, modes, sizeof(modes));
        if (works)
            error_set(error, "--%s does not go with --%s %s%s", name, reader->mode_option,
                      options->what, options->mode == MODE_EXPLAIN ? " without -o FILE.png" : "");
        else
            error_set(error, "--%s works only with %s%s%s", name, modes, row->instead ? "; " : "",
                      row->instead ? row->instead : "");
        // A file without an option is opened as if by one of these options.
        const bool opens = strcmp(name, "chain") == 0 || strcmp(name, "image") == 0 ||
                           strcmp(name, "from-screenshot") == 0;
        if (opens && reader->opened)
            error_prefix(error, "'%s' is opened as by --%s; ", reader->opened, name);
        return false;
    }
    if (option_has(reader, "quiet") && option_has(reader, "verbose"))
        return error_set(error, "--quiet and --verbose contradict each other; give one of them");
    for (int i = 0; i < OPTIONS_MAX_LIMITS && options->limits[i]; i++)
        if (options->mode == MODE_IDENTIFY
                ? !identify_read_limit(&options->identify, options->limits[i], error)
                : !param_read_values(audit_limit_rows, &options->audit.limits, options->limits[i],
                                     error))
            return error_prefix(error, "--limit: ");
    if (options->mode == MODE_IDENTIFY &&
        !identify_check(&options->identify, &options->outputs, options->draw.size_given, error))
        return false;
    if (option_has(reader, "scene") && option_has(reader, "image"))
        return error_set(error, "--image is a --scene; give one of them");
    if (!check_sheet(options, error) || !check_bench(reader, error) ||
        !check_picture(reader, error) || !option_check_outputs(reader, error))
        return false;
    // An option has one field in struct options; the other mode that uses the option gets a copy
    // here.
    options->audit.quick = options->bench.quick;
    return true;
}
