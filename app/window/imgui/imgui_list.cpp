// Lists to choose from, and the field that filters them.

#include "app/window/imgui/imgui_shared.h"

#include <cmath>

using namespace shared;

namespace
{

// What is pressed besides text, in this frame.
widgets_filter_key find_key()
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
        if (ImGui::IsKeyPressed(key.key, key.means <= WIDGETS_FILTER_DOWN))
            return key.means;
    return WIDGETS_FILTER_NONE;
}

} // namespace

// The field takes the keys when nothing else of the panel is held, from the first frame on, in
// which the sheet has no height yet.
bool widgets_filter(const char *hint, char *text, size_t size, widgets_filter_key *key)
{
    ImGuiContext &context = *ImGui::GetCurrentContext();
    const ImGuiID id = ImGui::GetID("##filter");
    const bool has_keys = context.ActiveId == id || context.ActiveId == 0;
    const ImGuiID selected = context.NavId;
    if (context.ActiveId == 0) {
        if (context.NavWindow != ImGui::GetCurrentWindow())
            ImGui::FocusWindow(ImGui::GetCurrentWindow());
        context.NavActivateInputId = context.NavId =
            id; // the latter lets it be where nothing is seen
    }
    ImGui::SetNextItemWidth(-FLT_MIN);
    const bool changed = ImGui::InputTextWithHint("##filter", hint, text, size);
    if (context.ActiveId != id)
        context.NavId = selected;
    *key = has_keys ? find_key() : WIDGETS_FILTER_NONE;
    state.filters = *key < WIDGETS_FILTER_RETURN;
    return changed;
}

bool widgets_choose(const widgets_item *item)
{
    const float left = ImGui::GetCursorPosX(), right = ImGui::GetWindowContentRegionMax().x;
    const float note = item->note[0] ? ImGui::CalcTextSize(item->note).x + state.em * 0.5f : 0;
    ImGui::PushID(item->name);
    const bool pressed = ImGui::Selectable("##item", item->chosen);
    explain(item->help);
    if (item->reveal && !ImGui::IsItemVisible())
        ImGui::SetScrollHereY();
    ImGui::SameLine(left);
    ImGui::TextColored(tone_colour(item->dim ? WIDGETS_DIM : WIDGETS_STRONG), "%s", item->name);
    ImGui::SameLine(std::round(state.em * 8.2f));
    ImGui::PushStyleColor(ImGuiCol_Text, tone_colour(item->dim ? WIDGETS_DIM : WIDGETS_PLAIN));
    cut_text(item->text, line_right() - note);
    ImGui::PopStyleColor();
    if (item->note[0]) {
        right_align(item->note, right);
        ImGui::TextDisabled("%s", item->note);
    }
    ImGui::PopID();
    return pressed;
}
