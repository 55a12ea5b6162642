#define LOG_MODULE "suite"
#include "app/bench/baseline/baseline.h"
#include "app/bench/run/suite.h"
#include "app/measure/as_json.h"
#include "app/renderer/renderer.h"
#include "app/results/document.h"
#include "app/results/json_file.h"
#include "app/text/progress.h"
#include "app/text/wrap.h"
#include "render/file/end_signal.h"
#include "render/file/output_file.h"
#include "render/text/log.h"
#include "render/text/memory.h"
#include "render/text/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// ---- begin and end

void suite_begin(struct suite_run *run, const struct suite *suite,
                 const struct bench_options *options, const struct draw_options *draw,
                 const struct outputs *outputs, struct renderer *renderer)
{
    const int usual = suite->rounds > 0 ? suite->rounds : 10;
    const int quick = suite->quick_rounds > 0 ? suite->quick_rounds : 3;
    *run = (struct suite_run){
        .suite = suite,
        .options = options,
        .draw = draw,
        .outputs = outputs,
        .renderer = renderer,
        .rounds = options->runs > 0 ? options->runs
                  : options->quick  ? quick
                                    : usual,
        .by_clock = suite->whole_frames && options->runs == 0 && !options->quick,
        .warmup = options->warmup >= 0 || suite->whole_frames ? options->warmup : 2,
        .patience = options->patience > 0 ? options->patience : 0.5,
        .charts = json_array(),
    };
    steady_init(&run->steady, renderer->gpu.info.software);
    suite->list(run);
}

void suite_end(struct suite_run *run)
{
    suite_for_each(variant, run) {
        for (int i = 0; i < SUITE_TIMES; i++)
            free(variant->times[i]);
        if (variant->passes)
            pass_stats_finish(variant->passes);
        free(variant->passes);
        free(variant->text);
        json_decref(variant->quality);
    }
    free(run->variants);
    free(run->pairs);
    free(run->findings);
    table_finish(&run->table);
    json_decref(run->charts);
}

static int most_runs(const struct suite_run *run)
{
    int most = 0;
    suite_for_each(variant, run)
        most = variant->count > most ? variant->count : most;
    return most;
}

// ---- the document

static json_t *describe_variant(const struct suite_run *run, const struct suite_variant *variant)
{
    char scene[256], id[CHAIN_TEXT_SIZE + 512], files[CHAIN_TEXT_SIZE + 512];
    const char *format = texture_format_name(variant->format);
    scene_print(&run->renderer->scene, scene, sizeof(scene));
    snprintf(id, sizeof(id), "%s | %dx%d | %s | %s", variant->text, variant->width, variant->height,
             format, scene);
    const int file_count = chain_print_files(&variant->chain, files, sizeof(files));
    json_t *json = json_file_object(
        "id:t chain:t scene:t files:t? width:i height:i format:t label:e fuse:t impl:e left_out:e "
        "slow:b estimate_ms:n time:o",
        id, variant->text, scene, file_count > 0 ? files : NULL, variant->width, variant->height,
        format, variant->label, plan_fuse_names[run->renderer->plan_options.fuse],
        variant->impls[0] ? variant->impls : variant->impl, variant->left_out, variant->is_slow,
        variant->estimate, json_null());
    if (!suite_has_run(variant))
        return json;
    json_t *parts = json_object();
    for (int i = 0; i < SUITE_PARTS && run->suite->parts[i]; i++)
        json_object_set_new(parts, run->suite->parts[i], json_file_number(variant->parts[i]));
    json_file_add(json, "time:o copies:n", as_json_time(&variant->time), variant->in_copies);
    as_json_add_traffic(json, variant->traffic, variant->time.median);
    json_file_add(json, "dispatches:i bound:t submit_ms:n wall_ms:n parts:o", variant->dispatches,
                  variant->bound, variant->submit, variant->wall, parts);
    if (variant->quality)
        json_file_add(json, "quality:o", json_incref(variant->quality));
    if (variant->passes)
        json_file_add(json, "passes:o",
                      as_json_passes(variant->passes, variant->time.median / variant->in_copies));
    json_file_add(json, "samples_ms:o", as_json_samples(variant->times[0], variant->count));
    return json;
}

// Adds an item to a list of the document.
static void append(json_t *document, const char *list, json_t *item)
{
    json_array_append_new(json_object_get(document, list), item);
}

json_t *suite_describe(const struct suite_run *run)
{
    json_t *document = document_make(run->suite->name);
    json_t *settings = json_object_get(document, "settings");
    json_t *runs = json_object_get(document, "runs");
    double fastest = NAN;
    as_json_add_machine(json_object_get(document, "environment"), &run->renderer->gpu.info,
                        run->outputs->commit);
    json_file_add(settings, "samples:i warmup:i quick:b patience:n",
                  run->suite->whole_frames ? most_runs(run) : run->rounds, run->warmup,
                  run->options->quick, run->patience);
    as_json_add_settings(settings, run->renderer, run->draw);
    json_file_add(document, "steady:o", as_json_steady(&run->steady));
    for (int i = 0; i < run->copy_count; i++)
        fastest = run->copies[i].is_fastest ? run->copies[i].row.time.median : fastest;
    for (int i = 0; i < run->copy_count; i++) {
        const struct suite_copy *copy = &run->copies[i];
        const struct suite_variant *like = &run->variants[copy->variant];
        json_t *json = as_json_pass(&copy->row, fastest);
        json_file_add(json, "width:i height:i format:t waits:b fastest:b", like->width,
                      like->height, texture_format_name(like->format), like->waits,
                      copy->is_fastest);
        append(document, "copies", json);
    }
    suite_for_each(variant, run)
        document_add_run(document, describe_variant(run, variant));
    json_array_extend(json_object_get(document, "charts"), run->charts);
    for (int i = 0; i < run->pair_count; i++) {
        const struct pair *pair = &run->pairs[i];
        stats_check_interval("a pair", pair->low, pair->percent, pair->high);
        append(document, "pairs",
               json_file_object("a:t b:t turns:i percent:n low:n high:n verdict:t",
                                document_text(json_array_get(runs, (size_t) pair->a), "id"),
                                document_text(json_array_get(runs, (size_t) pair->b), "id"),
                                pair->turns, pair->percent, pair->low, pair->high,
                                pair_verdict_names[pair->verdict]));
    }
    for (int i = 0; i < run->finding_count; i++)
        append(document, "findings", json_file_text(run->findings[i], "a finding"));
    if (run->table.column_count > 0)
        append(document, "tables", as_json_table(&run->table, run->suite->summary));
    return document;
}

// ---- printing

// Prints the findings that begin like a recommendation, or the others; single claims of papers only
// with --verbose.
static void print_findings(const struct suite_run *run, bool recommends)
{
    static const char begin[] = "take ";
    for (int i = 0; i < run->finding_count; i++) {
        const bool is_claim = i >= run->claims_begin && i < run->claims_end;
        if (text_begins_with(run->findings[i], begin) == recommends &&
            (!is_claim || log_shows(LOG_LEVEL_DEBUG)))
            wrap_sentence("%s", run->findings[i]);
    }
}

static void print_suite(const struct suite_run *run)
{
    char text[STEADY_TEXT_SIZE];
    const struct suite_variant *slow = NULL;
    int left_out = 0;
    print_findings(run, true);
    wrap_sentence("%s", run->renderer->gpu.info.renderer);
    if (run->suite->name)
        wrap_sentence("%s: %s, %d run%s each after %d", run->suite->name, run->suite->summary,
                      run->rounds, text_plural(run->rounds), run->warmup);
    if (run->renderer->gpu.info.software && !run->suite->has_serial && !run->suite->whole_frames)
        wrap_sentence(
            "%s", "a software renderer: times are the processors', shared equally between them");
    steady_describe(&run->steady, text);
    wrap_sentence("%s", text);
    if (run->suite->introduce)
        run->suite->introduce(run);
    putchar('\n');
    if (run->table.column_count > 0) {
        table_print(&run->table, stdout);
        putchar('\n');
    }
    if (run->suite->print_more)
        run->suite->print_more(run);
    print_findings(run, false);
    for (int i = 0; i < run->copy_count; i++) {
        const struct suite_copy *copy = &run->copies[i];
        const struct suite_variant *like = &run->variants[copy->variant];
        const double ms = copy->row.time.median;
        if (copy->is_fastest)
            wrap_sentence("1 copy at %dx%d %s%s is %.4f ms, %.1f GB/s (%s)", like->width,
                          like->height, texture_format_name(like->format),
                          like->waits ? ", beside the CPU," : "", ms,
                          (double) gpu_traffic_sum(copy->row.traffic) / ms * 1e-6, copy->row.name);
    }
    suite_for_each(variant, run) {
        if (!variant->left_out[0])
            continue;
        left_out++;
        slow = !slow && variant->is_slow ? variant : slow;
        log_info("left out: %s: %s", variant->text, variant->left_out);
    }
    if (left_out > 0)
        wrap_sentence("%d of %d skipped (--verbose: why)%s%s%s%s", left_out, run->count,
                      slow ? ", --patience runs the slow ones: " : "", slow ? slow->text : "",
                      slow ? ": " : "", slow ? slow->left_out : "");
}

// ---- the run

static int report_suite(struct suite_run *run, const json_t *baseline)
{
    struct error error;
    if (run->interrupted && most_runs(run) == 0) {
        log_note("interrupted before anything was measured");
        return EXIT_FAILURE;
    }
    if (!renderer_check_fault(run->renderer, true, &error))
        return report_error(EXIT_FAILURE, &error);
    int measured = 0;
    suite_for_each(variant, run)
        measured += suite_has_run(variant);
    if (run->interrupted)
        suite_print(run, "interrupted: %d of %d variants were measured, %d of %d times at most",
                    measured, run->count, most_runs(run), run->rounds);
    if (run->suite->report)
        run->suite->report(run);
    if (run->refused)
        return EXIT_FAILURE;
    if (end_signal_received() && !run->interrupted)
        suite_print(run, "interrupted: all times were taken, but not all else was measured");
    run->interrupted = end_signal_received();
    json_t *document = suite_describe(run);
    const int own = run->failed ? EXIT_FAILURE : run->is_inconclusive ? EXIT_MACHINE : EXIT_SUCCESS;
    const bool written = outputs_write(run->outputs, OUTPUT_KINDS, document);
    progress_clear();
    if (run->suite->print)
        run->suite->print(run);
    else
        print_suite(run);
    fflush(stdout);
    const int status =
        run->interrupted || !baseline ? own : baseline_judge(run->options, baseline, document, own);
    json_decref(document);
    return written ? status : EXIT_MACHINE;
}

int suite_run(const struct suite *suite, const struct bench_options *options,
              const struct draw_options *draw, const struct outputs *outputs, bool only_checks)
{
    json_t *baseline = NULL;
    struct headless headless;
    struct error error;
    for (int i = 0; i < outputs->count && only_checks; i++)
        if (!output_file_check(outputs->all[i].path, &error)) {
            error_prefix(&error, "--output: ");
            return report_error(EXIT_USAGE, &error);
        }
    if (options->baseline && !(baseline = document_load(options->baseline, &error))) {
        error_prefix(&error, "--baseline: ");
        return report_error(EXIT_USAGE, &error);
    }
    int status = headless_open(&headless, draw);
    if (status == EXIT_SUCCESS) {
        struct suite_run *run = memory_new(1, sizeof(*run));
        suite_begin(run, suite, options, draw, outputs, &headless.renderer);
        json_t *planned = suite_describe(run);
        if (suite->check && !suite->check(run))
            status = run->refused ? EXIT_FAILURE : EXIT_USAGE;
        else if (baseline && !baseline_check(options->baseline, baseline, planned, &error))
            status = report_error(EXIT_USAGE, &error);
        else if (!only_checks)
            status = suite_time(run) ? report_suite(run, baseline) : EXIT_USAGE;
        json_decref(planned);
        suite_end(run);
        free(run);
    }
    headless_close(&headless);
    json_decref(baseline);
    end_signal_raise();
    return status;
}
