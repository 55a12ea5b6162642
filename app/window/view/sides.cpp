// Two sides, the texel under the loupe, and what is written over the picture.

#include "app/window/view/parts.h"

extern "C" {
#include "app/window/view/panel.h"
}

static struct shown_table texel;

// Writes one cell of a table, cut off where it is too long.
static void PRINTF_LIKE(4, 5)
    set_cell(struct shown_table *table, int row, int column, const char *pattern, ...)
{
    va_list arguments;
    va_start(arguments, pattern);
    vsnprintf(table->cells[row][column], SHOWN_CELL_SIZE, pattern, arguments);
    va_end(arguments);
}

static void show_table(const char *id, const struct shown_table &table)
{
    const bool fits_window = GetCurrentWindow()->Flags & ImGuiWindowFlags_AlwaysAutoResize;
    if (table.rows == 0 || !BeginTable(id, table.columns,
                                       fits_window ? ImGuiTableFlags_SizingFixedFit
                                                   : ImGuiTableFlags_SizingStretchSame))
        return;
    for (int row = 0; row < table.rows; row++)
        for (int column = 0; column < table.columns; column++) {
            const char *text = table.cells[row][column];
            const bool is_side = row == 0 && table.sides[column];
            const panel_colour &colour = is_side ? side_colour(table.sides[column] == 'B')
                                         : row == 0 || column == 0 ? panel_colours.dim
                                                                   : panel_colours.plain;
            TableNextColumn();
            if (fits_window || (column > 0 && CalcTextSize(text).x < GetContentRegionAvail().x))
                right_text(text, colour);
            else
                cut_text(text, colour);
        }
    EndTable();
}

// ---- measurements of two sides

// Lists A first, whichever side is edited.
static void set_numbers(struct shown_table *table, const struct sides_numbers &numbers,
                        struct ui_state *ui)
{
    const char *const labels[] = { format("edited: %c", 'A' + ui->side), "time", "copies", "moved",
                                   "sigma" };
    *table = { .rows = IM_ARRAYSIZE(labels), .columns = 3 };
    for (int side = 0; side < 2; side++) {
        const int i = side == ui->side ? 0 : 1; // index in `numbers`
        const bool is_known = !std::isnan(numbers.time[i]);
        const double sigma =
            chain_sigma(i == 0 ? &ui->chain : &ui->other, ui->view_frame.picture_height);
        const char *const cells[] = {
            ui_side_name(ui, side),
            is_known ? format("%s ms", format_ms(numbers.time[i])) : "...",
            is_known ? format("%.2f", numbers.copies[i]) : "...",
            is_known ? format("%.1f MB", numbers.bytes[i] * 1e-6) : "...",
            sigma > 0 ? format("%.2f px", sigma) : "none",
        };
        table->sides[side + 1] = side ? 'B' : 'A';
        for (int row = 0; row < table->rows; row++) {
            set_cell(table, row, 0, "%s", labels[row]);
            set_cell(table, row, side + 1, "%s", cells[row]);
        }
    }
}

// The pair compares the other side with the edited one; the text compares B with A.
void panel_report_sides(const struct session *session, struct ui_state *ui,
                        struct sides_report *report)
{
    char pair[REPORT_SIZE];
    struct sides_numbers numbers;
    const int frames_left = session->sides.frames_left;
    const struct sides_difference &difference = numbers.difference;
    const bool b_is_edited = ui->side == 1;
    const struct chain *const chains[] = { &ui->chain, &ui->other };
    const char *faster = "", *apart = "";
    sides_sum_up(&session->sides, chains, &numbers);
    set_numbers(&report->numbers, numbers, ui);
    const bool is_measured = !std::isnan(numbers.pair.low) && frames_left == 0;
    pairs_describe(&numbers.pair, b_is_edited ? "B" : "A", b_is_edited ? "A" : "B", pair,
                   sizeof(pair));
    if (is_measured || numbers.pair.verdict != PAIR_INCONCLUSIVE)
        faster = format("%s\n", pair);
    else if (frames_left > 0)
        faster =
            format("which is faster: measuring, %d of %d frames\n", numbers.frames, SIDES_SAMPLES);
    else if (numbers.frames > 0)
        faster = format("which is faster: %d frame%s: too few to tell\n", numbers.frames,
                        text_plural(numbers.frames));
    if (numbers.has_difference && std::isinf(difference.psnr))
        apart = "the pictures are identical";
    else if (numbers.has_difference)
        apart = format("PSNR %.1f dB, SSIM %.4f, the largest difference %.0f of 255",
                       difference.psnr, difference.ssim, difference.most);
    snprintf(report->words, sizeof(report->words), "%s%s", faster, apart);
}

// Results that arrive later are shown last, so that no button moves under the mouse.
void show_sides(const struct session *session, struct ui_state *ui)
{
    static const char *const modes[] = { "one", "A | B", "side by side", "B - A" };
    struct sides_report report;
    if (!session->sides.shown)
        return;
    panel_report_sides(session, ui, &report);
    const int mode = show_tabs("modes", modes, IM_ARRAYSIZE(modes), (int) ui->view.mode);
    if (mode != (int) ui->view.mode)
        controls_view_sides(ui, (enum present_mode) mode);
    show_table("numbers", report.numbers);
    Spacing();
    show_buttons(ui, "edit",
                 { { "edit the other", "Ctrl+Tab" },
                   { "copy", "A" },
                   { "swap", "X" },
                   { "one side again", "Ctrl+A" } });
    show_buttons(ui, "look", { { "flip", "N" }, { "gain", "G" }, { "loupe", "L" } });
    Spacing();
    paragraph(report.words);
}

// ---- the texel under the pointer

enum { RED = 1, STOPS = 4, ALPHA = 5 }; // rows

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
    const struct texture *source = &session->renderer.source;
    const struct texture *image =
        is_pass ? pass_view_image(view, &session->renderer) : light_of(&session->light, side);
    if (!image || (is_pass && !view->is_light))
        return false;
    texture_read_pixel(image, (2 * pixel[0] + 1) * image->width / (2 * source->width),
                       (2 * pixel[1] + 1) * image->height / (2 * source->height), light);
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
    texture_read_pixel(side ? &session->sides.other.output : &session_shown_side(session)->output,
                       pixel[0], pixel[1], display);
    for (int i = 0; i < 3; i++)
        set_cell(table, RED + i, column + 1, "%.0f", 255 * (double) display[i]);
    set_cell(table, ALPHA, column + 1, "%.0f", 255 * (double) display[3]);
    if (read_light(session, side, pixel, light))
        set_light(table, column, light);
    return is_opaque(display[3]);
}

// Light is premultiplied by alpha, which is shown if it is not 1; stops are log2 of its luminance.
const struct shown_table *panel_update_texel(const struct session *session, struct ui_state *ui,
                                             float x, float y)
{
    static const char *const rows[] = { "no pixel", "R", "G", "B", "stops", "alpha" };
    const bool has_other = session->sides.shown;
    bool all_opaque = true;
    int pixel[2];
    float light[4];
    texel = {};
    if (!ui->view.loupe)
        return &texel;
    texel.columns = has_other ? 6 : 4;
    for (int row = 0; row <= ALPHA; row++)
        set_cell(&texel, row, 0, "%s", rows[row]);
    set_cell(&texel, 0, 1, "light in");
    const bool is_there = view_find(&ui->view, &ui->view_frame, x, y, pixel);
    if (is_there) {
        set_cell(&texel, 0, 0, "%d, %d", pixel[0], pixel[1]);
        texture_read_pixel(&session->renderer.source, pixel[0], pixel[1], light);
        set_light(&texel, 1, light);
        all_opaque = is_opaque(light[3]);
    }
    for (int side = 0; side <= has_other; side++) {
        const int column = 2 + 2 * side, letter = 'A' + side;
        set_cell(&texel, 0, column, "%s", has_other ? format("%c light", letter) : "light out");
        set_cell(&texel, 0, column + 1, "%s", has_other ? format("%c shown", letter) : "display");
        if (has_other)
            texel.sides[column] = texel.sides[column + 1] = (char) letter;
        if (is_there)
            all_opaque = set_texel(&texel, column, session, has_other && side != ui->side, pixel) &&
                         all_opaque;
    }
    texel.rows = all_opaque ? ALPHA : ALPHA + 1;
    return &texel;
}

// ---- over the picture

// Returns what changes how the picture is seen: "view +2 EV, 400 %, dual/up 640x360: ..."; "":
// nothing.
static const char *view_note(const struct session *session, const struct ui_state *ui)
{
    char pass[160] = "";
    const char *exposure = ui->view.stops ? format("view %+d EV", ui->view.stops) : "";
    const char *zoom = ui->view.zoom > 0 ? format("%g %%", 100 * (double) ui->view.zoom) : "";
    const char *text = "";
    if (ui->shows_other && !ui->has_other)
        snprintf(pass, sizeof(pass), "without the chain");
    else if (pass_view_is_shown(&session->pass_view))
        session_describe_pass(&session->pass_view, pass, sizeof(pass));
    else if (ui->viewing_step && ui->step < ui->chain.count)
        snprintf(pass, sizeof(pass), "after step %d, %s", ui->step + 1,
                 ui->chain.steps[ui->step].effect->name);
    for (const char *note :
         { exposure, zoom, controls_channels[ui->view.channel], static_cast<const char *>(pass) })
        if (note[0])
            text = format("%s%s%s", text, text[0] ? ", " : "", note);
    return text;
}

// Shows words over the picture and below all panels, of which the point `pivot` is at (x, y).
static void show_label(const char *id, const char *text, const panel_colour &colour, ImVec2 at,
                       ImVec2 pivot, float most)
{
    const float pad = std::round(parts.em * 0.35f);
    PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(pad, std::round(pad / 2)));
    begin_float(id, at, pivot, most);
    BringWindowToDisplayBack(GetCurrentWindow());
    cut_text(text, colour, most - 2 * pad);
    note_widget(text);
    end_float();
    PopStyleVar();
}

// Shows the name of a side in a lower corner of its area.
static void label_side(struct ui_state *ui, int side, bool is_alone)
{
    const struct area place = view_place(&ui->view, &ui->view_frame, side == 1);
    const bool is_split = !is_alone && ui->view.mode != PRESENT_SIDES;
    const float right = side == 1 && !is_alone;
    show_label(side ? "B" : "A",
               format("%s%s", ui_side_name(ui, side), side == ui->side ? ", edited" : ""),
               side_colour(side), ImVec2(place.x + right * place.width, place.y + place.height),
               ImVec2(right, 1), is_split ? place.width * 0.49f : place.width);
}

// Shows the false colours at the right of the picture, each with its lower end in stops.
static void show_stops(const struct area &place)
{
    const float gap = std::round(parts.em * 0.5f);
    begin_float("stops", ImVec2(place.x + place.width - gap, place.y + gap), ImVec2(1, 0),
                place.width);
    BringWindowToDisplayBack(GetCurrentWindow());
    for (int i = 0; i < PRESENT_STOP_COLOURS; i++) {
        const float *colour = present_stop_colours[i];
        ColorButton(format("%d", i), ImVec4(colour[0], colour[1], colour[2], 1));
        SameLine();
        TextUnformatted(i + 1 < PRESENT_STOP_COLOURS ? format("from %d", -i) : "below");
    }
    note_widget("stops", "legend");
    end_float();
}

// Shows the texel at the right of the circle, or at its left where there is more room.
static void show_loupe(const struct ui_state *ui, const struct input_state *input)
{
    struct present present;
    if (texel.rows == 0 || panel_covers(input->x, input->y))
        return;
    view_present(&ui->view, &ui->view_frame, input->x, input->y, &present);
    const bool is_left = input->x > 0.5f * (float) input->width;
    const float away = 1.08f * present.loupe.radius;
    begin_float("texel", ImVec2(input->x + (is_left ? -away : away), input->y),
                ImVec2(is_left ? 1.0f : 0.0f, 0.5f), FLT_MAX);
    show_table("texel", texel);
    end_float();
}

void show_over_picture(const struct session *session, struct ui_state *ui,
                       const struct input_state *input)
{
    const int edited = ui->side;
    const char *note = view_note(session, ui);
    if (session->sides.shown && (ui->shows_other || ui->view.mode == PRESENT_ONE)) {
        label_side(ui, ui->shows_other ? 1 - edited : edited, true);
    } else if (session->sides.shown) {
        label_side(ui, 0, false);
        label_side(ui, 1, false);
    }
    if (note[0]) {
        const struct area place = view_place(&ui->view, &ui->view_frame, false);
        show_label("view", note, panel_colours.warn, ImVec2(place.x, place.y), ImVec2(0, 0),
                   place.width);
    }
    if (ui->view.channel == PRESENT_STOPS &&
        (ui->view.mode != PRESENT_DIFFERENCE || ui->shows_other))
        show_stops(view_place(&ui->view, &ui->view_frame, ui->view.mode == PRESENT_SIDES));
    show_loupe(ui, input);
}
