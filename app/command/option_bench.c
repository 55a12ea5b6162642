#include "app/command/option_bench.h"

#include "app/bench/bench.h"
#include "app/bench/chains/chain_list.h"
#include "app/command/option_reader.h"

#include <string.h>

// What it means depends on the chains, which may follow: option_check_bench reads it.
bool option_read_sweep(struct option_reader *reader, const char *value, struct error *error)
{
    struct options *options = reader->options;
    if (options->bench.sweep_count == OPTIONS_MAX_SWEEPS)
        return error_set(error, "'%s' is one too many; up to %d may be given", value,
                         OPTIONS_MAX_SWEEPS);
    options->bench.sweeps[options->bench.sweep_count++] = value;
    return true;
}

// Whether any of the names was given.
static const char *find_given(const struct option_reader *reader, const char *const names[])
{
    while (*names && !option_reader_has(reader, *names))
        names++;
    return *names;
}

// Every suite has files of its own.
static bool check_file_of_all(const char *option, const char *name, struct error *error)
{
    char path[SUITES_PATH_SIZE];
    if (!strstr(name, suites_mark))
        return error_set(error,
                         "--%s %s: --bench=all has a file for each suite, so the name needs %s, as "
                         "in results_%s.json",
                         option, name, suites_mark, suites_mark);
    return suites_path(name, suites[0]->name, path) ||
           error_set(error, "--%s %s: the name is too long", option, name);
}

static bool check_files_of_all(const struct options *options, struct error *error)
{
    if (suites_find(options->bench.suite))
        return true;
    for (int i = 0; i < OPTIONS_MAX_RESULTS; i++)
        if (options->results.files[i] &&
            !check_file_of_all("results", options->results.files[i], error))
            return false;
    return !options->bench.baseline ||
           check_file_of_all("baseline", options->bench.baseline, error);
}

// A suite brings chains of its own.
static bool check_suite(const struct option_reader *reader, struct error *error)
{
    static const char *const without[] = { "chain", "sweep", "frames", NULL };
    const char *suite = reader->options->bench.suite, *name = find_given(reader, without);
    if (name)
        return error_set(error, "--%s does not go with --bench=%s, which has its own", name, suite);
    return check_files_of_all(reader->options, error);
}

// Several chains, or one with many values.
static bool check_chain_list(const struct option_reader *reader, struct error *error)
{
    static struct chain_list list;
    if (option_reader_has(reader, "frames"))
        return error_set(error, "--frames is for one chain; of several chains and of a sweep "
                                "--samples says how often each runs");
    if (!chain_list_read(&list, &reader->options->bench, &reader->options->draw, error))
        return false;
    for (int i = 0; i < list.sweep_count; i++)
        if (list.sweeps[i].kind != SWEEP_PARAM && option_reader_has(reader, list.sweeps[i].key))
            return error_set(error, "--%s and --sweep %s=... are one too many; give one of them",
                             list.sweeps[i].key, list.sweeps[i].key);
    return true;
}

// One chain is a list of one: its samples are its frames.
static bool check_one_chain(const struct option_reader *reader, struct error *error)
{
    static const char *const many[] = { "patience", NULL };
    struct options *options = reader->options;
    const char *name = find_given(reader, many);
    if (name)
        return error_set(error,
                         "--%s works only with --bench=SUITE, several --chain or --sweep; "
                         "--bench=help lists suites",
                         name);
    if (options->picture.frames > 0 && options->bench.runs > 0)
        return error_set(error, "--frames and --samples say the same of one chain; give one of "
                                "them");
    if (options->picture.frames > 0)
        options->bench.runs = options->picture.frames;
    return true;
}

// Some options are only for many chains.
bool option_check_bench(const struct option_reader *reader, struct error *error)
{
    if (reader->options->mode != MODE_BENCH)
        return true;
    if (reader->options->bench.suite)
        return check_suite(reader, error);
    if (chain_list_is_asked(&reader->options->bench, &reader->options->draw))
        return check_chain_list(reader, error);
    return check_one_chain(reader, error);
}
