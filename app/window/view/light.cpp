// Graphs: histograms, tone curves, and the point spread.

#include "app/window/view/parts.h"

// ---- graphs: bars and curves on a grid

void show_graph(const graph &graph)
{
    ImDrawList *draw = GetWindowDrawList();
    const ImVec2 from = GetCursorScreenPos();
    const float wide = std::max(1.0f, GetContentRegionAvail().x), pad = parts.em * 0.3f;
    const float high = std::round(parts.em * graph.high), bars = (float) graph.bar_count;
    const ImU32 grid = packed(panel_colours.field), dim = packed(panel_colours.dim);
    const ImVec2 to(from.x + wide, from.y + high);
    const auto at = [&](float share, float value) {
        return ImVec2(from.x + share * wide, to.y - value * high);
    };
    const auto add_column = [&](float share, ImU32 colour) {
        draw->AddLine(at(share, 0), at(share, 1), colour);
    };
    const auto add_row = [&](float value, ImU32 colour) {
        draw->AddLine(at(0, value), at(1, value), colour);
    };
    Dummy(ImVec2(wide, high));
    const bool is_hovered = parts.mouse_moved && IsItemHovered();
    draw->AddRectFilled(from, to, grid, 2);
    for (int i = 1; i < graph.columns; i++)
        add_column((float) i / (float) graph.columns, grid);
    for (int i = 1; i < graph.rows; i++)
        add_row((float) i / (float) graph.rows, grid);
    if (graph.middle)
        add_column(0.5f, packed(panel_colours.idle_knob));
    for (int i = 0; i < graph.bar_count; i++) { // at least a pixel wide, and high
        const ImVec2 top = at((float) i / bars, std::min(graph.bars[i], 1.0f));
        const float left = std::floor(top.x), right = std::floor(at((float) (i + 1) / bars, 0).x);
        if (graph.bars[i] > 0)
            draw->AddRectFilled(ImVec2(left, std::min(top.y, to.y - 1)),
                                ImVec2(std::max(right, left + 1), to.y), packed(*graph.bar_colour));
    }
    for (const graph_curve &curve : graph.curves) {
        for (int i = 0; curve.values && i < graph.curve_count; i++)
            draw->PathLineTo(at((float) i / (float) (graph.curve_count - 1), curve.values[i]));
        draw->PathStroke(curve.values ? packed(*curve.colour) : 0, 0, curve.width * thin());
    }
    for (int i = 0; i < graph.ring_count; i++)
        draw->AddCircle(at(graph.rings[i].share, graph.rings[i].value), parts.em * 0.28f,
                        packed(panel_colours.warn), 0, 1.5f * thin());
    if (graph.level > 0)
        add_row(graph.level, packed(panel_colours.plain));
    draw->AddText(ImVec2(from.x + pad, from.y), dim, graph.top);
    draw->AddText(ImVec2(from.x + pad, to.y - GetTextLineHeight()), dim, graph.bottom);
    if (graph.middle) {
        TextDisabled("%+.4g %s", graph.first, graph.unit);
        SameLine((wide - CalcTextSize(graph.middle).x) / 2);
        TextDisabled("%s", graph.middle);
        SameLine();
        right_text(format("%+.4g %s", graph.last, graph.unit), panel_colours.dim);
    }
    for (const graph_curve &curve : graph.curves)
        if (curve.values && curve.name)
            cut_text(curve.name, *curve.colour);
    const float share = (GetIO().MousePos.x - from.x) / wide;
    if (!is_hovered || share < 0 || share > 1 || !graph.unit)
        return;
    add_column(share, packed(panel_colours.plain));
    const double place = graph.first + (double) share * (graph.last - graph.first);
    const int i = (int) (share * (float) (graph.curve_count - 1) + 0.5f);
    show_tip(format("%+.3g %s%s", place, graph.unit,
                    graph.printed ? format(": %.4g", (double) graph.printed[i]) : ""));
}

// ---- a tone curve, and the light that enters it

enum {
    CURVE_POINTS = 129,
    CURVE_STOPS = CURVE_MAX_EV - CURVE_MIN_EV,
    CURVE_BARS = CURVE_STOPS * HISTOGRAM_STOP_BINS,
};

static double value_of(const struct chain_step *step, double light)
{
    return step->effect->about.curve(step->params, light);
}

static void add_ring(const struct chain_step *step, double light, graph *graph)
{
    const double share = (log2(light / curve_light(0)) - CURVE_MIN_EV) / CURVE_STOPS;
    if (share >= 0 && share <= 1)
        graph->rings[graph->ring_count++] = { (float) share, (float) value_of(step, light) };
}

static void show_light_value(const struct chain_step *step, const char *name, double light)
{
    split_line(name, panel_colours.plain,
               std::isfinite(light) ? format("becomes %.3f", value_of(step, light)) : "");
}

void show_curve(const struct light *light, struct ui_state *ui, const struct chain_step *step)
{
    const double begin =
        (log2(curve_light(CURVE_MIN_EV)) - HISTOGRAM_FIRST_STOP) * HISTOGRAM_STOP_BINS;
    float values[CURVE_POINTS], bars[CURVE_BARS];
    struct distribution_curve curve;
    curve_sample(step, CURVE_POINTS, values);
    graph graph = { .high = 6,
                    .columns = CURVE_STOPS / 2,
                    .curves = { { values, &panel_colours.accent, 1.5f, nullptr } },
                    .curve_count = CURVE_POINTS,
                    .first = CURVE_MIN_EV,
                    .last = CURVE_MAX_EV,
                    .unit = "EV",
                    .middle = "middle grey",
                    .printed = values };
    const bool is_fed = step == chain_find_display(&ui->chain);
    ui->needs_light = ui->needs_light || is_fed;
    if (is_fed && light->is_known && light->has_after) {
        uint32_t bins[CURVE_BARS]; // with the spacing of the curve, which begins within a bin
        for (int i = 0; i < CURVE_BARS; i++)
            bins[i] = light->after.luminance[(int) floor(begin + i + 0.5)];
        distribution_heights(bins, CURVE_BARS, ui->logarithmic, bars);
        graph.bars = bars;
        graph.bar_count = CURVE_BARS;
        graph.curves[0].colour = &panel_colours.plain;
        distribution_update_curve(&light->after, step, &curve);
        add_ring(step, curve.median, &graph);
        add_ring(step, curve.percentile, &graph);
    }
    show_graph(graph);
    if (!graph.bars)
        return;
    char percentile[DISTRIBUTION_WORDS_SIZE], shoulder[DISTRIBUTION_WORDS_SIZE],
        clipped[DISTRIBUTION_WORDS_SIZE];
    distribution_print_quantile(0.99, curve.percentile, percentile);
    distribution_print_share(curve.in_shoulder, shoulder);
    distribution_print_share(curve.clipped, clipped);
    show_light_value(step, format("median %.3g", curve.median), curve.median);
    show_light_value(step, percentile, curve.percentile);
    split_line(std::isfinite(curve.shoulder)
                   ? format("shoulder from %.3g: %s", curve.shoulder, shoulder)
                   : "no shoulder",
               panel_colours.plain,
               std::isfinite(curve.full) ? format("clipped: %s", clipped) : "nothing is clipped");
}

// ---- histograms

static void show_quantiles(const char *name, const struct histogram *histogram)
{
    char most[DISTRIBUTION_WORDS_SIZE];
    distribution_print_quantile(0.99, distribution_quantile(histogram, 0.99), most);
    split_line(name, panel_colours.plain,
               format("median %.3g, %s", distribution_quantile(histogram, 0.5), most));
}

static void show_luminance(const struct light *light, const struct ui_state *ui)
{
    const bool is_log = ui->logarithmic;
    const struct chain_step *end = chain_find_display(&ui->chain);
    float before[HISTOGRAM_BINS], after[HISTOGRAM_BINS];
    distribution_heights(light->before.luminance, HISTOGRAM_BINS, is_log, before);
    distribution_heights(light->after.luminance, HISTOGRAM_BINS, is_log, after);
    heading("Luminance of the light", is_log ? "log" : "linear");
    show_graph(
        { .high = 5,
          .columns = 8,
          .bars = before,
          .bar_count = HISTOGRAM_BINS,
          .curves = { { light->has_after ? after : nullptr, &panel_colours.plain, 1, nullptr } },
          .curve_count = HISTOGRAM_BINS,
          .first = -16,
          .last = 16,
          .unit = "stops",
          .middle = "luminance 1" });
    show_quantiles("input (bars)", &light->before);
    if (light->has_after)
        show_quantiles(end ? format("before %s (line)", end->effect->name) : "output (line)",
                       &light->after);
}

static void show_channel(const struct histogram *histogram, bool is_log,
                         const struct distribution_clipped &clipped, int channel)
{
    static const panel_colour *const colours[] = { &panel_colours.red, &panel_colours.green,
                                                   &panel_colours.blue };
    const char name[2] = { "RGB"[channel], '\0' };
    char zero[DISTRIBUTION_WORDS_SIZE], full[DISTRIBUTION_WORDS_SIZE];
    float heights[HISTOGRAM_BINS];
    distribution_heights(histogram->display[channel], HISTOGRAM_BINS, is_log, heights);
    distribution_print_share(clipped.at_zero[channel], zero);
    distribution_print_share(clipped.at_full[channel], full);
    split_line(name, panel_colours.plain, format("%s at 0, %s at 255", zero, full));
    show_graph({ .high = 2.4f,
                 .columns = 8,
                 .bars = heights,
                 .bar_count = HISTOGRAM_BINS,
                 .bar_colour = colours[channel],
                 .last = 255,
                 .unit = "of 255" });
}

static void show_heights_button(struct ui_state *ui)
{
    show_buttons(ui, "",
                 { { ui->logarithmic ? "heights: logarithm" : "heights: linear", "Ctrl+H" } });
}

void show_light(const struct session *session, struct ui_state *ui)
{
    const struct light *light = &session->light;
    const struct chain_step *curve = curve_find(&ui->chain);
    ui->needs_light = true;
    show_heights_button(ui);
    if (!light->is_known) {
        paragraph("counting ...", panel_colours.dim);
        return;
    }
    if (ui->has_other)
        cut_text(format("of %c, which is edited", 'A' + ui->side), panel_colours.dim);
    const struct distribution_clipped clipped = distribution_clipped(&light->before);
    show_luminance(light, ui);
    heading("Display values", "clipped");
    for (int channel = 0; channel < 3; channel++)
        show_channel(&light->before, ui->logarithmic, clipped, channel);
    if (curve) {
        heading("Tone curve", curve->effect->name);
        show_curve(light, ui, curve);
    }
}

// ---- the point spread

// Range of logarithmic heights and of the small picture, in powers of ten below the peak.
enum { DECADES = 5 };

static float log_height(float share)
{
    return share > 0 ? std::clamp(1 + log10f(share) / DECADES, 0.0f, 1.0f) : 0;
}

// Draws a thin Gaussian over the blur, so that both are visible where they coincide.
static void show_profiles(const struct point_spread &spread, bool is_log)
{
    const float *const profiles[] = { spread.across, spread.gaussian };
    float scaled[2][POINT_SPREAD_POINTS], most = 1;
    for (const float *profile : profiles)
        most = std::max(most, *std::max_element(profile, profile + POINT_SPREAD_POINTS));
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < POINT_SPREAD_POINTS; k++)
            scaled[i][k] = is_log ? log_height(profiles[i][k])
                                  : std::max(profiles[i][k], 0.0f) / (1.08f * most);
    show_graph({ .high = 8.5f,
                 .columns = 2,
                 .rows = is_log ? (int) DECADES : 4,
                 .curves = { { scaled[0], &panel_colours.accent, 2, "the blur, across" },
                             { scaled[1], &panel_colours.plain, 1, "a Gaussian" } },
                 .curve_count = POINT_SPREAD_POINTS,
                 .first = -(double) spread.range,
                 .last = (double) spread.range,
                 .unit = "px",
                 .middle = "0",
                 .printed = spread.across,
                 .top = is_log ? "1" : "",
                 .bottom = is_log ? "1e-5" : "0" });
}

// Shows the small picture, with lines of words at its right.
static void show_cells(const struct point_spread &spread)
{
    enum { SIDE = POINT_SPREAD_CELLS };
    const ImVec2 at = GetCursorScreenPos();
    const float cell = std::max(1.0f, std::floor(parts.em * 9 / SIDE));
    Dummy(ImVec2(cell * SIDE, cell * SIDE));
    for (int i = 0; i < SIDE * SIDE; i++) {
        const ImVec2 from(at.x + cell * (float) (i % SIDE), at.y + cell * (float) (i / SIDE));
        const float shade = log_height(spread.cells[i / SIDE][i % SIDE]);
        GetWindowDrawList()->AddRectFilled(from, ImVec2(from.x + cell, from.y + cell),
                                           GetColorU32(ImVec4(shade, shade, shade, 1)));
    }
    SameLine();
    TextDisabled("±%.4g px\nwhite: the peak\nblack: 1e-5 of it,\nlogarithmic",
                 (double) spread.range);
}

void show_spread(const struct session *session, struct ui_state *ui)
{
    const struct point_spread &spread = session->spread;
    cut_text(spread.title);
    if (spread.note[0])
        paragraph(spread.note, panel_colours.dim);
    if (!spread.is_known)
        return;
    show_profiles(spread, ui->logarithmic);
    Spacing();
    if (BeginTable("numbers", 2)) {
        TableSetupColumn("label", ImGuiTableColumnFlags_WidthFixed, parts.em * 7);
        for (int i = 0; i < spread.line_count; i++) {
            TableNextColumn();
            cut_text(spread.lines[i].label, panel_colours.dim);
            TableNextColumn();
            paragraph(spread.lines[i].words);
        }
        EndTable();
    }
    Spacing();
    show_cells(spread);
    Spacing();
    show_heights_button(ui);
}
