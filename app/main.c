#include "app/audit.h"
#include "app/bench.h"
#include "app/capture.h"
#include "app/complain.h"
#include "app/describe.h"
#include "app/suite.h"
#include "app/viewer.h"
#include "render/log.h"
#include "render/shader_source.h"

#include <stdio.h>

static int fail(const struct options *options, const struct error *error)
{
    complain(EXIT_USAGE, error);
    if (options->place.line[0])
        fprintf(stderr, "  %s\n  %*s^\n", options->place.line, options->place.column, "");
    return EXIT_USAGE;
}

static int run(const struct options *options)
{
    switch (options->mode) {
    case MODE_WINDOW:
        return viewer_run(options);
    case MODE_SCREENSHOT:
    case MODE_SEQUENCE:
        return capture_run(options);
    case MODE_BENCH:
        return options->suite ? suite_run(options) : bench_run(options);
    case MODE_AUDIT:
        return audit_run(options);
    case MODE_LIST:
        return describe_run(describe_lists, options->what, options);
    case MODE_PRINT:
        return describe_run(describe_prints, options->what, options);
    }
    return EXIT_USAGE;
}

int main(int argc, char *argv[])
{
    struct options options;
    struct error error;
    if (!options_parse(&options, argc, argv, &error))
        return fail(&options, &error);
    log_set_level(options.verbose ? LOG_LEVEL_DEBUG : LOG_LEVEL_WARNING);
    if (options.shader_dir && !shader_source_set_directory(options.shader_dir, &error))
        return fail(&options, &error);
    return run(&options);
}
