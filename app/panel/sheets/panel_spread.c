#include "app/panel/sheets/panel_spread.h"

#include "app/panel/widgets/panel_button.h"
#include "app/panel/widgets/panel_widgets.h"

#include <math.h>
#include <stdio.h>

// Powers of ten that a logarithmic height, and the small picture, go down from the peak.
enum { DECADES = 5 };

static float log_height(float share)
{
    return share > 0 ? fmaxf(1 + log10f(share) / DECADES, 0) : 0;
}

// The light at the top of a linear height: somewhat above all that is drawn.
static float find_top(const struct panel_spread *spread)
{
    float top = 1;
    for (int i = 0; i < PANEL_SPREAD_POINTS; i++)
        top = fmaxf(top, fmaxf(spread->across[i], fmaxf(spread->down[i], spread->diagonal[i])));
    return 1.08f * top;
}

static const float *scale_profile(const float *profile, bool is_log, float top, float *scaled)
{
    for (int i = 0; i < PANEL_SPREAD_POINTS; i++)
        scaled[i] = fminf(is_log ? log_height(profile[i]) : fmaxf(profile[i], 0) / top, 1);
    return scaled;
}

static void explain(const struct panel_spread *spread, float share)
{
    char text[160];
    const int i = (int) lroundf(share * (PANEL_SPREAD_POINTS - 1));
    snprintf(text, sizeof(text), "%.3g px from the point\n%.4g of the peak, a Gaussian %.4g",
             fabs((double) (2 * share - 1) * (double) spread->range), (double) spread->across[i],
             (double) spread->gaussian[i]);
    widgets_tip(text);
}

// A thin Gaussian lies over the blur, so that both are seen where they are equal.
static void show_profiles(const struct panel_spread *spread, bool is_log)
{
    static float scaled[4][PANEL_SPREAD_POINTS];
    char left[24], right[24];
    const float top = find_top(spread);
    snprintf(left, sizeof(left), "-%.4g px", (double) spread->range);
    snprintf(right, sizeof(right), "+%.4g px", (double) spread->range);
    struct widgets_spread graph = {
        .count = PANEL_SPREAD_POINTS,
        .rows = is_log ? DECADES : 4,
        .left = left,
        .right = right,
        .top = is_log ? "1" : "",
        .bottom = is_log ? "1e-5" : "0",
    };
    if (!spread->is_round) {
        graph.faint[0] = scale_profile(spread->down, is_log, top, scaled[0]);
        graph.faint[1] = scale_profile(spread->diagonal, is_log, top, scaled[1]);
    }
    graph.beside = scale_profile(spread->gaussian, is_log, top, scaled[2]);
    graph.strong = scale_profile(spread->across, is_log, top, scaled[3]);
    const float share = widgets_profiles(&graph);
    if (share >= 0)
        explain(spread, share);
}

static void show_legend(const struct panel_spread *spread)
{
    static const struct widgets_key_line lines[] = {
        { WIDGETS_STROKE_STRONG, "the blur, across" },
        { WIDGETS_STROKE_BESIDE, "a Gaussian" },
        { WIDGETS_STROKE_FAINT, "down and along the diagonal" },
    };
    widgets_legend(lines, spread->is_round ? 2 : 3);
}

static void show_cells(const struct panel_spread *spread)
{
    static float shades[PANEL_SPREAD_CELLS * PANEL_SPREAD_CELLS];
    char words[48];
    for (int i = 0; i < PANEL_SPREAD_CELLS * PANEL_SPREAD_CELLS; i++)
        shades[i] =
            fminf(log_height(spread->cells[i / PANEL_SPREAD_CELLS][i % PANEL_SPREAD_CELLS]), 1);
    snprintf(words, sizeof(words), "±%.4g px", (double) spread->range);
    const char *const beside[] = { words, "white: the peak", "black: 1e-5 of it,", "logarithmic",
                                   NULL };
    widgets_cells(shades, PANEL_SPREAD_CELLS, beside);
}

static void show_numbers(const struct panel_spread *spread)
{
    for (int i = 0; i < spread->line_count; i++)
        widgets_pair(spread->lines[i].label, spread->lines[i].words);
}

void panel_spread_show(struct panel_view *view)
{
    const struct panel_spread *spread = view->spread;
    widgets_line(spread->title, WIDGETS_PLAIN);
    widgets_scroll_begin("spread");
    if (spread->note[0])
        widgets_text(spread->note, WIDGETS_DIM);
    if (spread->is_known) {
        show_profiles(spread, view->logarithmic);
        show_legend(spread);
        show_numbers(spread);
        widgets_gap();
        show_cells(spread);
        widgets_buttons_begin();
        panel_button(view, view->logarithmic ? "heights: logarithm" : "heights: linear", "heights");
    }
    widgets_scroll_end();
}
