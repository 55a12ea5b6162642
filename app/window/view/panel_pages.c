#include "app/window/controls/controls.h"
#include "app/window/session/session.h"
#include "app/window/view/panel.h"
#include "app/window/view/panel_parts.h"
#include "render/text/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static struct strip strip;

const struct strip *panel_strip(void)
{
    return &strip;
}

// Writes one cell of a table, cut off where it is too long.
static void PRINTF_LIKE(4, 5)
    set_cell(struct shown_table *table, int row, int column, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(table->cells[row][column], SHOWN_CELL_SIZE, format, arguments);
    va_end(arguments);
}

static void PRINTF_LIKE(1, 2) say(const char *format, ...)
{
    va_list arguments;
    if (strip.line_count == STRIP_LINES)
        return;
    va_start(arguments, format);
    vsnprintf(strip.lines[strip.line_count++], STRIP_LINE_SIZE, format, arguments);
    va_end(arguments);
}

// ---- text about two sides

// Lists A first, whichever side is edited.
static void set_numbers(struct shown_table *table, const struct sides_numbers *numbers,
                        struct ui_state *ui)
{
    static const char *const labels[] = { "", "time", "copies", "moved", "sigma" };
    *table = (struct shown_table){ .rows = 5, .columns = 3 };
    const int height = ui->look_frame.picture_height;
    for (int row = 0; row < table->rows; row++)
        set_cell(table, row, 0, "%s", labels[row]);
    set_cell(table, 0, 0, "edited: %c", 'A' + ui->side);
    for (int side = 0; side < 2; side++) {
        const bool is_edited = side == ui->side;
        const int i = is_edited ? 0 : 1; // index in `numbers`
        const double sigma = chain_sigma(is_edited ? &ui->chain : &ui->other, height);
        table->sides[side + 1] = side ? 'B' : 'A';
        set_cell(table, 0, side + 1, "%s", ui_side(ui, side));
        for (int row = 1; row < table->rows; row++)
            set_cell(table, row, side + 1, "...");
        if (!isnan(numbers->time[i])) {
            set_cell(table, 1, side + 1, "%.3f ms", numbers->time[i]);
            set_cell(table, 2, side + 1, "%.2f", numbers->copies[i]);
            set_cell(table, 3, side + 1, "%.1f MB", numbers->bytes[i] * 1e-6);
        }
        set_cell(table, 4, side + 1, sigma > 0 ? "%.2f px" : "none", sigma);
    }
}

// The pair compares the other side with the edited one; the text compares B with A.
static void say_sides(struct ui_state *ui, const struct sides *sides)
{
    char text[STRIP_LINE_SIZE];
    struct sides_numbers numbers;
    const struct sides_difference *difference = &numbers.difference;
    const struct pair *pair = &numbers.pair;
    const bool b_is_edited = ui->side == 1;
    const struct chain *const chains[] = { &ui->chain, &ui->other };
    sides_sum_up(sides, chains, &numbers);
    set_numbers(&strip.numbers, &numbers, ui);
    const bool is_measured = !isnan(pair->low) && sides->due == 0;
    pairs_describe(pair, b_is_edited ? "B" : "A", b_is_edited ? "A" : "B", text, sizeof(text));
    if (is_measured || pair->verdict != PAIR_INCONCLUSIVE)
        say("%s", text);
    else if (sides->due > 0)
        say("which is faster: measuring, %d of %d frames", numbers.frames, SIDES_SAMPLES);
    else if (numbers.frames > 0)
        say("which is faster: %d frame%s: too few to tell", numbers.frames,
            text_plural(numbers.frames));
    if (numbers.has_difference && isinf(difference->psnr))
        say("the pictures are identical");
    else if (numbers.has_difference)
        say("PSNR %.1f dB, SSIM %.4f, the largest difference %.0f of 255", difference->psnr,
            difference->ssim, difference->most);
}

// ---- text about the texel under the pointer

enum { RED = 1, STOPS = 4, ALPHA = 5 }; // rows
// Columns; those of the other side have OTHER added.
enum { LIGHT_IN = 1, LIGHT_OUT = 2, DISPLAY = 3, OTHER = 2 };

static void set_light(struct shown_table *table, int column, const float light[4])
{
    const double luminance =
        0.2126 * (double) light[0] + 0.7152 * (double) light[1] + 0.0722 * (double) light[2];
    for (int i = 0; i < 3; i++)
        set_cell(table, RED + i, column, "%.4g", (double) light[i]);
    if (luminance > 0)
        set_cell(table, STOPS, column, "%+.2f", log2(luminance));
    else
        set_cell(table, STOPS, column, "black");
    set_cell(table, ALPHA, column, "%.4g", (double) light[3]);
}

// Returns the light of the edited side (0) or the other one. A viewed pass inside a step is shown
// without conversion.
static bool read_light(const struct session *session, int side, const int pixel[2], float light[4])
{
    const struct pass_view *view = &session->pass_view;
    const bool is_pass = side == 0 && pass_view_is_shown(view) && pass_view_is_inner(view);
    const struct texture *image =
        is_pass ? pass_view_image(view, &session->renderer) : loupe_light(&session->loupe, side);
    if (!image || (is_pass && !view->is_light))
        return false;
    const int x = (2 * pixel[0] + 1) * image->width / (2 * session->renderer.source.width);
    const int y = (2 * pixel[1] + 1) * image->height / (2 * session->renderer.source.height);
    texture_read_pixel(image, x, y, light);
    return true;
}

// 8-bit precision: the mean of half-float samples may differ slightly from 1.
static bool is_opaque(float alpha)
{
    return alpha >= 254.5f / 255;
}

// Fills in a column. Returns true if the texel is opaque. `side`: 0 is the edited side.
static bool set_texel(struct shown_table *table, int column, const struct session *session,
                      int side, const int pixel[2])
{
    float light[4], display[4];
    texture_read_pixel(side ? &session->sides.other.output : &session_seen(session)->output,
                       pixel[0], pixel[1], display);
    for (int i = 0; i < 3; i++)
        set_cell(table, RED + i, column + 1, "%.0f", 255 * (double) display[i]);
    set_cell(table, ALPHA, column + 1, "%.0f", 255 * (double) display[3]);
    if (read_light(session, side, pixel, light))
        set_light(table, column, light);
    return is_opaque(display[3]);
}

// Fills in the table of the texel at (x, y) of the window: the light that enters the chain, and of
// each side the light before it makes display values and the display values. Light is premultiplied
// by alpha, which is shown if it is not 1; stops are log2 of its luminance. Waits for the GPU.
static void fill_pixel(struct shown_table *table, const struct ui_state *ui,
                       const struct session *session, float x, float y)
{
    static const char *const columns[] = { "no pixel", "light in", "light out", "display" };
    static const char *const rows[] = { "", "R", "G", "B", "stops" };
    int pixel[2];
    float light[4];
    const bool has_other = session->sides.shown;
    const int edited = has_other && ui->side ? LIGHT_OUT + OTHER : LIGHT_OUT;
    *table = (struct shown_table){ .rows = ALPHA, .columns = has_other ? 6 : 4 };
    for (int column = 0; column <= DISPLAY; column++)
        set_cell(table, 0, column, "%s", columns[column]);
    for (int row = 1; row < table->rows; row++)
        set_cell(table, row, 0, "%s", rows[row]);
    for (int side = 0; side < 2 && has_other; side++) {
        const int column = LIGHT_OUT + OTHER * side;
        set_cell(table, 0, column, "%c light", 'A' + side);
        set_cell(table, 0, column + 1, "%c shown", 'A' + side);
        table->sides[column] = table->sides[column + 1] = side ? 'B' : 'A';
    }
    if (!look_find(&ui->look, &ui->look_frame, x, y, pixel))
        return;
    set_cell(table, 0, 0, "%d, %d", pixel[0], pixel[1]);
    texture_read_pixel(&session->renderer.source, pixel[0], pixel[1], light);
    set_light(table, LIGHT_IN, light);
    bool all_opaque = set_texel(table, edited, session, 0, pixel) && is_opaque(light[3]);
    if (has_other)
        all_opaque =
            set_texel(table, 2 * LIGHT_OUT + OTHER - edited, session, 1, pixel) && all_opaque;
    if (all_opaque)
        return;
    set_cell(table, ALPHA, 0, "alpha");
    table->rows = ALPHA + 1;
}

// ---- all words

void panel_strip_fill(const struct session *session, struct ui_state *ui, float x, float y)
{
    char text[STRIP_LINE_SIZE];
    const bool has_pass = pass_view_is_shown(&session->pass_view), has_two = session->sides.shown;
    const int stops = ui->look.stops;
    strip.line_count = 0;
    strip.shown = has_two || has_pass || stops != 0;
    strip.pixel = strip.numbers = (struct shown_table){ 0 };
    if (has_pass)
        session_describe_pass(&session->pass_view, text, sizeof(text));
    if (has_pass && ui->has_other)
        say("%c: %s", 'A' + ui->side, text);
    else if (has_pass)
        say("%s", text);
    if (has_two)
        say_sides(ui, &session->sides);
    if (has_two && (ui->look.way == PRESENT_ONE || ui->flips))
        say("%s is seen", ui_side(ui, ui->side != (int) ui->flips));
    if (stops != 0)
        say("seen %d stop%s %s than it is", abs(stops), abs(stops) == 1 ? "" : "s",
            stops > 0 ? "brighter" : "darker");
    if (ui->look.loupe)
        fill_pixel(&strip.pixel, ui, session, x, y);
}

// ---- two sides

static const char *const ways[] = { "one", "A | B", "side by side", "B - A" }; // enum present_way

// Heights of the text: lines of at least that width show the sides as rows, others as columns.
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

// Results that arrive later are shown last, so that no button moves under the mouse.
void panel_sides_show(const struct session *session, struct ui_state *ui)
{
    const bool is_wide = widgets_line_width() >= wide, has_two = session->sides.shown;
    int way = (int) ui->look.way;
    if (has_two && widgets_tabs(ways, sizeof(ways) / sizeof(ways[0]), &way))
        controls_look_at(ui, (enum present_way) way);
    widgets_show_table(&strip.numbers, is_wide);
    if (has_two)
        panel_buttons(ui, buttons);
    for (int i = 0; i < strip.line_count; i++)
        widgets_text(strip.lines[i], WIDGETS_PLAIN);
}

// ---- over the picture

void panel_loupe_show(const struct session *session, const struct ui_state *ui,
                      const struct input_state *input)
{
    const struct shown_table *pixel = &strip.pixel;
    const bool is_turned = session->sides.shown; // a row for each thing that is said of the texel
    struct present present;
    float size[2];
    if (pixel->rows == 0 || widgets_cover(input->x, input->y))
        return;
    look_present(&ui->look, &ui->look_frame, input->x, input->y, &present);
    widgets_plate_size(pixel, is_turned, size);
    const float circle[] = { input->x, input->y, present.loupe.radius };
    const struct layout_rect rect =
        layout_beside((float) input->width, (float) input->height, circle, size);
    widgets_plate(pixel, is_turned, &rect);
}

// Shows the label in a lower corner of the area of its side.
static void label_side(struct ui_state *ui, int side, bool is_alone)
{
    const struct look_area place = look_place(&ui->look, &ui->look_frame, side == 1);
    const bool is_split = !is_alone && ui->look.way != PRESENT_SIDES;
    const bool from_right = side == 1 && !is_alone;
    widgets_label(ui_side(ui, side), side ? WIDGETS_SIDE_B : WIDGETS_SIDE_A,
                  from_right ? place.x + place.width : place.x, place.y + place.height, from_right,
                  is_split ? place.width * 0.49f : place.width);
}

void panel_labels_show(const struct session *session, struct ui_state *ui)
{
    const int edited = ui->side;
    if (!session->sides.shown)
        return;
    if (ui->flips || ui->look.way == PRESENT_ONE) {
        label_side(ui, ui->flips ? 1 - edited : edited, true);
        return;
    }
    label_side(ui, 0, false);
    label_side(ui, 1, false);
}

// ---- the point spread

// Range of logarithmic heights and of the small picture, in powers of ten below the peak.
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

// Draws a thin Gaussian over the blur, so that both are visible where they coincide.
static void show_profiles(const struct point_spread_shown *spread, bool is_log)
{
    float scaled[4][POINT_SPREAD_POINTS];
    float most = 1;
    for (int i = 0; i < POINT_SPREAD_POINTS; i++)
        most = fmaxf(most, fmaxf(spread->across[i], fmaxf(spread->down[i], spread->diagonal[i])));
    const float top = 1.08f * most; // of a linear height: slightly above all curves
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

void panel_spread_show(const struct session *session, struct ui_state *ui)
{
    const struct point_spread_shown *spread = &session->spread.shown;
    const char *const beside[] = { panel_words("±%.4g px", (double) spread->range),
                                   "white: the peak", "black: 1e-5 of it,", "logarithmic", NULL };
    float shades[POINT_SPREAD_CELLS * POINT_SPREAD_CELLS];
    widgets_line(spread->title, WIDGETS_PLAIN);
    widgets_scroll_begin("spread");
    if (spread->note[0])
        widgets_text(spread->note, WIDGETS_DIM);
    if (spread->is_known) {
        show_profiles(spread, ui->logarithmic);
        for (int i = 0; i < spread->line_count; i++)
            widgets_pair(spread->lines[i].label, spread->lines[i].words);
        widgets_gap();
        for (int i = 0; i < POINT_SPREAD_CELLS * POINT_SPREAD_CELLS; i++)
            shades[i] =
                fminf(log_height(spread->cells[i / POINT_SPREAD_CELLS][i % POINT_SPREAD_CELLS]), 1);
        widgets_cells(shades, POINT_SPREAD_CELLS, beside);
        panel_heights_button(ui);
    }
    widgets_scroll_end();
}
