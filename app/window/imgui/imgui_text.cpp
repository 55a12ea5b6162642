// Text, headings, and what is folded below them; tables and lists.

#include "app/window/imgui/imgui_shared.h"

#include <algorithm>
#include <cmath>

using namespace shared;

// ---- text

float widgets_text_width(const char *text)
{
    return std::ceil(ImGui::CalcTextSize(text).x + 2 * ImGui::GetStyle().WindowPadding.x) + 1;
}

float widgets_text_height(const char *text, float width)
{
    const ImVec2 pad = ImGui::GetStyle().WindowPadding;
    const float wrap = std::max(1.0f, width - 2 * pad.x);
    return ImGui::CalcTextSize(text, nullptr, false, wrap).y + 2 * pad.y;
}

void widgets_line(const char *text, widgets_tone tone)
{
    widgets_split_line(text, tone, "");
}

void widgets_split_line(const char *left, widgets_tone tone, const char *right)
{
    const float wide = line_right() - ImGui::GetCursorScreenPos().x;
    const float room = right[0] ? ImGui::CalcTextSize(right).x + state.em * 0.5f : 0;
    const bool is_split = room > wide * 0.6f; // what is at the right has a line of its own
    cut_text(left, line_right() - (is_split ? 0 : room), tone_colour(tone));
    if (ImGui::CalcTextSize(left).x > ImGui::GetItemRectSize().x)
        explain(left);
    if (!right[0])
        return;
    if (!is_split)
        right_align(right, ImGui::GetWindowContentRegionMax().x);
    cut_text(right, line_right() + 1, colour(panel_colours.dim));
}

void widgets_labelled(const char *label, const char *text, const char *right)
{
    ImGui::TextDisabled("%s", label);
    ImGui::SameLine(0, state.em * 0.5f);
    widgets_split_line(text, WIDGETS_STRONG, right);
}

void widgets_text(const char *text, widgets_tone tone)
{
    ImGui::PushStyleColor(ImGuiCol_Text, tone_colour(tone));
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(text);
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
}

// In letters: where the second of two columns begins, and the room that it needs, else it is below.
const float pair_column = 7.4f, least_beside_key = 8;

void widgets_pair(const char *left, const char *right)
{
    const float x = ImGui::GetCursorPosX();
    const float beside = ImGui::GetContentRegionAvail().x - pair_column * state.em;
    ImGui::TextColored(colour(panel_colours.accent), "%s", left);
    if (beside >= least_beside_key * state.em) {
        ImGui::SameLine();
        ImGui::SetCursorPosX(x + pair_column * state.em);
    }
    widgets_text(right, WIDGETS_PLAIN);
}

bool widgets_press_pair(const char *left, const char *right, bool chosen)
{
    const ImVec2 at = ImGui::GetCursorPos();
    const float room = ImGui::GetContentRegionAvail().x, beside = room - pair_column * state.em;
    const bool is_beside = beside >= least_beside_key * state.em;
    const float high = ImGui::CalcTextSize(right, nullptr, false, is_beside ? beside : room).y +
                       (is_beside ? 0 : ImGui::GetTextLineHeightWithSpacing());
    ImGui::PushID(left);
    const bool pressed = ImGui::Selectable("##pair", chosen, 0, ImVec2(0, high));
    record_widget(left);
    ImGui::PopID();
    if (chosen && !ImGui::IsItemVisible())
        ImGui::SetScrollHereY();
    ImGui::SetCursorPos(at);
    widgets_pair(left, right);
    return pressed;
}

// ---- blocks that flow through columns

static struct {
    float heights[16]; // of the blocks, as they were last
    int count, at;     // of blocks: known, and the one that is shown
    int columns;
    float most, filled; // the height of a column, and how far this one is full
    float top;          // of the block
} flow;

// Returns how many columns blocks take that may fill each up to `most`.
static int columns_for(float most)
{
    int columns = 1;
    float filled = 0;
    for (int i = 0; i < flow.count; i++) {
        if (filled > 0 && filled + flow.heights[i] > most) {
            columns++;
            filled = 0;
        }
        filled += flow.heights[i];
    }
    return columns;
}

static void end_block()
{
    const float high = ImGui::GetCursorPosY() - flow.top;
    if (flow.at < 0 || flow.at >= IM_ARRAYSIZE(flow.heights))
        return;
    state.settles = state.settles || flow.heights[flow.at] != high || flow.at >= flow.count;
    flow.heights[flow.at] = high;
    flow.filled += high;
}

void widgets_flow_begin(float least)
{
    flow.columns = std::max(1, (int) (ImGui::GetContentRegionAvail().x / (least * state.em)));
    flow.most = 0;
    for (int i = 0; i < flow.count; i++)
        flow.most = std::max(flow.most, flow.heights[i]);
    while (columns_for(flow.most) > flow.columns)
        flow.most += 1;
    flow.at = -1;
    flow.filled = 0;
    if (flow.columns > 1)
        ImGui::Columns(flow.columns, "flow", false);
}

void widgets_flow_block(void)
{
    end_block();
    flow.at++;
    if (flow.columns > 1 && flow.at < flow.count && flow.filled > 0 &&
        flow.filled + flow.heights[flow.at] > flow.most) {
        ImGui::NextColumn();
        flow.filled = 0;
    }
    flow.top = ImGui::GetCursorPosY();
}

void widgets_flow_end(void)
{
    end_block();
    flow.count = std::min(flow.at + 1, IM_ARRAYSIZE(flow.heights));
    if (flow.columns > 1)
        ImGui::Columns(1);
}

void widgets_heading(const char *text, const char *right)
{
    ImGui::Spacing();
    widgets_split_line(text, WIDGETS_DIM, right);
    draw_rule();
}

void widgets_gap(void)
{
    ImGui::Spacing();
}

bool widgets_tabs(const char *const *names, int count, int *chosen)
{
    const int before = *chosen;
    ImDrawList *draw = ImGui::GetWindowDrawList();
    for (int i = 0; i < count; i++) {
        const ImVec2 size = ImGui::CalcTextSize(names[i]);
        const ImVec2 at = ImGui::GetCursorScreenPos();
        if (ImGui::InvisibleButton(names[i], ImVec2(size.x, size.y + state.em * 0.4f)))
            *chosen = i;
        record_widget(names[i]);
        const bool is_lit = i == before || ImGui::IsItemHovered();
        draw->AddText(at, packed(is_lit ? panel_colours.plain : panel_colours.dim), names[i]);
        if (i == before)
            draw->AddRectFilled(ImVec2(at.x, at.y + size.y + state.em * 0.2f),
                                ImVec2(at.x + size.x, at.y + size.y + state.em * 0.34f),
                                packed(panel_colours.accent));
        const float gap = state.em * 1.2f;
        if (i + 1 < count &&
            at.x + size.x + gap + ImGui::CalcTextSize(names[i + 1]).x <= line_right())
            ImGui::SameLine(0, gap);
    }
    draw_rule();
    return *chosen != before;
}

void widgets_buttons_begin(void)
{
    state.button_right = 0;
}

bool widgets_button(const char *label, const char *tip)
{
    const float gap = state.em * 0.4f;
    const float wide = ImGui::CalcTextSize(label).x + 2 * ImGui::GetStyle().FramePadding.x;
    if (state.button_right > 0 && state.button_right + gap + wide <= line_right())
        ImGui::SameLine(0, gap);
    const bool pressed = ImGui::Button(label);
    record_widget(label);
    state.button_right = ImGui::GetItemRectMax().x;
    explain(tip);
    return pressed;
}

void widgets_tip(const char *text)
{
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(std::min(state.em * 24, ImGui::GetIO().DisplaySize.x * 0.8f));
    ImGui::TextUnformatted(text);
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

bool widgets_fold(const char *text, const char *right)
{
    ImGui::PushStyleColor(ImGuiCol_Text, colour(panel_colours.soft));
    const bool open = ImGui::TreeNodeEx(text, ImGuiTreeNodeFlags_SpanAvailWidth |
                                                  ImGuiTreeNodeFlags_NoTreePushOnOpen);
    record_widget(text);
    ImGui::PopStyleColor();
    const float least = state.em * 2 + ImGui::CalcTextSize(text).x;
    const float wide = ImGui::GetWindowContentRegionMax().x;
    ImGui::SameLine(std::max(least, wide - ImGui::CalcTextSize(right).x));
    cut_text(right, line_right() + 1, colour(panel_colours.soft));
    if (open)
        draw_rule();
    return open;
}

// ---- tables of a few numbers

// The table as it is seen.
struct grid {
    const struct shown_table *table;
    bool turned;
    int rows, columns;
    float widths[SHOWN_LINES];
    const char *cell(int row, int column) const
    {
        return turned ? table->cells[column][row] : table->cells[row][column];
    }
    widgets_tone tone(int row, int column) const
    {
        const int line = turned ? column : row, place = turned ? row : column;
        if (line == 0 && table->sides[place])
            return table->sides[place] == 'A' ? WIDGETS_SIDE_A : WIDGETS_SIDE_B;
        return row == 0 || column == 0 ? WIDGETS_DIM : WIDGETS_PLAIN;
    }
};

// Gives each column what its widest cell takes, but none more than an equal share of what the
// narrower ones leave.
static void share_room(grid &grid, float room)
{
    for (int column = 0; column < grid.columns; column++) {
        grid.widths[column] = 0;
        for (int row = 0; row < grid.rows; row++)
            grid.widths[column] =
                std::max(grid.widths[column], ImGui::CalcTextSize(grid.cell(row, column)).x);
    }
    float most = room / (float) grid.columns;
    for (int turn = 0; turn < grid.columns; turn++) {
        float taken = 0;
        int wider = 0;
        for (int column = 0; column < grid.columns; column++) {
            const bool is_wider = grid.widths[column] > most;
            wider += is_wider;
            taken += is_wider ? 0 : grid.widths[column];
        }
        most = wider > 0 ? (room - taken) / (float) wider : most;
    }
    for (float &wide : grid.widths)
        wide = std::min(wide, most);
}

static grid make_grid(const shown_table *table, bool turned)
{
    return { table,
             turned,
             turned ? table->columns : table->rows,
             turned ? table->rows : table->columns,
             {} };
}

void widgets_show_table(const struct shown_table *table, bool turned)
{
    grid grid = make_grid(table, turned);
    const float gap = state.em;
    if (grid.columns < 1)
        return;
    share_room(grid,
               line_right() - ImGui::GetCursorScreenPos().x - gap * (float) (grid.columns - 1));
    for (int row = 0; row < grid.rows; row++) {
        float from = ImGui::GetCursorScreenPos().x;
        for (int column = 0; column < grid.columns; column++) {
            const char *text = grid.cell(row, column);
            const float wide = grid.widths[column], right = from + wide;
            const float free = column > 0 ? wide - ImGui::CalcTextSize(text).x : 0;
            if (column > 0)
                ImGui::SameLine();
            ImGui::SetCursorScreenPos(
                ImVec2(from + std::max(0.0f, free), ImGui::GetCursorScreenPos().y));
            cut_text(text, right + 1, tone_colour(grid.tone(row, column)));
            from = right + gap;
        }
    }
}

const float small_letters = 0.86f; // of a plate

void widgets_plate_size(const struct shown_table *table, bool turned, float size[2])
{
    grid grid = make_grid(table, turned);
    const ImGuiStyle &style = ImGui::GetStyle();
    share_room(grid, FLT_MAX / 2);
    float wide = state.em * (float) (grid.columns - 1) / small_letters;
    for (int column = 0; column < grid.columns; column++)
        wide += grid.widths[column] + 1;
    const float line = ImGui::GetFontSize() * small_letters + style.ItemSpacing.y;
    size[0] = std::ceil(wide * small_letters + style.WindowPadding.x * 2);
    size[1] = std::ceil((float) grid.rows * line - style.ItemSpacing.y + style.WindowPadding.y * 2);
}

void widgets_plate(const struct shown_table *table, bool turned, const struct layout_rect *rect)
{
    ImGui::SetNextWindowPos(ImVec2(rect->x, rect->y));
    ImGui::SetNextWindowSize(ImVec2(rect->width, rect->height));
    ImGui::Begin("plate", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                     ImGuiWindowFlags_NoFocusOnAppearing);
    ImGui::SetWindowFontScale(small_letters);
    widgets_show_table(table, turned);
    ImGui::End();
}

void widgets_label(const char *text, widgets_tone tone, float x, float y, bool from_right,
                   float most)
{
    ImDrawList *draw = ImGui::GetBackgroundDrawList();
    const float pad = std::round(state.em * 0.35f), letter = std::round(state.em * 0.86f);
    const float share = letter / ImGui::GetFontSize();
    const float wide = std::min(most, std::ceil(ImGui::CalcTextSize(text).x * share) + 2 * pad);
    const float left = from_right ? x - wide : x, top = y - letter - 1.2f * pad;
    const ImVec4 clip(left, top, left + wide - pad / 2, y);
    draw->AddRectFilled(ImVec2(left, top), ImVec2(left + wide, y), packed(panel_colours.sheet),
                        state.em * 0.25f);
    draw->AddText(ImGui::GetFont(), letter, ImVec2(left + pad, top + pad * 0.5f),
                  ImGui::GetColorU32(tone_colour(tone)), text, nullptr, 0, &clip);
}

float widgets_line_width(void)
{
    return (line_right() - ImGui::GetCursorScreenPos().x) / state.em;
}

// ---- lists to choose from, and the field that filters them

// Returns the key of the filter field that was pressed in this frame.
static widgets_filter_key find_key()
{
    static const struct {
        int key;
        widgets_filter_key means;
    } keys[] = {
        { INPUT_EDIT_UP, WIDGETS_FILTER_UP },
        { INPUT_EDIT_DOWN, WIDGETS_FILTER_DOWN },
        { INPUT_EDIT_ENTER, WIDGETS_FILTER_RETURN },
        { INPUT_EDIT_ESCAPE, WIDGETS_FILTER_ESCAPE },
    };
    for (const auto &key : keys)
        if (is_pressed(key.key, key.means <= WIDGETS_FILTER_DOWN))
            return key.means;
    return WIDGETS_FILTER_NONE;
}

// The field takes the keys when nothing else of the panel is held, from the first frame on, in
// which the sheet has no height yet.
bool widgets_filter(const char *hint, char *text, size_t size, widgets_filter_key *key)
{
    ImGuiContext &context = *ImGui::GetCurrentContext();
    const ImGuiID id = ImGui::GetID("##filter");
    const bool has_keys = context.ActiveId == id || context.ActiveId == 0;
    const ImGuiID selected = context.NavId;
    const bool was_empty = !text[0] && context.IO.InputQueueCharacters.empty();
    if (context.ActiveId == 0) {
        if (context.NavWindow != ImGui::GetCurrentWindow())
            ImGui::FocusWindow(ImGui::GetCurrentWindow());
        context.NavId = id; // lets it take text where nothing of it is seen
        let_type(id);
    }
    ImGui::SetNextItemWidth(-FLT_MIN);
    bool changed = ImGui::InputTextWithHint("##filter", hint, text, size);
    if (context.ActiveId != id)
        context.NavId = selected;
    *key = has_keys ? find_key() : WIDGETS_FILTER_NONE;
    if (*key == WIDGETS_FILTER_ESCAPE && !was_empty) { // clears first
        text[0] = '\0';
        *key = WIDGETS_FILTER_NONE;
        changed = true;
    }
    state.filters = *key < WIDGETS_FILTER_RETURN;
    return changed;
}

static bool press_item(const widgets_item *item, float height)
{
    ImGui::PushID(item->number);
    const bool pressed = ImGui::Selectable("##item", item->chosen, 0, ImVec2(0, height));
    record_widget(item->name);
    explain(item->help);
    if (item->reveal && !ImGui::IsItemVisible())
        ImGui::SetScrollHereY();
    ImGui::PopID();
    return pressed;
}

bool widgets_choose(const widgets_item *item)
{
    const float left = ImGui::GetCursorPosX(), right = ImGui::GetWindowContentRegionMax().x;
    const float note = item->note[0] ? ImGui::CalcTextSize(item->note).x + state.em * 0.5f : 0;
    const bool pressed = press_item(item, 0);
    const float second = std::round(state.em * 8.2f);
    ImGui::SameLine(left);
    cut_text(item->name, ImGui::GetWindowPos().x + second - state.em * 0.5f,
             tone_colour(item->dim ? WIDGETS_DIM : WIDGETS_STRONG));
    ImGui::SameLine(second);
    cut_text(item->text, line_right() - note,
             colour(item->dim ? panel_colours.dim : panel_colours.plain));
    if (item->note[0]) {
        right_align(item->note, right);
        ImGui::TextDisabled("%s", item->note);
    }
    return pressed;
}

bool widgets_pick(const widgets_item *item)
{
    const float line = ImGui::GetTextLineHeight(), indent = item->indent ? state.em * 1.1f : 0;
    const bool has_text = !item->indent && item->text[0];
    const bool pressed = press_item(item, has_text ? std::round(line * 1.9f) : line);
    const float x = ImGui::GetItemRectMin().x + indent + state.em * 0.3f;
    const float y = ImGui::GetItemRectMin().y + ImGui::GetStyle().ItemSpacing.y / 2;
    draw_cut(ImVec2(x, y), line_right(), item->name,
             colour(item->indent ? panel_colours.soft : panel_colours.plain));
    if (has_text)
        draw_small(item->text, x, y + line * 0.95f, 0);
    return pressed;
}
