// The times of frames and passes.

#include "app/window/view/parts.h"

extern "C" {
#include "app/window/view/panel.h"
}

static const double seconds_between = 0.5; // updates of the numbers

enum { PLOT_PARTS = 200 }; // columns of a plot of the last ten seconds

// Times of a pass, or of the whole frame, in the last ten seconds.
struct plotted {
    struct pass_place place;
    struct stats_summary sum;
    float parts[PLOT_PARTS];
};

static struct {
    double next; // clock_seconds of the next update
    int count;
    unsigned trees; // as in struct pass_stats
    struct pass_line rows[GPU_TIMER_MAX_SCOPES];
    plotted frame, pass;
    struct pass_place over; // pass under the mouse; no path: none
} shown;

static void plot_pass(plotted *plotted, const struct session *session,
                      const struct pass_place &place)
{
    plotted->place = place;
    plotted->sum = pass_history_sum(&session->history, &place);
    pass_history_columns(&session->history, &place, PLOT_PARTS, plotted->parts);
}

// Returns the pass under the mouse, else the viewed one, else the first one of the frame.
static struct pass_place choose_pass(const struct session *session, const struct ui_state *ui)
{
    struct pass_place place;
    if (shown.over.path[0])
        return shown.over;
    if (ui->pass.path[0])
        return ui->pass;
    pass_place_of(&session->stats, shown.count > 1, &place);
    return place;
}

void panel_update_times(const struct session *session, const struct ui_state *ui)
{
    const struct pass_stats *stats = &session->stats;
    const double now = clock_seconds();
    if (now < shown.next && stats->trees == shown.trees && stats->count == shown.count)
        return;
    shown.next = now + (stats->frames < stats->capacity / 4 ? 0 : seconds_between);
    shown.count = pass_table_rows(stats, 0, shown.rows);
    shown.trees = stats->trees;
    plot_pass(&shown.frame, session, {});
    plot_pass(&shown.pass, session, choose_pass(session, ui));
}

const char *panel_frame_time(void)
{
    const bool is_known = shown.count > 0 && shown.rows[0].row.time.count > 0;
    return is_known ? format("%s ms", format_ms(shown.rows[0].ms)) : "";
}

// The scale is 1, 2 or 5 times a power of ten.
static void show_plot(const plotted &plotted, const char *name)
{
    const double p95 = plotted.sum.count > 0 ? plotted.sum.p95 : 0;
    const double top = p95 > 0 ? stats_scale(p95 * 1.25) : 1;
    float heights[PLOT_PARTS];
    for (int i = 0; i < PLOT_PARTS; i++)
        heights[i] = plotted.parts[i] / (float) top;
    heading(name, p95 > 0 ? format("p95 %s ms", format_ms(p95)) : "did not run");
    show_graph({ .high = 3.4f,
                 .columns = 10,
                 .rows = 2,
                 .level = (float) (p95 / top),
                 .bars = heights,
                 .bar_count = PLOT_PARTS,
                 .top = format("%g ms", top) });
}

// ---- the tree of passes

static const char *describe(const struct pass_row &row, const char *time)
{
    if (row.is_cached)
        return format("%s: did not run again, since nothing in or before it has changed%s%s%s",
                      row.name, time[0] ? "; it took " : "", time,
                      time[0] ? " ms when it last ran" : "");
    return format("%s: median of the last %d frame%s %s ms, moves at least %.1f MB, %d %s",
                  row.name, row.time.count, text_plural(row.time.count), time,
                  (double) gpu_traffic_sum(row.traffic) * 1e-6, row.dispatches,
                  row.dispatches == 1 ? "draw or dispatch" : "draws and dispatches");
}

// The first press views the pass, a second one the whole picture again.
static void show_pass(const struct session *session, struct ui_state *ui, int i, bool is_viewed)
{
    const struct pass_line &line = shown.rows[i];
    const struct pass_row &row = line.row;
    const char *time = row.is_cached && line.ms <= 0 ? "" : format_ms(line.ms);
    TableNextRow();
    TableNextColumn();
    PushID(i);
    const bool is_pressed = Selectable("##pass", is_viewed, ImGuiSelectableFlags_SpanAllColumns);
    note_widget(row.name);
    const bool is_over = parts.mouse_moved && IsItemHovered();
    explain(format("%s; click: look at %s", describe(row, time),
                   i > 0 ? "it" : "the whole picture again"));
    PopID();
    SameLine(0, parts.em * 0.8f * (float) row.depth);
    cut_text(row.name,
             row.depth <= 1 || is_viewed || is_over ? panel_colours.plain : panel_colours.soft);
    TableNextColumn();
    right_text(time, row.is_cached ? panel_colours.dim : panel_colours.plain);
    TableNextColumn();
    if (row.is_cached) {
        TextDisabled("kept");
    } else {
        ProgressBar((float) line.share, ImVec2(-FLT_MIN, GetTextLineHeight()), "");
    }
    if (is_pressed || is_over)
        pass_place_of(&session->stats, i, &shown.over);
    if (is_pressed)
        ui->pass = is_viewed ? pass_place{} : shown.over;
}

void show_times(const struct session *session, struct ui_state *ui)
{
    const struct renderer *renderer = &session->renderer;
    const struct panel_cost panel = panel_cost_times();
    const int viewed = pass_place_find(&session->stats, &ui->pass);
    const struct pass_place pass = choose_pass(session, ui);
    const char *pace = "";
    if (ui->paused)
        pace = "paused";
    else if (session_waits_for_changes(session, ui))
        pace = "drawn when something changes";
    else if (session->frame_seconds > 0)
        pace = format("%.0f fps", 1 / session->frame_seconds);
    cut_text(renderer->gpu.info.renderer, panel_colours.dim);
    split_line(format("%d × %d", renderer->plan_options.width, renderer->plan_options.height),
               panel_colours.plain, pace);
    if (panel.cpu > 0)
        split_line("panel: CPU, GPU", panel_colours.dim,
                   format("%s, %s ms", format_ms(panel.cpu), format_ms(panel.gpu)));
    if (shown.count == 0)
        return;
    if (!pass_place_equal(&pass, &shown.pass.place))
        plot_pass(&shown.pass, session, pass);
    show_plot(shown.frame, "Frames, last 10 s");
    show_plot(shown.pass, shown.pass.place.path);
    shown.over = {};
    heading("GPU time of each pass, ms", "median");
    if (!BeginTable("passes", 3))
        return;
    TableSetupColumn("name");
    TableSetupColumn("time", ImGuiTableColumnFlags_WidthFixed, CalcTextSize("000.0").x);
    TableSetupColumn("bar", ImGuiTableColumnFlags_WidthFixed, parts.em * 3.5f);
    for (int i = 0; i < shown.count; i++)
        show_pass(session, ui, i, i == viewed);
    EndTable();
}

// ---- the passes of the selected step

// The first press views the pass, a second one the whole picture again.
void show_passes(const struct session *session, struct ui_state *ui)
{
    const struct pass_thumbnails &thumbnails = session->thumbnails;
    if (ui->step >= ui->chain.count)
        return;
    const struct chain_step &step = ui->chain.steps[ui->step];
    heading(format("%d  %s", ui->step + 1, step.effect->name), "Tab: the next step");
    if (thumbnails.count == 0)
        paragraph(step.off ? "It is off, so it has no passes."
                           : "It does not run now, so it has no passes.",
                  panel_colours.dim);
    const int columns = std::max(1, (int) (GetContentRegionAvail().x / (parts.em * 7)));
    if (!BeginTable("passes", columns, ImGuiTableFlags_SizingStretchSame))
        return;
    for (int i = 0; i < thumbnails.count; i++) {
        const auto &pass = thumbnails.passes[i];
        const bool is_viewed = pass_place_equal(&ui->pass, &pass.place);
        const pass_line *line = pass.scope < shown.count ? &shown.rows[pass.scope] : nullptr;
        const char *name = line ? line->row.name : "";
        TableNextColumn();
        PushID(i);
        const char *time = line && line->ms > 0 ? format("%s ms", format_ms(line->ms)) : "";
        if (show_thumbnail(thumbnail_size(session->renderer.plan_options), pass.picture.id, name,
                           time, false, is_viewed))
            ui->pass = is_viewed ? pass_place{} : pass.place;
        if (line)
            explain(describe(line->row, format_ms(line->ms)));
        PopID();
    }
    EndTable();
}
