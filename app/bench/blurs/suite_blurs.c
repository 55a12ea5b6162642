// Compares the cost and the quality of blurs of one width, and recommends one.

#include "app/bench/blurs/blurs.h"
#include "render/text/number.h"

#include <stdio.h>
#include <string.h>

enum { MAX_WIDTHS = 8 };

static const struct param params[] = {
    PARAM_TEXT(struct bench_options, sigma, .def_text = "4/16/40",
               .help = "widths at which blurs are compared, px, up to 8"),
    { 0 },
};

// Reads the widths of a run, "4/16/40": the given ones, or else the usual ones. Returns how many
// there are, 0 with an error.
static int read_widths(const struct bench_options *options, double widths[MAX_WIDTHS],
                       struct error *error)
{
    const char *usual = options->quick ? "16" : params[0].def_text;
    const char *text = options->sigma[0] ? options->sigma : usual;
    int count = 0;
    for (const char *at = text;; at++) {
        const size_t length = strcspn(at, "/");
        float sigma;
        bool is_good = count < MAX_WIDTHS && number_parse(at, length, &sigma) == NUMBER_FINE &&
                       sigma >= BLUR_LIST_MIN && sigma <= BLUR_LIST_MAX;
        for (int i = 0; i < count && is_good; i++)
            is_good = widths[i] != sigma;
        if (!is_good)
            return error_set(error,
                             "sigma=%s must be up to %d different widths from %g to %d px, such as "
                             "4/16/40",
                             text, MAX_WIDTHS, BLUR_LIST_MIN, BLUR_LIST_MAX);
        widths[count++] = sigma;
        at += length;
        if (*at == '\0')
            return count;
    }
}

static bool accepts_widths(const struct bench_options *options, struct error *error)
{
    double widths[MAX_WIDTHS];
    return read_widths(options, widths, error);
}

static void list_blurs(struct suite_run *run)
{
    double widths[MAX_WIDTHS];
    struct error error;
    const int count = read_widths(run->options, widths, &error); // the options were checked
    for (int i = 0; i < count; i++) {
        struct blur_list list = { .sigma = widths[i], .number = i };
        blur_list_add(run, &list);
    }
}

static void report_blurs(struct suite_run *run)
{
    static struct judge judge;
    struct error error;
    double widths[MAX_WIDTHS];
    const int count = read_widths(run->options, widths, &error);
    judge_begin_table(run);
    for (int i = 0; i < count; i++) {
        char title[CHART_TEXT_SIZE];
        blur_list_judge(run, i, &judge);
        if (judge.count > 0) {
            judge_measure(&judge, widths[i], false, false);
            snprintf(title, sizeof(title),
                     "Blurs of sigma %g px: time, and nearness to the exact one", widths[i]);
            judge_report(&judge, title);
        }
        suite_for_each(variant, run)
            if (variant->key.width == i && !suite_has_run(variant))
                judge_add_row(&judge, &(struct judge_item){ .variant = variant });
    }
    judge_print_legend(run);
}

const struct suite suite_blurs = {
    .name = "blurs",
    .summary = "every blur at the same width: its time, how near it is to the exact Gaussian, how "
               "stable in motion",
    .params = params,
    .accepts = accepts_widths,
    .list = list_blurs,
    .report = report_blurs,
};
