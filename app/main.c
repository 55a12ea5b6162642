#include "app/audit/audit.h"
#include "app/bench/bench.h"
#include "app/command/describe.h"
#include "app/command/options_parse.h"
#include "app/commit.h"
#include "app/compare/compare.h"
#include "app/compare/golden/golden.h"
#include "app/export/export.h"
#include "app/identify/identify.h"
#include "app/picture/capture.h"
#include "app/picture/contact_sheet.h"
#include "app/results/document.h"
#include "app/results/table.h"
#include "app/text/progress.h"
#include "app/window/loop/viewer.h"
#include "render/context/gl_debug.h"
#include "render/file/input_file.h"
#include "render/file/output_stdout.h"
#include "render/shader_source.h"
#include "render/text/log.h"
#include "render/text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int fail(const struct options *options, const struct error *error)
{
    const struct chain_place *place = &options->draw.place;
    char line[PRESET_SHOWN_SIZE], before[PRESET_SHOWN_SIZE];
    report_error(EXIT_USAGE, error);
    if (!place->line[0])
        return EXIT_USAGE;
    // Prints the line of chain text with a caret below the error.
    preset_show_place(place, line, before);
    fprintf(stderr, "  %s\n  %*s^\n", line, text_columns(before, strlen(before)), "");
    return EXIT_USAGE;
}

static int run_mode(const struct options *options)
{
    switch (options->mode) {
    case MODE_WINDOW:
        return viewer_run(options, &(const struct command_line){ options_print, options_parse });
    case MODE_SCREENSHOT:
        return capture_run(&options->draw, &options->picture, &options->outputs);
    case MODE_EXPORT:
        return export_run(&options->draw, options->export_to);
    case MODE_SHEET:
        return contact_sheet_run(&options->draw, &options->picture);
    case MODE_SEQUENCE:
        return sequence_run(&options->draw, &options->picture);
    case MODE_BENCH:
    case MODE_TUNE:
        return bench_run(&options->bench, &options->draw, &options->outputs);
    case MODE_REPORT:
        return report_run(&options->report, &options->outputs);
    case MODE_AUDIT:
        return audit_run(&options->audit, &options->draw, &options->outputs);
    case MODE_COMPARE:
        return compare_run(&options->compare, &options->outputs);
    case MODE_IDENTIFY:
        return identify_run(&options->identify, &options->draw, &options->outputs);
    case MODE_RECORD:
        return golden_record(options);
    case MODE_VERIFY:
        return golden_verify(options);
    case MODE_TRANSLATE:
        return describe_translate(options->translate);
    case MODE_EXPLAIN:
        return explain_run(options);
    case MODE_LIST:
    case MODE_PRINT:
        return describe_run(options);
    case MODE_CASE:
        break; // is no mode of a whole program
    }
    return EXIT_USAGE;
}

// Progress message of a mode that runs longer than some seconds, until the mode reports its own.
static const char *const works[] = {
    [MODE_WINDOW] = "drawing",
    [MODE_SCREENSHOT] = "drawing the picture",
    [MODE_SEQUENCE] = "drawing",
    [MODE_SHEET] = "drawing",
    [MODE_EXPORT] = "recording the chain",
    [MODE_BENCH] = "measuring",
    [MODE_REPORT] = "reading the files",
    [MODE_TUNE] = "measuring",
    [MODE_AUDIT] = "auditing",
    [MODE_COMPARE] = "comparing",
    [MODE_IDENTIFY] = "comparing",
    [MODE_RECORD] = "drawing",
    [MODE_VERIFY] = "drawing",
    [MODE_CASE] = "drawing",
    [MODE_EXPLAIN] = "working",
    [MODE_LIST] = "working",
    [MODE_PRINT] = "working",
    [MODE_TRANSLATE] = "working",
};

// With --gl-debug the number of messages is printed even if it is 0, which shows that the callback
// was installed.
static int run_and_count(const struct options *options)
{
    const int status = run_mode(options);
    if (options->draw.gl_debug)
        log_note("the driver sent %lu message%s", gl_debug_count(),
                 text_plural((int) gl_debug_count()));
    return status;
}

int main(int argc, char *argv[])
{
    struct options options;
    struct error error;
    struct progress progress;
    output_watch_stdout();
    input_file_allow_pipes(argc - 1, argv + 1);
    if (!options_parse(&options, argc, argv, &error))
        return fail(&options, &error);
    options.outputs.commit = commit_name;
    log_set_level(options.quiet     ? LOG_LEVEL_ERROR
                  : options.verbose ? LOG_LEVEL_DEBUG
                                    : LOG_LEVEL_NOTE);
    table_set_wide(options.verbose);
    if (options.draw.shader_dir && !shader_source_set_directory(options.draw.shader_dir, &error))
        return fail(&options, &error);
    for (int i = 0; i < options.outputs.count; i++)
        if (strcmp(options.outputs.all[i].path, "-") == 0)
            output_stdout_reserve();
    if (argc == 1 && !getenv("DISPLAY") && !getenv("WAYLAND_DISPLAY"))
        return describe_no_display();
    if (options.mode == MODE_WINDOW)
        return run_and_count(&options);
    progress_begin(&progress, works[options.mode], 0);
    const int status = run_and_count(&options);
    progress_end(&progress);
    return status;
}
