#include "app/window/controls/controls.h"
#include "app/window/stage/stage.h"
#include "app/window/view/panel_parts.h"

#include <math.h>

// ---- two sides

static const char *const ways[] = { "one", "A | B", "side by side", "B - A" }; // enum present_way

// Heights of the text: on a line of that length sides are rows, else columns.
static const float wide = 26;

static const struct panel_button buttons[] = {
    { "copy", "copy side" },
    { "swap", "swap" },
    { "edit the other", "turn side" },
    { "flip", "flip" },
    { "gain", "gain" },
    { "loupe", "loupe" },
    { "one side again", "one side" },
    { 0 },
};

void panel_sides_show(const struct stage *stage, struct workbench *workbench)
{
    const struct strip *strip = &stage->strip;
    const bool is_wide = widgets_line_width() >= wide, has_two = stage->sides.shown;
    int way = (int) workbench->look.way;
    if (has_two && widgets_tabs(ways, sizeof(ways) / sizeof(ways[0]), &way))
        controls_look_at(workbench, (enum present_way) way);
    if (has_two && is_wide)
        panel_buttons(workbench, buttons);
    widgets_show_table(&strip->numbers, is_wide);
    for (int i = 0; i < strip->line_count; i++)
        widgets_text(strip->lines[i], WIDGETS_PLAIN);
    if (has_two && !is_wide) // numbers come first where there is little room
        panel_buttons(workbench, buttons);
}

// ---- over the picture

void panel_loupe_show(const struct stage *stage, const struct workbench *workbench,
                      const struct input_state *input)
{
    const struct shown_table *pixel = &stage->strip.pixel;
    const bool is_turned = stage->sides.shown; // a row for each thing that is said of the texel
    struct present present;
    float size[2];
    if (pixel->rows == 0 || widgets_cover(input->x, input->y))
        return;
    look_present(&workbench->look, &workbench->look_frame, input->x, input->y, &present);
    widgets_plate_size(pixel, is_turned, size);
    const float circle[] = { input->x, input->y, present.loupe.radius };
    const struct layout_rect rect =
        layout_beside((float) input->width, (float) input->height, circle, size);
    widgets_plate(pixel, is_turned, &rect);
}

// In a lower corner of the place where the side is seen.
static void label_side(struct workbench *workbench, int side, bool is_alone)
{
    const struct look_area place = look_place(&workbench->look, &workbench->look_frame, side == 1);
    const bool is_split = !is_alone && workbench->look.way != PRESENT_SIDES;
    const bool from_right = side == 1 && !is_alone;
    widgets_label(workbench_side(workbench, side), side ? WIDGETS_SIDE_B : WIDGETS_SIDE_A,
                  from_right ? place.x + place.width : place.x, place.y + place.height, from_right,
                  is_split ? place.width * 0.49f : place.width);
}

void panel_labels_show(const struct stage *stage, struct workbench *workbench)
{
    const int edited = workbench->side;
    if (!stage->sides.shown)
        return;
    if (workbench->flips || workbench->look.way == PRESENT_ONE) {
        label_side(workbench, workbench->flips ? 1 - edited : edited, true);
        return;
    }
    label_side(workbench, 0, false);
    label_side(workbench, 1, false);
}

// ---- the point spread

// Powers of ten that a logarithmic height, and the small picture, go down from the peak.
enum { DECADES = 5 };

static float log_height(float share)
{
    return share > 0 ? fmaxf(1 + log10f(share) / DECADES, 0) : 0;
}

static const float *scale_profile(const float *profile, bool is_log, float top, float *scaled)
{
    for (int i = 0; i < POINT_SPREAD_POINTS; i++)
        scaled[i] = fminf(is_log ? log_height(profile[i]) : fmaxf(profile[i], 0) / top, 1);
    return scaled;
}

// A thin Gaussian lies over the blur, so that both are seen where they are equal.
static void show_profiles(const struct point_spread_shown *spread, bool is_log)
{
    float scaled[4][POINT_SPREAD_POINTS];
    float most = 1;
    for (int i = 0; i < POINT_SPREAD_POINTS; i++)
        most = fmaxf(most, fmaxf(spread->across[i], fmaxf(spread->down[i], spread->diagonal[i])));
    const float top = 1.08f * most; // of a linear height: somewhat above all that is drawn
    struct widgets_spread graph = {
        .count = POINT_SPREAD_POINTS,
        .rows = is_log ? DECADES : 4,
        .left = panel_words("-%.4g px", (double) spread->range),
        .right = panel_words("+%.4g px", (double) spread->range),
        .top = is_log ? "1" : "",
        .bottom = is_log ? "1e-5" : "0",
        .strong_is = "the blur, across",
        .beside_is = "a Gaussian",
        .faint_is = "down and along the diagonal",
    };
    if (!spread->is_round) {
        graph.faint[0] = scale_profile(spread->down, is_log, top, scaled[0]);
        graph.faint[1] = scale_profile(spread->diagonal, is_log, top, scaled[1]);
    }
    graph.beside = scale_profile(spread->gaussian, is_log, top, scaled[2]);
    graph.strong = scale_profile(spread->across, is_log, top, scaled[3]);
    const float share = widgets_profiles(&graph);
    if (share >= 0) {
        const int i = (int) lroundf(share * (POINT_SPREAD_POINTS - 1));
        widgets_tip(panel_words("%.3g px from the point\n%.4g of the peak, a Gaussian %.4g",
                                fabs((double) (2 * share - 1) * (double) spread->range),
                                (double) spread->across[i], (double) spread->gaussian[i]));
    }
}

void panel_spread_show(const struct stage *stage, struct workbench *workbench)
{
    const struct point_spread_shown *spread = &stage->spread.shown;
    const char *const beside[] = { panel_words("±%.4g px", (double) spread->range),
                                   "white: the peak", "black: 1e-5 of it,", "logarithmic", NULL };
    float shades[POINT_SPREAD_CELLS * POINT_SPREAD_CELLS];
    widgets_line(spread->title, WIDGETS_PLAIN);
    widgets_scroll_begin("spread");
    if (spread->note[0])
        widgets_text(spread->note, WIDGETS_DIM);
    if (spread->is_known) {
        show_profiles(spread, workbench->logarithmic);
        for (int i = 0; i < spread->line_count; i++)
            widgets_pair(spread->lines[i].label, spread->lines[i].words);
        widgets_gap();
        for (int i = 0; i < POINT_SPREAD_CELLS * POINT_SPREAD_CELLS; i++)
            shades[i] =
                fminf(log_height(spread->cells[i / POINT_SPREAD_CELLS][i % POINT_SPREAD_CELLS]), 1);
        widgets_cells(shades, POINT_SPREAD_CELLS, beside);
        panel_heights_button(workbench);
    }
    widgets_scroll_end();
}
