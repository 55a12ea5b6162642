#define LOG_MODULE "audit"
#include "app/audit/audit.h"

#include "app/measure/as_json.h"
#include "app/renderer/renderer.h"
#include "app/results/json_file.h"
#include "app/results/outputs.h"
#include "app/text/progress.h"
#include "app/text/wrap.h"
#include "render/text/clock.h"
#include "render/text/log.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- the table of audits

static const struct audit *const audits[AUDITS_COUNT + 1] = {
    &audit_sigma,     &audit_psf,     &audit_stability,
    &audit_odd_sizes, &audit_quality, &audit_precision,
    &audit_banding,   &audit_nan,     &audit_scenes,
    &audit_impls,     NULL,
};

const struct names audits_names = { names_of_structs, audits };

void audits_print(void)
{
    for (const struct audit *const *audit = audits; *audit; audit++)
        wrap_entry(0, WRAP_INDENT, (*audit)->name, (*audit)->summary);
}

// ---- limits

#define LIMIT(AUDIT, NAME, VALUE, HELP) \
    { \
        .key = #AUDIT "." #NAME, .type = PARAM_TYPE_FLOAT, \
        .offset = PARAM_FIELD(struct audit_limits, AUDIT##_##NAME, float), .def = VALUE, \
        .max = 1e9F, .help = HELP \
    }

const struct param audit_limit_rows[] = {
    LIMIT(sigma, width, 2, "per cent that a blur may be off the sigma that was asked for"),
    LIMIT(sigma, energy, 1, "per cent of the light that a blur may lose or add"),
    LIMIT(psf, energy, 1, "per cent of the light that a blur may lose or add"),
    LIMIT(psf, elongation, 1, "largest elongation of the image of a point, per cent"),
    LIMIT(stability, change, QUALITY_MAX_SHIMMER, "per cent that what moves may change"),
    LIMIT(stability, footage, 100,
          "per cent of the footage's own change from frame to frame that a chain may have"),
    LIMIT(odd_sizes, energy, 1, "per cent of the light that a line may lose or gain"),
    LIMIT(quality, psnr, 76,
          "dB that gaussian is at least from the exact one, or 3 less than the format allows"),
    LIMIT(precision, mean, INFINITY,
          "largest mean difference of the picture in each format, 1/255"),
    LIMIT(banding, band, 50,
          "per cent of the widest band without dithering that one with it may have"),
    LIMIT(banding, deviation, 25, "per cent of a step that areas may be off"),
    LIMIT(impls, tolerance, 1, "times what the tests allow that implementations may be off"),
    LIMIT(impls, variants, INFINITY,
          "variants of programs that are compiled after each implementation's first setting"),
    LIMIT(impls, first, INFINITY, "implementations that --quick draws, evenly among all"),
    LIMIT(impls, seconds, 120, "seconds of a processor that a run may take, or that it may wait"),
    { 0 },
};

static bool is_limit_of(const struct param *row, const struct audit *audit)
{
    const size_t length = strlen(audit->name);
    return strncmp(row->key, audit->name, length) == 0 && row->key[length] == '.';
}

// ---- which audits run

// Sets an error that says why an audit rejects a command line.
static bool accepts_options(const struct audit *audit, const struct draw_options *draw,
                            struct error *error)
{
    const struct {
        const char *name;
        bool is_given;
    } all[AUDIT_GIVEN_COUNT] = {
        [AUDIT_CHAIN] = { "--chain", draw->chain_given },
        [AUDIT_SCENE] = { "--scene and --image", draw->scene_given },
        [AUDIT_SIZE] = { "--size", draw->width > 0 },
        [AUDIT_FORMAT] = { "--format", draw->format_given },
    };
    for (int i = 0; i < AUDIT_GIVEN_COUNT; i++)
        if (audit->refuses[i] && all[i].is_given)
            return error_set(error, "--audit=%s does not take %s: %s", audit->name, all[i].name,
                             audit->refuses[i]);
    return !audit->accepts || audit->accepts(draw, error) ||
           error_prefix(error, "--audit=%s ", audit->name);
}

int audits_choose(const struct audit *chosen[AUDITS_COUNT], const struct draw_options *draw,
                  const struct audit_options *options, struct error *error)
{
    int count = 0;
    for (int i = 0; i < AUDITS_COUNT; i++) {
        if (options->name && strcmp(audits[i]->name, options->name) != 0)
            continue;
        if (accepts_options(audits[i], draw, error))
            chosen[count++] = audits[i];
        else if (options->name)
            return 0;
        else
            log_note("left out: %s", error->text);
    }
    param_for_each(row, audit_limit_rows) {
        bool is_used = param_is_default(row, &options->limits);
        for (int i = 0; i < count; i++)
            is_used |= is_limit_of(row, chosen[i]);
        if (!is_used) { // the option would have no effect
            error_set(error, "--limit: %s is of an audit that does not run", row->key);
            return 0;
        }
    }
    return count;
}

// ---- writing

// The results of all audits that ran, or the reason why none could.
struct audit_results {
    const struct audit_report *reports;
    int count;
    const struct error *unrun; // the reason; NULL: they ran
};

// Nothing in the file depends on the day or the time, so two runs write the same bytes.
bool audit_print_json(const void *subject, FILE *out)
{
    const struct audit_results *results = subject;
    json_t *json = json_file_object("format:i", 1), *all = json_array(); // of this file
    as_json_add_gpu(json, &results->reports[0].renderer->gpu.info);
    for (int i = 0; i < results->count; i++) {
        const struct audit_report *report = &results->reports[i];
        json_t *findings = json_array();
        for (int k = 0; k < report->failures; k++)
            json_array_append_new(findings, json_file_text(report->findings[k], "a finding"));
        json_array_append_new(
            all,
            json_file_object("name:t summary:t promise:t kept:b findings:o rows:o",
                             report->audit->name, report->audit->summary, report->audit->limits,
                             report->failures == 0, findings, as_json_rows(&report->table)));
    }
    json_file_add(json, "audits:o", all);
    const bool good = json_file_print(json, out);
    json_decref(json);
    return good;
}

bool audit_print_junit(const void *subject, FILE *out)
{
    const struct audit_results *results = subject;
    struct junit_suite suite = { .command = "--audit" };
    if (results->unrun) {
        struct junit_case *one = junit_add(&suite, "OpenGL", NAN);
        one->state = JUNIT_BROKEN;
        snprintf(one->why, sizeof(one->why), "%s", results->unrun->text);
    } else {
        suite.info = &results->reports[0].renderer->gpu.info;
    }
    for (int i = 0; i < results->count; i++) {
        const struct audit_report *report = &results->reports[i];
        suite.seconds += report->seconds;
        for (const struct audit_case *part = report->cases;
             part < report->cases + report->case_count; part++) {
            struct junit_case *one =
                junit_add(&suite, part->name, part->of ? NAN : report->seconds);
            const int failures = part->end - part->begin;
            if (part->of)
                snprintf(one->of, sizeof(one->of), "%s.%s", report->audit->name, part->of);
            one->state = failures > 0     ? JUNIT_FAILED
                         : part->left_out ? JUNIT_SKIPPED
                                          : JUNIT_PASSED;
            if (one->state != JUNIT_PASSED)
                snprintf(one->why, sizeof(one->why), failures > 1 ? "%s; and %d more" : "%s",
                         failures > 0 ? report->findings[part->begin] : part->left_out,
                         failures - 1);
        }
    }
    junit_print(&suite, out);
    return true;
}

// ---- all of it

static void run(struct audit_report reports[], int count)
{
    struct progress progress;
    wrap_sentence("%s", reports[0].renderer->gpu.info.renderer);
    progress_begin(&progress, "audit", count);
    for (int i = 0; i < count; i++) {
        struct audit_report *report = &reports[i];
        const struct audit *audit = report->audit;
        if (count > 1)
            log_note("audit %d of %d: %s", i + 1, count, audit->name);
        progress_name(&progress, i, audit->name);
        const double start = clock_seconds();
        table_init(&report->table, audit->columns);
        audit_begin_case(report, NULL, audit->name, NULL);
        audit->check(report);
        report->seconds = clock_seconds() - start;
        progress_clear();
        putchar('\n');
        wrap_sentence("%s: %s", audit->name, audit->summary);
        putchar('\n');
        table_print(&report->table, stdout);
        putchar('\n');
        wrap_sentence("%s: %s", report->failures > 0 ? "FAILED" : "passed", audit->limits);
        if (report->left_out[0])
            wrap_sentence("%s", report->left_out);
        param_for_each(row, audit_limit_rows)
            if (is_limit_of(row, audit) && !param_is_default(row, report->limits))
                wrap_sentence("with %s=%g: %s", row->key, param_get(row, report->limits, 0),
                              row->help);
        fflush(stdout);
    }
    progress_end(&progress);
}

// Default size of the chain's picture. The errors of a format depend on the content of the picture,
// and hardly on its size.
enum { DEFAULT_WIDTH = 640, DEFAULT_HEIGHT = 360 };

int audit_run(const struct audit_options *options, const struct draw_options *draw,
              const struct outputs *outputs)
{
    struct headless headless;
    struct draw_options drawn = *draw;
    const struct audit *chosen[AUDITS_COUNT];
    struct audit_report reports[AUDITS_COUNT];
    struct footage footage;
    struct error error;
    const int count = audits_choose(chosen, draw, options, &error);
    if (count == 0 || !footage_find(&footage, &drawn.scene, &error))
        return report_error(EXIT_USAGE, &error);
    if (drawn.width == 0 && !drawn.scene.scene->size) {
        drawn.width = DEFAULT_WIDTH;
        drawn.height = DEFAULT_HEIGHT;
    }
    // Mesa's software renderer spends most of an audit compiling; its optimizations cost more time
    // than they save.
    setenv("GALLIVM_PERF", "nopt", 0);
    struct harness_server *server = NULL;
    for (int i = 0; i < count; i++) {
        if (chosen[i] == &audit_impls)
            server = harness_server_start(&drawn); // a fork must happen before there is a context
        reports[i] = (struct audit_report){
            .audit = chosen[i],
            .renderer = &headless.renderer,
            .server = server,
            .draw = draw,
            .options = options,
            .limits = &options->limits,
            .footage = &footage,
            .drawing = { &headless.renderer, draw->format_given ? draw->format : FORMAT_RGBA32F,
                         draw->fuse },
        };
    }
    int status = headless_try(&headless, &drawn, &error);
    if (status != EXIT_SUCCESS) {
        report_error(status, &error);
        if (status == EXIT_MACHINE) // CI systems get the reason, too
            outputs_write(outputs, OUTPUT_JUNIT, &(const struct audit_results){ .unrun = &error });
    } else {
        run(reports, count);
        int failed = 0;
        for (int i = 0; i < count; i++)
            failed += reports[i].failures > 0;
        printf("\n%d of %d passed", count - failed, count);
        for (int i = 0, named = 0; i < count; i++)
            if (reports[i].failures > 0)
                printf("%s%s", named++ ? ", " : "; failed: ", reports[i].audit->name);
        putchar('\n');
        const struct audit_results results = { reports, count, NULL };
        status = failed > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
        if (!outputs_write(outputs, OUTPUT_KINDS, &results))
            status = EXIT_MACHINE;
        for (int i = 0; i < count; i++)
            audit_report_finish(&reports[i]);
    }
    headless_close(&headless);
    harness_server_stop(server);
    return status;
}
