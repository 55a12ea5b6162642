// Tables of a few numbers.

#include "app/window/imgui/imgui_shared.h"

#include <algorithm>

using namespace shared;

namespace
{

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
void share_room(grid &grid, float room)
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

void show_row(const grid &grid, int row, float gap)
{
    const float left = ImGui::GetCursorScreenPos().x;
    float from = left;
    for (int column = 0; column < grid.columns; column++) {
        const char *text = grid.cell(row, column);
        const float wide = grid.widths[column], right = from + wide;
        const float free = column > 0 ? wide - ImGui::CalcTextSize(text).x : 0;
        if (column > 0)
            ImGui::SameLine();
        ImGui::SetCursorScreenPos(
            ImVec2(from + std::max(0.0f, free), ImGui::GetCursorScreenPos().y));
        ImGui::PushStyleColor(ImGuiCol_Text, tone_colour(grid.tone(row, column)));
        cut_text(text, right + 1);
        ImGui::PopStyleColor();
        from = right + gap;
    }
}

} // namespace

void widgets_show_table(const struct shown_table *table, bool turned)
{
    grid grid = { table,
                  turned,
                  turned ? table->columns : table->rows,
                  turned ? table->rows : table->columns,
                  {} };
    const float gap = state.em;
    if (grid.columns < 1)
        return;
    share_room(grid,
               line_right() - ImGui::GetCursorScreenPos().x - gap * (float) (grid.columns - 1));
    for (int row = 0; row < grid.rows; row++)
        show_row(grid, row, gap);
}

float widgets_line_width(void)
{
    return (line_right() - ImGui::GetCursorScreenPos().x) / state.em;
}
